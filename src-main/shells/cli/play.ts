import { createInterface } from 'node:readline/promises'
import { join } from 'node:path'
import { emptyEpisode, type EpisodeState, reduceEpisode } from '@shared/episode/episode'
import { PLAYER_KINDS, type PlayerKind } from '@shared/episode/event'
import { type EpisodeSummary, summarizeEpisode } from '@shared/episode/summary'
import type { Host } from '../../host/host'
import { readArguments, readNumber } from './arguments'
import { dataFolderOf, HOST_OPTIONS, onInterrupt, openHost } from './open-host'
import { transcriptLines } from './transcript'
import { UsageError } from './usage'

const OPTIONS = {
  ...HOST_OPTIONS,
  game: { type: 'string' }, player: { type: 'string' }, model: { type: 'string' }, 'base-url': { type: 'string' },
  turns: { type: 'string' }, seed: { type: 'string' }, 'no-mcp': { type: 'boolean' }, resume: { type: 'string' }, json: { type: 'boolean' },
} as const

/** `zorkgpt play`: starts or resumes an episode, follows it to its end and says what it came to. */
export async function run(args: readonly string[], appRoot: string): Promise<number> {
  const { values } = readArguments(args, OPTIONS, 0)
  const turnLimit = readNumber(values.turns, 'turns', 1)
  const seed = readNumber(values.seed, 'seed', 0)
  if (values.resume === undefined && values.game === undefined) throw new UsageError('play needs --game FILE|ID, or --resume EPISODE.')
  const host = await openHost(values, appRoot, 'cli')
  try {
    const id = values.resume ?? (await host.api.startEpisode({
      game: values.game ?? '', player: playerOf(values.player), model: values.model, baseUrl: values['base-url'], turnLimit, seed,
      mcp: values['no-mcp'] ? false : undefined, pace: 'batch',
    })).episodeId
    if (values.resume !== undefined) await host.api.resumeEpisode({ episodeId: id, turnLimit, pace: 'batch' })
    const state = await follow(host, id, values.json === true)
    const summary = summarizeEpisode(state)
    if (!summary) throw new Error(`Episode ${id} has no manifest.`)
    await host.close()
    if (values.json) process.stdout.write(`${JSON.stringify(resultOf(summary, join(dataFolderOf(values), id)))}\n`)
    else process.stdout.write(`\n${describeEnd(summary)}\nEpisode ${id} in ${dataFolderOf(values)}\n`)
    return summary.ended === null || summary.ended === 'paused' || summary.ended === 'error' ? 1 : 0
  } finally {
    await host.close()
  }
}

function playerOf(name = 'explorer'): PlayerKind {
  const kind = PLAYER_KINDS.find((known) => known === name)
  if (!kind) throw new UsageError(`--player is "${name}"; it takes ${PLAYER_KINDS.join(', ')}.`)
  return kind
}

/** Folds the episode's feed, printing as it goes, until it ends, is interrupted, or pauses where nobody can answer. */
async function follow(host: Host, episodeId: string, quiet: boolean): Promise<EpisodeState> {
  const abort = new AbortController()
  const release = onInterrupt(() => void host.api.controlEpisode({ episodeId, command: 'stop' }).catch(() => abort.abort()))
  const person = process.stdin.isTTY || !quiet ? createInterface({ input: process.stdin, output: quiet ? undefined : process.stdout }) : null
  let state = emptyEpisode
  let askedTurn = 0
  try {
    for await (const { events } of host.api.watchEpisode({ episodeId, fromSeq: 0 }, abort.signal)) {
      for (const event of events) {
        state = reduceEpisode(state, event)
        if (!quiet) for (const line of transcriptLines(state, event)) process.stdout.write(`${line}\n`)
      }
      if (state.ended) break
      if (state.control.mode === 'paused' && !(await mayResume(quiet, state, person))) break
      if (state.control.mode === 'paused') await host.api.controlEpisode({ episodeId, command: 'resume' })
      if (person && awaitsPerson(state) && askedTurn !== state.openTurn?.number) {
        askedTurn = state.openTurn?.number ?? 0
        const action = await person.question('> ', { signal: abort.signal }).catch(() => null)
        if (action === null) break
        await host.api.submitAction({ episodeId, action })
      }
    }
  } finally {
    release()
    person?.close()
  }
  return state
}

const awaitsPerson = ({ manifest, openTurn }: EpisodeState) => manifest?.player.kind === 'human' && openTurn?.action === null

async function mayResume(quiet: boolean, state: EpisodeState, person: ReturnType<typeof createInterface> | null): Promise<boolean> {
  if (quiet || !process.stdin.isTTY || !person) return false
  const answer = await person.question(`${state.control.reason ?? 'Paused'}. Press Enter to go on, or type "stop": `)
  return answer.trim() !== 'stop'
}

/** The one object that `--json` prints last. */
function resultOf(summary: EpisodeSummary, folder: string) {
  const { sha256, release, serial, version } = summary.game
  return {
    episode: summary.id, folder, game: { sha256, release, serial, version }, player: summary.player.kind, turns: summary.turns, score: summary.score, max_score: summary.maxScore,
    moves: summary.moves, locations: summary.locations, iterations: summary.iterations, tool_calls: summary.toolCalls, llm_calls: summary.llmCalls, tokens: summary.tokens,
    mcp_wait_ms: summary.mcpWaitMs, turn_ms: summary.turnMs, ended: summary.ended ?? 'stopped', reason: summary.reason ?? 'Interrupted',
  }
}

function describeEnd({ ended, reason, turns, score, maxScore }: EpisodeSummary): string {
  const points = score === null ? '' : `, score ${score}${maxScore === null ? '' : ` of ${maxScore}`}`
  return `${ended ?? 'interrupted'}: ${reason ?? 'can be resumed'} after ${turns} turns${points}`
}

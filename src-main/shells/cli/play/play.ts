import { join } from 'node:path'
import { isExpected } from '@shared/base/expected-error'
import { visibleLine } from '@shared/base/visible-text'
import type { HostApi } from '@shared/contract/contract'
import { type EpisodeSummary, summarizeEpisode } from '@shared/episode/projections/summary'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { awaitsPerson } from '@shared/episode/state/players'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { badUsage, readArguments, readNumber } from '../command/arguments'
import type { CommandContext } from '../command/command-context'
import { RUN_OPTIONS } from '../command/command-table'
import { dataFolderOf, openRunHost } from '../command/open-host'
import { startAgreed } from './agreement'
import { listenToPerson, type Person } from './person'
import { answerQuestions } from './questions'
import { checkRun, readRun } from './run-options'
import { signInAtTerminal } from './sign-in'
import { describeEnd, transcriptLines } from './transcript'

/** `zorkgpt play`: starts or resumes an episode, prints it, and reports how it ended. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = readArguments('play', args, 0)
  checkRun(values)
  const turnLimit = readNumber(values.turns, 'turns', 1)
  if ([values.resume, values.game, values.preset, values.config].every((value) => value === undefined))
    throw badUsage('play needs --game FILE|ID, --preset NAME, a --config FILE that names a run, or --resume EPISODE.')
  const choice = Object.keys(RUN_OPTIONS).find((name) => name !== 'turns' && name in values)
  if (values.resume !== undefined && choice !== undefined)
    throw badUsage(`--${choice} cannot be given with --resume: a resumed episode keeps its choices, except --turns.`)
  if (values.resume === undefined && values['from-last-good'])
    throw badUsage('--from-last-good needs --resume EPISODE: it is about the log of an existing episode.')
  // A typed address is consent; one from a preset, a file or a log is not.
  const keysFor = values['send-key-to'] ?? values['base-url']
  const host = await openRunHost(values, context)
  const person = listenToPerson(context.input)
  const leaving = new AbortController()
  try {
    const agreement = {
      api: host.api,
      isGiven: values.agree === true,
      person: values.json !== true && context.input.isTTY ? person : null,
      context,
    }
    const start = async () => {
      if (values.resume === undefined)
        return (await host.api.startEpisode({ ...readRun(values, await host.api.readStart({})), keysFor })).episodeId
      await host.api
        .resumeEpisode({
          episodeId: values.resume,
          turnLimit,
          pace: 'batch',
          fromLastGood: values['from-last-good'],
          keysFor,
        })
        .catch(nameTheFlag)
      return values.resume
    }
    // Otherwise, without a terminal or with --json, questions of servers are cancelled.
    if (agreement.person !== null)
      answerQuestions({ api: host.api, person, context }, leaving.signal).catch((error: Error) =>
        context.printError(`zorkgpt: ${error.message}`),
      )
    const id = await startAgreed(start, agreement)
    const state = await follow(host.api, id, person, values.json === true, context)
    const summary = summarizeEpisode(state)
    if (!summary) throw new Error(`Episode ${id} has no manifest.`)
    await host.close()
    const dataFolder = dataFolderOf(values, context)
    if (values.json) context.printJson(resultOf(summary, join(dataFolder, id)))
    else context.printLine(`\n${describeEnd(summary)}\nEpisode ${id} in ${dataFolder}`)
    return summary.ended === null || summary.ended === 'error' ? 1 : 0
  } finally {
    leaving.abort()
    person.close()
    await host.close()
  }
}

/** Adds the option that cuts a damaged log to the error about the log. */
function nameTheFlag(error: unknown): never {
  throw isExpected(error, 'damaged_log') ? badUsage(`${error.message} Add --from-last-good to do that.`) : error
}

/**
 * Prints the events of an episode until it ends or is interrupted, or until it needs input and there is none. Resolves
 * to its state.
 */
async function follow(
  api: HostApi,
  episodeId: string,
  person: Person,
  isQuiet: boolean,
  context: CommandContext,
): Promise<EpisodeState> {
  const abort = new AbortController()
  const release = context.onInterrupt(
    () => void api.controlEpisode({ episodeId, command: 'stop' }).catch(() => abort.abort()),
  )
  let state = emptyEpisode
  let asked: unknown = null
  /**
   * Asks once for each `occasion`, without blocking the feed, and passes the line to `answer`. The end of input ends
   * `follow`.
   */
  const ask = (occasion: unknown, question: string, answer: (line: string) => Promise<unknown>) => {
    if (asked === occasion) return
    asked = occasion
    if (!isQuiet) context.printPrompt(question)
    void person
      .nextLine()
      .then((line) => (line === null ? abort.abort() : answer(line)))
      .catch(() => abort.abort())
  }
  try {
    for await (const { events } of api.watchEpisode({ episodeId, fromSeq: 0 }, abort.signal)) {
      for (const event of events) {
        state = reduceEpisode(state, event)
        if (!isQuiet) for (const line of transcriptLines(state, event)) context.printLine(line)
      }
      if (state.ended) break
      if (state.control.mode === 'paused') {
        if (state.control.continuesAt !== undefined) continue
        if (isQuiet || !context.input.isTTY) break
        const { signIn } = state.control
        const then = signIn === undefined ? 'continue' : `sign in to ${visibleLine(signIn, 100)} and continue`
        ask(state.control, `Press Enter to ${then}, or type "stop": `, async (line) => {
          const command = line.trim() === 'stop' ? 'stop' : 'resume'
          if (command === 'resume' && signIn !== undefined) await signInAtTerminal(api, signIn, context, abort.signal)
          await api.controlEpisode({ episodeId, command })
        })
      } else if (awaitsPerson(state)) {
        const turn = state.openTurn?.number
        ask(turn, '> ', (action) => api.submitAction({ episodeId, action, turn }))
      }
    }
  } finally {
    release()
  }
  return state
}

function resultOf(summary: EpisodeSummary, folder: string) {
  const { sha256, release, serial, version } = summary.game
  return {
    episode: summary.id,
    folder,
    game: { sha256, release, serial, version },
    player: summary.player.kind,
    disguise: summary.disguise,
    turns: summary.turns,
    score: summary.score,
    max_score: summary.maxScore,
    moves: summary.moves,
    locations: summary.locations,
    iterations: summary.iterations,
    tool_calls: summary.toolCalls,
    foreknowledge: summary.foreknowledge,
    llm_calls: summary.llmCalls,
    tokens: summary.tokens,
    mcp_wait_ms: summary.mcpWaitMs,
    turn_ms: summary.turnMs,
    ended: summary.ended ?? 'paused',
    reason: summary.reason ?? 'There was no one to answer',
  }
}

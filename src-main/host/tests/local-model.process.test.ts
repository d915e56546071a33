import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { BUILT_IN_ADDRESS } from '@shared/models/built-in'
import type { ModelProcesses } from '../../models/process/model-processes'
import { workerPids } from '../../models/process/worker-pids.testkit'
import { hasBinding } from '../../models/runtime/native-model'
import { tinyModel } from '../../models/tiny-model.testkit'
import type { Host } from '../host'
import { openTestHost } from '../open-host.testkit'
import { openModelProcesses } from '../open-local-models'

const without = hasBinding() ? '' : ` (skipped: no llama.cpp for ${process.platform} on ${process.arch})`
const ANSWER = ['{"thinking": "A mailbox.", ', '"action": "open mailbox", ', '"new_objective": null}']
/** The context length in tokens. Each byte of a prompt is a token of the tiny model. */
const CONTEXT = 60_000
const TURNS = 4

async function open(modelProcesses?: ModelProcesses): Promise<Host> {
  const home = mkdtempSync(join(tmpdir(), 'zorkgpt-local-model-'))
  const folder = join(home, 'models')
  mkdirSync(folder)
  writeFileSync(join(folder, 'tiny.gguf'), tinyModel({ answer: ANSWER, contextLength: CONTEXT }))
  const configFile = join(home, 'zorkgpt.toml')
  writeFileSync(
    configFile,
    `[local_models]\nfolder = ${JSON.stringify(folder)}\ncontext_tokens = ${CONTEXT}\nthreads = 1\n[mind]\npreset = "none"\n[retry]\ninitial_delay = 0.01\n`,
  )
  const host = await openTestHost(join(home, 'episodes'), { configFile, modelProcesses })
  onTestFinished(async () => {
    await host.close()
    expect(workerPids()).toEqual([])
    rmSync(home, { recursive: true })
  })
  return host
}

const play = async ({ api }: Host, seed: number) => {
  const model = { model: 'tiny', baseUrl: BUILT_IN_ADDRESS }
  const run = { game: 'zork1', player: 'llm', mcp: false, pace: 'batch', turnLimit: TURNS, seed } as const
  return (await api.startEpisode({ ...run, ...model })).episodeId
}

/** The state at the end, or as soon as `enough` returns true. */
async function follow({ api }: Host, episodeId: string, enough = (_state: EpisodeState) => false) {
  let state = emptyEpisode
  const stop = new AbortController()
  for await (const { events } of api.watchEpisode({ episodeId, fromSeq: 0 }, stop.signal)) {
    state = events.reduce(reduceEpisode, state)
    if (state.ended || enough(state)) break
  }
  stop.abort()
  return state
}

const actionsOf = ({ turns }: EpisodeState) => turns.map(({ action }) => action?.action)

describe.skipIf(without !== '')(`a model on this computer${without}`, () => {
  it('plays two episodes at once, in one process', async () => {
    const host = await open()
    const ids = await Promise.all([play(host, 1), play(host, 2)])
    const [one, other] = await Promise.all(ids.map((id) => follow(host, id)))
    expect(workerPids()).toHaveLength(1)
    for (const state of [one, other]) {
      expect(state?.ended?.ended).toBe('turn_limit')
      expect(state && actionsOf(state)).toEqual(Array(TURNS).fill('open mailbox'))
    }
  })

  it('is in memory once for hosts that share their model processes, as the arms of an experiment do', async () => {
    const processes = openModelProcesses(process.cwd(), () => {})
    const hosts = await Promise.all([open(processes), open(processes)])
    for (const host of hosts) {
      const state = await follow(host, await play(host, 1))
      expect(state.ended?.ended).toBe('turn_limit')
      expect(workerPids()).toHaveLength(1)
    }
  })

  it('whose process is killed during an answer loses no turn', async () => {
    const host = await open()
    const id = await play(host, 1)
    await follow(host, id, ({ openTurn }) => openTurn?.number === 2 && openTurn.iterations.length > 0)
    const [first] = workerPids()
    process.kill(first ?? 0, 'SIGKILL')
    const state = await follow(host, id)
    expect(state.ended?.ended).toBe('turn_limit')
    expect(actionsOf(state)).toEqual(Array(TURNS).fill('open mailbox'))
    expect(workerPids()).not.toContain(first)
  })
})

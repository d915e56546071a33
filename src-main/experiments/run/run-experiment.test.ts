import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ExperimentPlan } from '@shared/experiments/plan'
import type { ExperimentProgress } from '@shared/experiments/progress'
import type { UnitFailure, UnitResult } from '@shared/experiments/result'
import { settings } from '@shared/settings/settings'
import { ExperimentFolder, unitsIn } from '../plan/experiment-folder'
import { type RunOptions, runExperiment } from './run-experiment'

const root = mkdtempSync(join(tmpdir(), 'run-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Two seeds of one arm, which a program plays. */
const plan: ExperimentPlan = {
  format: 1,
  name: 'test',
  app_version: '1.0.0',
  primary: 'score',
  baseline: 'program',
  seeds: [1, 2],
  repeats: 1,
  stories: [{ name: 'one', title: 'ONE', sha256: 'ab'.repeat(32), path: '/one' }],
  handicaps: ['L2'],
  arms: [
    { name: 'program', settings: settings.parse({}), prompt: null, files: null, agent: { command: [], folder: '/' } },
  ],
  terms: { budget: {}, provider: {}, workers: {}, prices: {} },
}

/** A worker in which the first seed fails and the second is played; later attempts are slow. */
const workerFile = join(root, 'worker.mjs')
writeFileSync(
  workerFile,
  `let attempts = 0
process.on('disconnect', () => process.exit())
process.on('message', ({ type, unit }) => {
  if (type === 'end') process.exit()
  if (type !== 'play') return
  const { key, seed } = unit
  if (seed === 2) return process.send({ type: 'done', key, result: { key, tokens: { in: 0, out: 0 }, cost_usd: null } })
  setTimeout(() => process.send({ type: 'failed', key, reason: 'no luck', isFinal: false }), attempts++ && 200)
})
process.send({ type: 'ready' })
`,
)

/** A disk so slow that the first failure is saved only after the other unit has ended. */
class SlowFolder extends ExperimentFolder {
  readonly failures: UnitFailure[] = []
  readonly #played = new AbortController()
  readonly #isPlayed = once(this.#played.signal, 'abort')

  override async saveResult(result: UnitResult): Promise<boolean> {
    const isFirst = await super.saveResult(result)
    this.#played.abort()
    return isFirst
  }

  override async saveFailure(failure: UnitFailure): Promise<void> {
    this.failures.push(failure)
    await this.#isPlayed
    await sleep(50)
    await super.saveFailure(failure)
  }
}

const run = (folder: ExperimentFolder, played: ExperimentPlan, playedBy: string, more: Partial<RunOptions> = {}) =>
  runExperiment({
    folder,
    plan: played,
    units: unitsIn(played),
    logSync: null,
    cluster: null,
    workerFile: playedBy,
    processes: 1,
    setup: {
      appRoot: root,
      dataFolder: root,
      experiment: played.name,
      mcpConfigFile: null,
      keysFor: undefined,
      secrets: {},
    },
    retryFailed: false,
    maxUnits: undefined,
    onProgress: () => {},
    signal: new AbortController().signal,
    ...more,
  })

describe('an experiment with a unit that always fails', () => {
  it('ends as failed after three attempts at it', async () => {
    const folder = new SlowFolder(root, plan.name)
    await folder.savePlan(plan, '')
    expect(await run(folder, plan, workerFile)).toMatchObject({
      why: 'failed',
      progress: { end: 'failed', done: 1, failed: 1 },
    })
    expect(folder.failures.map(({ attempts, isFinal }) => [attempts, isFinal])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ])
  })

  it('plays the others, and tries a unit once whose endpoint refuses its request', async () => {
    const refusing = join(root, 'refusing.mjs')
    writeFileSync(refusing, readFileSync(workerFile, 'utf8').replace('isFinal: false', 'isFinal: true'))
    const folder = new ExperimentFolder(root, 'refused')
    const named = { ...plan, name: 'refused' }
    await folder.savePlan(named, '')
    expect(await run(folder, named, refusing)).toMatchObject({ why: 'failed', progress: { done: 1, failed: 1 } })
    expect([...(await folder.readFailures()).values()]).toMatchObject([{ attempts: 1, reason: 'no luck' }])
  })
})

/** Two models at one endpoint, of which one is overloaded. */
const twoModels: ExperimentPlan = {
  ...plan,
  name: 'models',
  seeds: [1, 2, 3, 4],
  arms: ['overloaded', 'good'].map((name) => {
    const llm = { client_base_url: 'https://models.example.org/v1', agent_model: name }
    return { name, settings: settings.parse({ run: { player: 'llm' }, llm }), prompt: null, files: null, agent: null }
  }),
  terms: { ...plan.terms, provider: { 'models.example.org': { episodes: 1 } } },
}

/** A worker in which the units of the first arm stall, and those of the second are played. */
const stallingFile = join(root, 'stalling.mjs')
writeFileSync(
  stallingFile,
  `process.on('disconnect', () => process.exit())
const stall = (key) => process.send({ type: 'stalled', key, reason: 'It is overloaded (503).' })
process.on('message', ({ type, unit, key }) => {
  if (type === 'end') process.exit()
  if (type === 'resume') stall(key)
  if (type !== 'play') return
  if (unit.arm !== 'good') stall(unit.key)
  else process.send({ type: 'done', key: unit.key, result: { key: unit.key, tokens: { in: 0, out: 0 }, cost_usd: null } })
})
process.send({ type: 'ready' })
`,
)

it('while a model does not answer, one of its units waits, and another model at its endpoint plays on', async () => {
  const folder = new ExperimentFolder(root, twoModels.name)
  await folder.savePlan(twoModels, '')
  const stop = new AbortController()
  const seen: ExperimentProgress[] = []
  const end = await run(folder, twoModels, stallingFile, {
    signal: stop.signal,
    onProgress(progress) {
      seen.push(progress)
      if (progress.done === 4) stop.abort()
    },
  })
  expect(end).toMatchObject({ why: 'interrupted', progress: { done: 4, failed: 0 } })
  expect(seen.at(-2)).toMatchObject({
    state: 'waiting',
    left_ms: null,
    reason: expect.stringMatching(/^It is overloaded \(503\)\. Next attempt in \d+ s\.$/) as string,
    playing: [{ turns: 0, waits_for: 'It is overloaded (503).' }],
  })
  const [waited] = unitsIn(twoModels)
  expect([...(await folder.readFailures()).values()]).toEqual([
    { key: waited?.key, attempts: 0, reason: 'It is overloaded (503).', isFinal: false },
  ])
})

it('a run with a lost model plays all units of the other one before it ends', async () => {
  // Each look at the clock is a minute later, so that every retry is due.
  let now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 60_000))
  onTestFinished(() => clock.mockRestore())
  const named = { ...twoModels, name: 'lost' }
  const folder = new ExperimentFolder(root, named.name)
  await folder.savePlan(named, '')
  expect(await run(folder, named, stallingFile)).toMatchObject({
    why: 'failed',
    reason: expect.stringContaining('It is overloaded (503). All retries failed') as string,
    progress: { done: 4, failed: 0 },
  })
})

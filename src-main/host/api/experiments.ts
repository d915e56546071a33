import { setTimeout as sleep } from 'node:timers/promises'
import { ExpectedError } from '@shared/base/expected-error'
import type {
  BudgetLine,
  DryRun,
  ExperimentRow,
  ExperimentsApi,
  GridRow,
  ShownExperiment,
} from '@shared/contract/experiments'
import { computeReport } from '@shared/experiments/compute-report'
import type { ExperimentPlan, Unit } from '@shared/experiments/plan'
import {
  costPlot,
  dotsPlot,
  forestPlot,
  type LinkTo,
  pairsPlot,
  type Plot,
  profilePlot,
  turnsPlot,
} from '@shared/experiments/plots/plots'
import type { ExperimentProgress } from '@shared/experiments/progress'
import type { ExperimentReport } from '@shared/experiments/report'
import { figure } from '@shared/experiments/report-text'
import type { UnitFailure, UnitResult } from '@shared/experiments/result'
import { describeSeeds } from '@shared/experiments/seeds'
import { ExperimentFolder, listExperiments, unitsIn } from '../../experiments/plan/experiment-folder'
import { readReport, renderReport } from '../../experiments/plan/report-file'
import type { StoryLibrary } from '../../story/catalog/story-library'

/** Interval between checks for changes by another process. */
const LOOK_MS = 2000

/** What runs experiments in worker processes: `src-main/experiments/run`, which stands above the host. */
export interface ExperimentRuns {
  readonly isRunning: (name: string) => boolean
  describe(text: string): Promise<DryRun>
  start(text: string): Promise<{ readonly name: string }>
  resume(name: string, retryFailed: boolean): Promise<void>
  /** Stops all runs where they are. */
  close(): Promise<void>
}

/** What a run needs of its host. */
export interface RunMachine {
  readonly appRoot: string
  readonly dataFolder: string
  readonly mcpConfigFile: string
  readonly stories: StoryLibrary
  /** The endpoint of the user's own settings, to which keys may be sent. */
  readonly ownAddress: () => string | undefined
  readonly readSecrets: () => Readonly<Record<string, string>>
  readonly onFault: (error: Error) => void
}

export function experimentApi(dataFolder: string, runs: ExperimentRuns | null): ExperimentsApi {
  const here = () => {
    if (runs !== null) return runs
    throw new ExpectedError('not_possible', 'This program cannot run experiments: zorkgpt experiment run FILE')
  }
  const rowOf = async (name: string): Promise<ExperimentRow> => {
    const folder = new ExperimentFolder(dataFolder, name)
    const isRunning = runs?.isRunning(name) === true || (await folder.isRunElsewhere())
    return { name, isRunning, progress: await folder.readProgress(), reason: null }
  }
  return {
    async *watchExperiments(_params, signal) {
      yield* changes(
        async () => Promise.all((await listExperiments(dataFolder)).map(rowOf)),
        (rows) => JSON.stringify(rows),
        signal,
      )
    },
    async *watchExperiment({ name }, signal) {
      const folder = new ExperimentFolder(dataFolder, name)
      const results = new Map<string, UnitResult>()
      yield* changes(
        async () => {
          const plan = await folder.readPlan()
          if (plan === null) throw new ExpectedError('not_found', `There is no experiment "${name}" in ${dataFolder}.`)
          for (const [key, result] of await folder.readResults(results)) results.set(key, result)
          return shownOf(plan, await rowOf(name), results, await folder.readFailures())
        },
        // Progress and results; a changed clock alone is not a change.
        ({ row: { progress, isRunning }, report: { done, missing } }) =>
          JSON.stringify([isRunning, progress, done, missing.length]),
        signal,
      )
    },
    planExperiment: ({ text }) => here().describe(text),
    startExperiment: ({ text }) => here().start(text),
    async resumeExperiment({ name, retryFailed }) {
      await here().resume(name, retryFailed)
      return {}
    },
    readExperimentText: async ({ name }) => ({ text: await new ExperimentFolder(dataFolder, name).readText() }),
    async exportExperiment({ name, format }) {
      const content = renderReport(format, await readReport(new ExperimentFolder(dataFolder, name)))
      return { base64: Buffer.from(content).toString('base64') }
    },
    async steerExperiment({ name, wish }) {
      const folder = new ExperimentFolder(dataFolder, name)
      if (runs?.isRunning(name) !== true && !(await folder.isRunElsewhere()))
        throw new ExpectedError('not_possible', `The experiment "${name}" is not running.`)
      await folder.setDesiredState(wish)
      return {}
    },
  }
}

/** The value of `read`, each time it differs from the last one. */
async function* changes<Shown>(
  read: () => Promise<Shown>,
  stampOf: (shown: Shown) => string,
  signal: AbortSignal,
): AsyncGenerator<Shown> {
  let before: string | null = null
  while (!signal.aborted) {
    const shown = await read()
    const stamp = stampOf(shown)
    if (stamp !== before) yield shown
    before = stamp
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
}

const linkTo: LinkTo = (episode) => `#/episode/${encodeURIComponent(episode)}/trunk`

function shownOf(
  plan: ExperimentPlan,
  row: ExperimentRow,
  results: ReadonlyMap<string, UnitResult>,
  failures: ReadonlyMap<string, UnitFailure>,
): ShownExperiment {
  const units = unitsIn(plan)
  const report = computeReport(plan, units, results, failures)
  const arms = plan.arms.map(({ name }) => name)
  const several = plan.handicaps.length > 1
  return {
    row,
    report,
    arms,
    seeds: describeSeeds(plan.seeds),
    budget: budgetOf(plan, row.progress),
    grid: gridOf(plan, units, report, row, failures),
    overall: there([
      forestPlot(report, arms),
      profilePlot(report, arms),
      ...arms.filter((arm) => arm !== plan.baseline).map((arm) => pairsPlot(report, arm, arms, linkTo)),
      costPlot(report, arms),
    ]),
    byStory: plan.stories.flatMap(({ name: story, title }) =>
      plan.handicaps.map((handicap) => ({
        title: several ? `${title}, ${handicap}` : title,
        plots: there([
          dotsPlot(report, story, handicap, arms, linkTo),
          turnsPlot(plan, units, results, { story, handicap, of: 'score' }),
          turnsPlot(plan, units, results, { story, handicap, of: 'locations' }),
        ]),
      })),
    ),
  }
}

const there = (plots: readonly (Plot | null)[]): readonly Plot[] => plots.filter((plot) => plot !== null)

function budgetOf({ terms: { budget } }: ExperimentPlan, progress: ExperimentProgress | null): readonly BudgetLine[] {
  const lines: readonly BudgetLine[] = [
    { of: 'cost_usd', spent: progress?.spent.cost_usd ?? 0, most: budget.cost_usd ?? null },
    { of: 'tokens', spent: progress?.spent.tokens ?? 0, most: budget.tokens ?? null },
    { of: 'wall_minutes', spent: (progress?.wall_ms ?? 0) / 60_000, most: budget.wall_minutes ?? null },
  ]
  return lines.filter(({ spent: used, most }) => used > 0 || most !== null)
}

function gridOf(
  plan: ExperimentPlan,
  units: readonly Unit[],
  report: ExperimentReport,
  { progress, isRunning }: ExperimentRow,
  failures: ReadonlyMap<string, UnitFailure>,
): readonly GridRow[] {
  const played = new Map(report.units.map((unit) => [unit.episode, unit]))
  const playing = new Map(isRunning ? progress?.playing.map(({ key, turns }) => [key, turns]) : [])
  const highest = Math.max(...report.units.map(({ value }) => value ?? 0), 0)
  const rows = new Map<string, GridRow & { readonly units: GridRow['units'][number][] }>()
  for (const { key, episode, arm, story, handicap, seed, repeat } of units) {
    const name = JSON.stringify([story, handicap, arm])
    const row = rows.get(name) ?? { arm, story, handicap, units: [] }
    rows.set(name, row)
    const result = played.get(episode)
    const value = result?.value ?? null
    const state = stateOf(result !== undefined, playing.has(key), failures.get(key)?.isFinal === true)
    row.units.push({
      episode,
      seed,
      repeat,
      state,
      value: figure(value, plan.primary),
      share: value === null || highest <= 0 ? null : Math.max(0, value) / highest,
      turns: result?.turns ?? playing.get(key) ?? 0,
    })
  }
  const order = ({ arm, story }: GridRow) =>
    plan.stories.findIndex(({ name }) => name === story) * plan.arms.length +
    plan.arms.findIndex(({ name }) => name === arm)
  return [...rows.values()].toSorted((one, other) => order(one) - order(other))
}

function stateOf(isPlayed: boolean, isPlaying: boolean, isFailed: boolean): GridRow['units'][number]['state'] {
  if (isPlayed) return 'played'
  if (isPlaying) return 'playing'
  return isFailed ? 'failed' : 'waiting'
}

import { ExpectedError } from '@shared/base/expected-error'
import type { BudgetLine, ExperimentRow, GridRow, ShownExperiment } from '@shared/contract/experiments'
import { computeReport } from '@shared/experiments/compute-report'
import type { ExperimentPlan, Unit } from '@shared/experiments/plan'
import { differencePlots } from '@shared/experiments/plots/difference-plots'
import type { LinkTo, Plot } from '@shared/experiments/plots/plot-parts'
import { costPlot, dotsPlot, profilePlot, turnsPlot } from '@shared/experiments/plots/plots'
import type { ProbeRecord } from '@shared/experiments/probe'
import type { ExperimentProgress } from '@shared/experiments/progress'
import { type ExperimentReport, storyTitle } from '@shared/experiments/report'
import { figure } from '@shared/experiments/report-text'
import type { UnitFailure, UnitResult } from '@shared/experiments/result'
import { describeSeeds } from '@shared/experiments/seeds'
import { type ExperimentFolder, unitsIn } from '../../experiments/plan/experiment-folder'
import { readProbes } from '../../experiments/plan/probe-file'

/** An experiment as a window shows it. Rejects with `not_found`, and with `bad_file` for an unreadable plan. */
export async function showExperiment(folder: ExperimentFolder, row: ExperimentRow): Promise<ShownExperiment> {
  const plan = await folder.readPlan()
  if (plan === null)
    throw new ExpectedError('not_found', `There is no experiment "${folder.name}" in ${folder.dataFolder}.`)
  const [results, failures, probes] = [folder.readResults(), folder.readFailures(), readProbes(folder.dataFolder)]
  return shownOf(plan, row, await results, await failures, await probes)
}

const linkTo: LinkTo = (episode) => `#/episode/${encodeURIComponent(episode)}/trunk`

function shownOf(
  plan: ExperimentPlan,
  row: ExperimentRow,
  results: ReadonlyMap<string, UnitResult>,
  failures: ReadonlyMap<string, UnitFailure>,
  probes: readonly ProbeRecord[],
): ShownExperiment {
  const units = unitsIn(plan)
  const report = computeReport(plan, units, results, failures, probes)
  const arms = plan.arms.map(({ name }) => name)
  return {
    report,
    arms,
    seeds: describeSeeds(plan.seeds),
    budget: budgetOf(plan, row.progress),
    grid: gridOf(plan, units, report, row, failures),
    overall: there([
      ...differencePlots(report, 'arms', arms, linkTo),
      ...differencePlots(report, 'handicaps', arms, linkTo),
      profilePlot(report, arms),
      costPlot(report, arms),
    ]),
    byStory: plan.stories.map(({ name: story }) => ({
      title: storyTitle(report, story),
      plots: there([
        dotsPlot(report, story, arms, linkTo),
        turnsPlot(plan, units, results, { story, of: 'score' }),
        turnsPlot(plan, units, results, { story, of: 'locations' }),
      ]),
    })),
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
  const reasons = new Map(report.missing.map(({ episode, reason }) => [episode, reason]))
  const playing = new Map(isRunning ? progress?.playing.map((unit) => [unit.key, unit]) : [])
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
      reason:
        reasons.get(episode) ?? (playing.has(key) ? playing.get(key)?.waits_for : failures.get(key)?.reason) ?? null,
      share: highest <= 0 ? 0 : Math.max(0, value ?? 0) / highest,
      turns: result?.turns ?? playing.get(key)?.turns ?? 0,
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

import { z } from 'zod'
import type { Handicap } from '../episode/log/event'
import type { ExperimentForm } from '../experiments/experiment-form'
import type { Plot } from '../experiments/plots/plot-parts'
import type { ExperimentProgress } from '../experiments/progress'
import type { ExperimentReport } from '../experiments/report'
import { REPORT_FORMATS } from '../experiments/report-formats'
import { type ApiOf, command, feed, none } from './define'

/** Experiments of the data folder, which a window or a terminal can start, watch and steer. */

/** The desired state of a running experiment, possibly in another program. */
export const DESIRED_STATES = ['run', 'pause', 'cancel'] as const
export type DesiredState = (typeof DESIRED_STATES)[number]

const experimentName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/, 'is not the name of an experiment')
const byExperiment = z.object({ name: experimentName })

/**
 * The text of a zorkgpt.experiment.toml. A page may not name programs or files of this machine in it. Errors name no
 * line of a text that was made from a form, because the user does not see it.
 */
const byText = z.object({ text: z.string().max(200_000), isOfForm: z.boolean().optional() })

export const experiments = {
  /** State and progress of each experiment, without the report, which may take long to compute. */
  watchExperiments: feed(none).gives<readonly ExperimentRow[]>(),
  /** The report. Refused with `not_found`, or with `bad_file` for a plan that cannot be read. */
  watchExperiment: feed(byExperiment).gives<ShownExperiment>(),
  /** Checks the text and describes what a run would play. Refused with `bad_file` or `bad_input`. */
  planExperiment: command(byText).gives<DryRun>(),
  /** Plays the missing episodes in processes of this host. Refused like `planExperiment`, and with `running`. */
  startExperiment: command(byText).gives<{ readonly name: string }>(),
  /** Continues a stopped experiment, even if a terminal started it. */
  resumeExperiment: command(byExperiment.extend({ retryFailed: z.boolean() })),
  /** The text of the last run, and the form that plays the same; null if a form cannot show all of it. */
  readExperimentText: command(byExperiment).gives<{ readonly text: string; readonly form: ExperimentForm | null }>(),
  /** Deletes the folder of the experiment, but none of its episodes. Refused with `running`. */
  deleteExperiment: command(byExperiment),
  exportExperiment: command(byExperiment.extend({ format: z.enum(REPORT_FORMATS) })).gives<{
    readonly base64: string
  }>(),
  /** Refused with `not_possible` unless a program runs the experiment. */
  steerExperiment: command(byExperiment.extend({ wish: z.enum(DESIRED_STATES) })),
}
export type ExperimentsApi = ApiOf<typeof experiments>

export interface DryRun {
  readonly name: string
  /** Number of episodes that are not played yet. */
  readonly left: number
  /** Lines of text with the size and the estimated cost. */
  readonly lines: readonly string[]
}

export interface ExperimentRow {
  readonly name: string
  readonly isRunning: boolean
  readonly progress: ExperimentProgress | null
  /** Time of the first run, ISO 8601; null for a plan of an earlier version, which does not record it. */
  readonly startedAt: string | null
  readonly arms: readonly string[]
}

export interface ShownExperiment {
  readonly report: ExperimentReport
  /** In the order of the plan, which also determines their colors. */
  readonly arms: readonly string[]
  readonly seeds: string
  readonly budget: readonly BudgetLine[]
  readonly grid: readonly GridRow[]
  readonly overall: readonly Plot[]
  readonly byStory: readonly { readonly title: string; readonly plots: readonly Plot[] }[]
}

export interface BudgetLine {
  readonly of: 'cost_usd' | 'tokens' | 'wall_minutes'
  readonly spent: number
  readonly most: number | null
}

/** All units of an arm in one story with one handicap, in the order in which they are started. */
export interface GridRow {
  readonly arm: string
  readonly story: string
  readonly handicap: Handicap
  readonly units: readonly GridUnit[]
}

export interface GridUnit {
  readonly episode: string
  readonly seed: number
  readonly repeat: number
  readonly state: 'waiting' | 'playing' | 'played' | 'failed'
  /** The value of the primary measure, as text; empty if there is none. */
  readonly value: string
  /** Why the episode has no value, has failed or waits; null otherwise. */
  readonly reason: string | null
  /** The value divided by the highest one of the experiment, for the shade; 0 if there is none. */
  readonly share: number
  readonly turns: number
}

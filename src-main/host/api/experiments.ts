import { setTimeout as sleep } from 'node:timers/promises'
import { ExpectedError } from '@shared/base/expected-error'
import type { DryRun, ExperimentRow, ExperimentsApi } from '@shared/contract/experiments'
import type { ExperimentForm } from '@shared/experiments/experiment-form'
import type { Settings } from '@shared/settings/settings'
import { ExperimentFolder, listExperiments } from '../../experiments/plan/experiment-folder'
import type { StoryLibrary } from '../../story/catalog/story-library'
import type { LongWork } from '../work/long-work'

/** Interval between checks for changes by another process. */
const LOOK_MS = 2000

/** Runs experiments in worker processes. Implemented in `src-main/experiments/run`, which is above the host. */
export interface ExperimentRuns {
  readonly isRunning: (name: string) => boolean
  /** `isOfForm`: errors name no line. */
  describe(text: string, isOfForm?: boolean): Promise<DryRun>
  formOf(name: string): Promise<ExperimentForm | null>
  start(text: string, isOfForm?: boolean): Promise<{ readonly name: string }>
  resume(name: string, retryFailed: boolean): Promise<void>
  /** Stops all runs; they can be resumed. */
  close(): Promise<void>
}

/** The parts of the host that a run needs. */
export interface RunMachine {
  readonly appRoot: string
  readonly dataFolder: string
  readonly mcpConfigFile: string
  readonly stories: StoryLibrary
  /**
   * Lets workers, whose settings are those of an arm, send the keys of the user's own settings to their address, and no
   * other keys. Rejects with `cannot_write`.
   */
  keepOwnKeys(): Promise<void>
  /** Why the model of an arm cannot be used, or null. */
  readonly whyNoModel: (settings: Settings) => string | null
  readonly readSecrets: () => Readonly<Record<string, string>>
  readonly onFault: (error: Error) => void
}

export function experimentApi(dataFolder: string, runs: ExperimentRuns | null, work: LongWork): ExperimentsApi {
  const here = () => {
    if (runs !== null) return runs
    throw new ExpectedError('not_possible', 'This shell cannot run experiments. Use: zorkgpt experiment run FILE')
  }
  const heads = new Map<string, PlanHead>()
  const rowOf = async (name: string): Promise<ExperimentRow> => {
    const folder = new ExperimentFolder(dataFolder, name)
    const isRunning = runs?.isRunning(name) === true || (await folder.isRunElsewhere())
    const head = await readHead(folder, heads.get(name))
    heads.set(name, head)
    return { name, isRunning, progress: await folder.readProgress(), startedAt: head.startedAt, arms: head.arms }
  }
  return {
    async *watchExperiments(_params, signal) {
      yield* changes(
        async () => (await Promise.all((await listExperiments(dataFolder)).map(rowOf))).toSorted(newestFirst),
        (rows) => JSON.stringify(rows),
        signal,
      )
    },
    async *watchExperiment({ name }, signal) {
      const folder = new ExperimentFolder(dataFolder, name)
      const looks = changes(
        async () => ({ row: await rowOf(name), files: await folder.countFiles() }),
        ({ row: { progress, isRunning }, files }) => JSON.stringify([isRunning, progress, files]),
        signal,
      )
      for await (const { row } of looks) yield work.showExperiment({ dataFolder, row })
    },
    planExperiment: ({ text, isOfForm }) => here().describe(text, isOfForm),
    startExperiment: ({ text, isOfForm }) => here().start(text, isOfForm),
    async resumeExperiment({ name, retryFailed }) {
      await here().resume(name, retryFailed)
      return {}
    },
    readExperimentText: async ({ name }) => ({
      text: await new ExperimentFolder(dataFolder, name).readText(),
      form: (await runs?.formOf(name)) ?? null,
    }),
    async deleteExperiment({ name }) {
      await new ExperimentFolder(dataFolder, name).delete()
      return {}
    },
    exportExperiment: async ({ name, format }) => ({
      base64: await work.exportExperiment({ dataFolder, name, format }),
    }),
    async steerExperiment({ name, wish }) {
      const folder = new ExperimentFolder(dataFolder, name)
      if (runs?.isRunning(name) !== true && !(await folder.isRunElsewhere()))
        throw new ExpectedError('not_possible', `The experiment "${name}" is not running.`)
      await folder.setDesiredState(wish)
      return {}
    },
  }
}

/** The part of a plan that the list shows. */
interface PlanHead extends Pick<ExperimentRow, 'startedAt' | 'arms'> {
  readonly stamp: number
}

const newestFirst = ({ startedAt: one }: ExperimentRow, { startedAt: other }: ExperimentRow): number =>
  (other ?? '').localeCompare(one ?? '')

/** Reads the plan only if it has changed, because the list is polled every few seconds. */
async function readHead(folder: ExperimentFolder, before: PlanHead | undefined): Promise<PlanHead> {
  const stamp = await folder.readPlanStamp()
  if (before?.stamp === stamp) return before
  const plan = await folder.readPlan().catch(() => null)
  return { stamp, startedAt: plan?.started_at ?? null, arms: plan?.arms.map(({ name }) => name) ?? [] }
}

/** Yields the value of `read` each time it has changed. */
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

import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { APP_VERSION } from '@shared/base/app-version'
import { ExpectedError } from '@shared/base/expected-error'
import type { ExperimentPlan } from '@shared/experiments/plan'
import { experimentTables } from '@shared/experiments/experiment-table'
import type { ExperimentProgress } from '@shared/experiments/progress'
import { ExperimentFolder, unitsIn } from '../plan/experiment-folder'
import { makePlainFolder } from '../../base/files/make-folder'
import { replacePlain } from '../../base/files/replace-file'
import { requireCompatible } from '../run/make-plan'
import { type RunEnd, runExperiment, type RunOptions } from '../run/run-experiment'
import { ExperimentStore } from '../store/experiment-store'
import type { ObjectStore } from '../store/object-store'
import { createLogSync } from './log-sync'
import { createCoordinator } from './coordinator'
import { unitGroupsOf } from './unit-groups'
import type { QueueDatabase } from './queue-database'
import { SharedQueue } from './shared-queue'

interface SharedRunOptions {
  readonly store: ObjectStore
  readonly dataFolder: string
  /** The queue; or which part of all units is played here, without one: `index` of `count`, from 1. */
  readonly source: QueueDatabase | { readonly index: number; readonly count: number }
  readonly workerFile: string
  readonly processes: number | undefined
  readonly defaultProcesses: number
  readonly setup: Omit<RunOptions['setup'], 'experiment' | 'dataFolder'>
  /** Throws for a plan whose programs nobody has agreed to. */
  readonly requireAgreement: (plan: ExperimentPlan) => void
  readonly onProgress: (progress: ExperimentProgress) => void
  readonly signal: AbortSignal
}

/** Plays units of one experiment, which others play as well, until nothing of it is left, or its run ends. */
export async function runSharedExperiment(name: string, work: SharedRunOptions): Promise<RunEnd> {
  const { dataFolder, source, processes, defaultProcesses, setup, requireAgreement, onProgress, workerFile, signal } =
    work
  const store = new ExperimentStore(work.store, name)
  const folder = new ExperimentFolder(dataFolder, name)
  const plan = await fetchPlan(store, folder, work.store.name)
  if (plan.app_version !== APP_VERSION)
    throw new ExpectedError(
      'not_possible',
      `"${name}" was published with version ${plan.app_version} of the app, and this is ${APP_VERSION}, which may play otherwise. Use that version here, or publish it again with this one.`,
    )
  requireAgreement(plan)
  const units = unitsIn(plan)
  const slice = 'count' in source ? units.filter((_, index) => index % source.count === source.index - 1) : units
  const recorded = new Set(plan.arms.flatMap(({ name: arm, files }) => (files === null ? [] : [arm])))
  const all = new Map(units.map((unit) => [unit.key, unit]))
  return runExperiment({
    folder,
    plan: 'count' in source ? planOfSlice(plan, source.count) : plan,
    units: slice.filter(({ arm }) => !recorded.has(arm)),
    courier: createLogSync(store, dataFolder),
    shared:
      'count' in source
        ? null
        : {
            queue: new SharedQueue(source, name, all, unitGroupsOf(plan, store), signal),
            exchange: createCoordinator(source, name),
          },
    workerFile,
    processes: processes ?? plan.terms.workers.processes ?? defaultProcesses,
    setup: { ...setup, dataFolder, experiment: name },
    retryFailed: false,
    most: undefined,
    onProgress,
    signal,
  })
}

/** Slices know nothing of each other: each may take its part of what all may. */
function planOfSlice(plan: ExperimentPlan, count: number): ExperimentPlan {
  const { budget, provider } = plan.terms
  const part = (most: number | undefined) => most && most / count
  const whole = (most: number | undefined) => most && Math.max(1, Math.floor(most / count))
  return {
    ...plan,
    terms: {
      ...plan.terms,
      budget: { ...budget, cost_usd: part(budget.cost_usd), tokens: whole(budget.tokens) },
      provider: Object.fromEntries(
        Object.entries(provider).map(([name, { episodes, requests_per_minute: requests }]) => [
          name,
          { episodes: whole(episodes), requests_per_minute: part(requests) },
        ]),
      ),
    },
  }
}

/** The plan as it is for this machine: its stories lie beside it. Rejects with `not_found` if there is none. */
export async function fetchPlan(
  store: ExperimentStore,
  folder: ExperimentFolder,
  where: string,
): Promise<ExperimentPlan> {
  // The names of experiments that wait come from the database, which others write to.
  if (!experimentTables.shape.experiment.shape.name.safeParse(store.name).success)
    throw new ExpectedError('bad_input', `"${store.name}" cannot be the name of an experiment.`)
  const published = await store.readPlan()
  if (published !== null && published.name !== store.name)
    throw new ExpectedError('bad_input', `What lies in ${where} as "${store.name}" is the plan of "${published.name}".`)
  if (published === null)
    throw new ExpectedError(
      'not_found',
      `There is no experiment "${store.name}" in ${where}: zorkgpt experiment publish FILE puts it there.`,
    )
  await makePlainFolder(folder.pathOf('stories'))
  const stories: ExperimentPlan['stories'] = await Promise.all(
    published.stories.map(async (story) => {
      const bytes = await store.readStory(story.sha256)
      if (createHash('sha256').update(bytes).digest('hex') !== story.sha256)
        throw new ExpectedError(
          'not_received',
          `The story "${story.name}" in ${where} is another file than the plan says.`,
        )
      const ending = /^\.\w{2,5}$/.exec(extname(story.path))?.[0] ?? '.z5'
      const place = folder.pathOf('stories', `${story.sha256}${ending}`)
      await replacePlain(place, bytes)
      return { ...story, path: place.path }
    }),
  )
  const plan = await requireCompatible(folder, { ...published, stories })
  await folder.savePlan(plan, `# Published as ${store.name} in ${where}; plan.json is what was published.\n`)
  return plan
}

import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { APP_VERSION } from '@shared/base/app-version'
import { ExpectedError } from '@shared/base/expected-error'
import { experimentTables } from '@shared/experiments/experiment-table'
import { type ExperimentPlan, unitsToPlay } from '@shared/experiments/plan'
import type { ExperimentProgress } from '@shared/experiments/progress'
import { makePlainFolder } from '../../base/files/plain-file'
import { replacePlain } from '../../base/files/replace-file'
import { ExperimentFolder, unitsIn } from '../plan/experiment-folder'
import { requireCompatible } from '../run/make-plan'
import type { RunEnd } from '../run/run-end'
import { runExperiment, type RunOptions } from '../run/run-experiment'
import { ExperimentStore } from '../store/experiment-store'
import type { ObjectStore } from '../store/object-store'
import { createCoordinator } from './coordinator'
import { createLogSync } from './log-sync'
import { openSharedQueue } from './open-shared-queue'
import type { QueueDatabase } from './queue-database'

interface SharedRunOptions {
  readonly store: ObjectStore
  readonly dataFolder: string
  /** The queue, or the slice of the units that this machine plays: number `index` of `count`, from 1. */
  readonly source: QueueDatabase | { readonly index: number; readonly count: number }
  readonly workerFile: string
  readonly processes: number | undefined
  readonly defaultProcesses: number
  readonly setup: Omit<RunOptions['setup'], 'experiment' | 'dataFolder'>
  /** Throws for a plan with programs that the user has not agreed to. */
  readonly requireAgreement: (plan: ExperimentPlan) => void
  readonly onProgress: (progress: ExperimentProgress) => void
  readonly signal: AbortSignal
}

/** Plays units of an experiment that other machines play as well, until no unit is left or the run ends early. */
export async function runSharedExperiment(name: string, work: SharedRunOptions): Promise<RunEnd> {
  const { dataFolder, source, processes, defaultProcesses, setup, requireAgreement, onProgress, workerFile, signal } =
    work
  const store = new ExperimentStore(work.store, name)
  const folder = new ExperimentFolder(dataFolder, name)
  const plan = await fetchPublishedPlan(store, folder, work.store.name)
  if (plan.app_version !== APP_VERSION)
    throw new ExpectedError(
      'not_possible',
      `"${name}" was published with version ${plan.app_version} of the app, and this is ${APP_VERSION}, which may play differently. Use that version here, or publish the experiment again with this one.`,
    )
  requireAgreement(plan)
  const units = unitsIn(plan)
  const slice = 'count' in source ? units.filter((_, index) => index % source.count === source.index - 1) : units
  return runExperiment({
    folder,
    plan: 'count' in source ? planOfSlice(plan, source.count) : plan,
    units: unitsToPlay(plan, slice),
    logSync: createLogSync(store, dataFolder),
    cluster:
      'count' in source
        ? null
        : {
            queue: openSharedQueue(source, plan, store, signal),
            coordinator: createCoordinator(source, name),
          },
    workerFile,
    processes: processes ?? plan.terms.workers.processes ?? defaultProcesses,
    setup: { ...setup, dataFolder, experiment: name },
    retryFailed: false,
    maxUnits: undefined,
    onProgress,
    signal,
  })
}

/** The plan with one of `count` equal parts of the budget and the limits, because slices do not communicate. */
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

/** Saves the published plan and its stories in the data folder. Rejects with `not_found` if it is not published. */
export async function fetchPublishedPlan(
  store: ExperimentStore,
  folder: ExperimentFolder,
  where: string,
): Promise<ExperimentPlan> {
  // Names come from the database, to which other programs can write.
  if (!experimentTables.shape.experiment.shape.name.safeParse(store.name).success)
    throw new ExpectedError('bad_input', `"${store.name}" is not a valid name of an experiment.`)
  const published = await store.readPlan()
  if (published !== null && published.name !== store.name)
    throw new ExpectedError('bad_input', `The plan of "${store.name}" in ${where} is that of "${published.name}".`)
  if (published === null)
    throw new ExpectedError(
      'not_found',
      `There is no experiment "${store.name}" in ${where}: zorkgpt experiment publish FILE publishes it.`,
    )
  await makePlainFolder(folder.pathOf('stories'))
  const stories: ExperimentPlan['stories'] = await Promise.all(
    published.stories.map(async (story) => {
      const bytes = await store.readStory(story.sha256)
      if (createHash('sha256').update(bytes).digest('hex') !== story.sha256)
        throw new ExpectedError(
          'not_received',
          `The story "${story.name}" in ${where} does not have the hash of the plan.`,
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

import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ExpectedError, isExpected } from '@shared/base/expected-error'
import type { DesiredState } from '@shared/contract/experiments'
import { follow } from '../../../experiments/cluster/follow'
import { publish } from '../../../experiments/cluster/publish'
import type { QueueDatabase } from '../../../experiments/cluster/queue-database'
import { fetchPublishedPlan, runSharedExperiment } from '../../../experiments/cluster/run-shared-experiment'
import { ExperimentFolder } from '../../../experiments/plan/experiment-folder'
import type { ExperimentFile } from '../../../experiments/plan/read-experiment'
import type { RunEnd } from '../../../experiments/run/run-end'
import { ExperimentStore } from '../../../experiments/store/experiment-store'
import type { ObjectStore } from '../../../experiments/store/object-store'
import { openStore } from '../../../experiments/store/open-store'
import { readPath, requireWritable } from '../../../host/episodes/data-folder'
import { exitStatusOf } from '../../exit-status'
import { badUsage, readNumber, type Values } from '../command/arguments'
import { type CommandContext, untilInterrupted } from '../command/command-context'
import { dataFolderOf } from '../command/open-host'
import { EXIT_STATUSES, planFile, refusePrograms } from './run-file'
import { progressLine, showProgress } from './words'

type ExperimentValues = Values<'experiment'>

/** The wait of a worker that found no unit to play. */
const IDLE_MS = 2000
/** The wait of a worker before it retries an experiment that it could not play. */
const FAILED_MS = 60_000

/** Publishes an experiment for workers of other machines. */
export async function publishFile(
  file: ExperimentFile,
  values: ExperimentValues,
  context: CommandContext,
): Promise<number> {
  const { plan, dataFolder } = await planFile(file, values, context)
  if (!values.agree) refusePrograms(plan)
  return withPlaces(values, context, 'may have none', async (objects, database) => {
    const store = new ExperimentStore(objects, plan.name)
    await requireWritable(dataFolder)
    const waiting = await publish(plan, { store, database, dataFolder, retryFailed: values['retry-failed'] === true })
    const where = database === null ? '--slice 1/N' : '--queue URL'
    context.printLine(
      `${plan.name}: ${waiting} ${waiting === 1 ? 'episode waits' : 'episodes wait'} in ${objects.name}. zorkgpt experiment worker ${plan.name} --store ${objects.name} ${where} plays them; zorkgpt experiment follow ${plan.name} shows how far they are.`,
    )
    return 0
  })
}

/** Plays units of the queue, or a slice of one experiment, until there are no more or it is interrupted. */
export async function work(
  name: string | undefined,
  values: ExperimentValues,
  context: CommandContext,
): Promise<number> {
  const slice = readSlice(values.slice)
  if (slice !== null && name === undefined) throw badUsage('--slice needs the name of an experiment.')
  const processes = readNumber(values.workers, 'workers', 1, 256)
  const dataFolder = dataFolderOf(values, context)
  await requireWritable(dataFolder)
  const explain = () =>
    context.printError('Finished turns are sent, and the units are released. Press Ctrl+C again to end at once.')
  const needs = slice === null ? 'needs one' : 'may have none'
  const act = (signal: AbortSignal) =>
    withPlaces(values, context, needs, async (store, database) => {
      const workOnOne = async (experiment: string): Promise<RunEnd> => {
        const end = await runSharedExperiment(experiment, {
          store,
          dataFolder,
          source: slice ?? given(database),
          workerFile: resolve(context.appRoot, 'out/main/experiment-worker.js'),
          processes,
          defaultProcesses: availableParallelism(),
          setup: {
            appRoot: context.appRoot,
            mcpConfigFile: readPath('--mcp-config', values['mcp-config'], context.cwd),
            keysFor: values['send-key-to'],
            secrets: {},
          },
          requireAgreement: (plan) => {
            if (!values.agree) refusePrograms(plan)
          },
          onProgress: showProgress(values.json === true, context),
          signal,
        })
        if (values.json) context.printJson({ experiment, ...end.progress })
        else context.printLine(`${experiment}: ${end.reason}: ${progressLine({ ...end.progress, reason: null })}`)
        return end
      }
      if (slice !== null && name !== undefined) return EXIT_STATUSES[(await workOnOne(name)).why]
      // Without this check, the worker would wait forever for a misspelled name.
      if (name !== undefined)
        await fetchPublishedPlan(new ExperimentStore(store, name), new ExperimentFolder(dataFolder, name), store.name)
      /** An experiment that cannot be played here ends a worker only if it is named. */
      const tryOne = async (experiment: string): Promise<number> => {
        try {
          return EXIT_STATUSES[(await workOnOne(experiment)).why]
        } catch (error) {
          if (name !== undefined || !isExpected(error)) throw error
          context.printError(`zorkgpt: ${error.message}`)
          return exitStatusOf(error)
        }
      }
      const unfinished = async () => {
        const all = await given(database).unfinished(signal)
        return all.filter((experiment) => name === undefined || experiment.name === name)
      }
      // When to retry each failed experiment: another machine may play it, or the cause may be fixed.
      const resting = new Map<string, number>()
      let status = 0
      while (!signal.aborted) {
        const left = await unfinished()
        const isResting = (experiment: string) => (resting.get(experiment) ?? 0) > performance.now()
        const next = left.find((experiment) => experiment.hasWaitingUnits && !isResting(experiment.name))?.name
        if (next !== undefined) {
          const ended = await tryOne(next)
          if (ended !== 0) status = ended
          if (
            ended !== 0 &&
            (await unfinished()).some((experiment) => experiment.name === next && experiment.hasWaitingUnits)
          )
            resting.set(next, values['exit-when-empty'] ? Infinity : performance.now() + FAILED_MS)
        } else if (values['exit-when-empty'] && left.every((experiment) => isResting(experiment.name))) return status
        await sleep(IDLE_MS, undefined, { signal }).catch(() => {})
      }
      return status
    })
  return untilInterrupted(context, act, explain)
}

/** Copies the results of other machines to this one. */
export async function followNamed(name: string, values: ExperimentValues, context: CommandContext): Promise<number> {
  const dataFolder = dataFolderOf(values, context)
  await requireWritable(dataFolder)
  return untilInterrupted(context, (signal) =>
    withPlaces(values, context, 'may have none', async (objects, database) => {
      const store = new ExperimentStore(objects, name)
      const folder = new ExperimentFolder(dataFolder, name)
      const progress = await follow({
        plan: await fetchPublishedPlan(store, folder, objects.name),
        folder,
        store,
        database,
        isWatch: values.watch === true,
        onProgress: showProgress(values.json === true, context),
        signal,
      })
      if (values.json) context.printJson(progress)
      else {
        const isStopped = progress.reason !== null && progress.done + progress.failed < progress.planned
        const next = isStopped
          ? `Resume with: zorkgpt experiment resume ${name}`
          : `Show the results with: zorkgpt experiment report ${name}`
        context.printLine(`${name}: ${progressLine(progress)}. ${next}`)
      }
      return progress.failed > 0 ? 1 : 0
    }),
  )
}

export async function setStateElsewhere(
  name: string,
  state: DesiredState,
  values: ExperimentValues,
  context: CommandContext,
): Promise<number> {
  const { QueueDatabase: Database } = await loadQueue()
  const database = await Database.open(queueOf(values, context) ?? '')
  try {
    if (!(await database.isPublished(name)))
      throw new ExpectedError(
        'not_found',
        `The queue has no experiment "${name}". Publish it with: zorkgpt experiment publish FILE. For an experiment that this machine runs, leave out --queue and ZORKGPT_QUEUE_URL.`,
      )
    await database.setDesiredState(name, state)
    context.printLine(STATE_SET[state])
    return 0
  } finally {
    await database.close()
  }
}

const STATE_SET: Readonly<Record<DesiredState, string>> = {
  run: 'Its workers continue.',
  pause: 'Its workers start no more episodes. Resume with: zorkgpt experiment resume NAME',
  cancel: 'Its workers release their episodes. Resume with: zorkgpt experiment resume NAME',
}

/** The option or the variable, which hides the password from the list of processes; undefined for neither. */
export const queueOf = ({ queue }: ExperimentValues, { env }: CommandContext): string | undefined =>
  queue ?? (env.ZORKGPT_QUEUE_URL || undefined)

async function withPlaces<Result>(
  values: ExperimentValues,
  context: CommandContext,
  needs: 'needs one' | 'may have none',
  act: (store: ObjectStore, database: QueueDatabase | null) => Promise<Result>,
): Promise<Result> {
  const address = values.store ?? context.env.ZORKGPT_STORE
  if (!address)
    throw badUsage(
      '--store is missing, and ZORKGPT_STORE is not set: the absolute path of a folder that all machines see, or s3://BUCKET/PREFIX.',
    )
  const queue = values.slice === undefined ? queueOf(values, context) : undefined
  if (queue === undefined && needs === 'needs one')
    throw badUsage(
      '--queue is missing, and ZORKGPT_QUEUE_URL is not set: postgres://USER:PASSWORD@HOST/DATABASE; or --slice 1/N without a queue.',
    )
  const store = await openStore(address, context.env)
  const database = queue === undefined ? null : await (await loadQueue()).QueueDatabase.open(queue)
  try {
    return await act(store, database)
  } finally {
    await database?.close()
  }
}

/** Loaded on demand, because the database client needs a newer Node than the other commands. */
function loadQueue() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 22 || (major === 22 && minor < 12))
    throw new ExpectedError(
      'not_possible',
      `A queue needs Node 22.12 or newer; this is Node ${process.versions.node}. Use a newer Node, or --slice 1/N without a queue.`,
    )
  return import('../../../experiments/cluster/queue-database')
}

function given(database: QueueDatabase | null): QueueDatabase {
  if (database === null) throw new Error('There is no queue.')
  return database
}

function readSlice(text: string | undefined): { readonly index: number; readonly count: number } | null {
  if (text === undefined) return null
  const [, index = 0, count = 0] = (/^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? []).map(Number)
  if (index < 1 || index > count)
    throw badUsage(`--slice is "${text}". It must be I/N, such as 3/8 for the third of eight parts.`)
  return { index, count }
}

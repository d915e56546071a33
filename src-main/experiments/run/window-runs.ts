import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { asksEndpoint, type ExperimentPlan } from '@shared/experiments/plan'
import type { ExperimentRuns, RunMachine } from '../../host/api/experiments'
import { requireWritable } from '../../host/episodes/data-folder'
import { ExperimentFolder, unitsIn } from '../plan/experiment-folder'
import { formOfPlan } from '../plan/form-of-plan'
import { type ExperimentFile, parseExperiment } from '../plan/read-experiment'
import { describePlan } from './describe-plan'
import { makePlan, requireCompatible } from './make-plan'
import { runExperiment } from './run-experiment'

/** Stands for the file name in messages, because the text has no file. */
const THE_FILE = 'The experiment'

/**
 * Runs experiments for a window, as the command line does: in worker processes, until the host closes. The text of an
 * experiment comes from a page and is not trusted: it must not name a program or a file of the machine.
 */
export function openExperimentRuns(machine: RunMachine): ExperimentRuns {
  const { appRoot, dataFolder, mcpConfigFile, stories } = machine
  const running = new Map<string, { readonly stop: AbortController; readonly ended: Promise<unknown> }>()

  async function planOf(text: string, isOfForm = false) {
    const file = parseExperiment(THE_FILE, text, !isOfForm)
    await refuseOwnFiles(
      file,
      (await stories.list()).map(({ id }) => id),
    )
    const next = await makePlan(file, stories)
    const folder = new ExperimentFolder(dataFolder, next.name)
    return { plan: await requireCompatible(folder, next), folder }
  }

  function run(plan: ExperimentPlan, folder: ExperimentFolder, retryFailed: boolean): void {
    // Two windows may ask for it at once.
    if (running.has(plan.name)) return
    const stop = new AbortController()
    const ended = runExperiment({
      folder,
      plan,
      units: unitsIn(plan),
      logSync: null,
      cluster: null,
      workerFile: resolve(appRoot, 'out/main/experiment-worker.js'),
      processes: Math.min(plan.terms.workers.processes ?? Infinity, availableParallelism()),
      setup: {
        appRoot,
        dataFolder,
        experiment: plan.name,
        mcpConfigFile,
        keysFor: undefined,
        secrets: machine.readSecrets(),
      },
      retryFailed,
      maxUnits: undefined,
      onProgress: () => {},
      signal: stop.signal,
    })
      .catch((error: Error) => machine.onFault(error))
      .finally(() => running.delete(plan.name))
    running.set(plan.name, { stop, ended })
  }

  const isRun = async (folder: ExperimentFolder) => running.has(folder.name) || (await folder.isRunElsewhere())

  return {
    isRunning: (name) => running.has(name),
    async describe(text, isOfForm) {
      const { plan, folder } = await planOf(text, isOfForm)
      const results = await folder.readResults()
      const left = unitsIn(plan).filter(({ key }) => !results.has(key)).length
      const lines = (await describePlan(plan, folder)).split('\n')
      const faults = plan.arms.filter(asksEndpoint).flatMap(({ name, settings }) => {
        const why = machine.whyNoModel(settings)
        return why === null ? [] : [`Arm "${name}" cannot be played yet. ${why}`]
      })
      return { name: plan.name, left, lines: [...lines, ...faults] }
    },
    async formOf(name) {
      const plan = await new ExperimentFolder(dataFolder, name).readPlan()
      return plan && formOfPlan(plan, (text) => makePlan(parseExperiment(THE_FILE, text), stories))
    },
    async start(text, isOfForm) {
      const { plan, folder } = await planOf(text, isOfForm)
      if (await isRun(folder)) throw new ExpectedError('running', `The experiment "${plan.name}" is running already.`)
      await requireWritable(dataFolder)
      await folder.savePlan(plan, text)
      await machine.keepOwnKeys()
      run(plan, folder, false)
      return { name: plan.name }
    },
    async resume(name, retryFailed) {
      const folder = new ExperimentFolder(dataFolder, name)
      const plan = await folder.readPlan()
      if (plan === null) throw new ExpectedError('not_found', `There is no experiment "${name}" in ${dataFolder}.`)
      const program = plan.arms.find(({ agent }) => agent !== null)
      if (program !== undefined) throw fromTerminalOnly(`Arm "${program.name}" runs a program`)
      // The user clicked twice, or in two windows: a window learns of a run some seconds later.
      if (await isRun(folder)) return
      await requireWritable(dataFolder)
      await machine.keepOwnKeys()
      run(plan, folder, retryFailed)
    },
    async close() {
      for (const { stop } of running.values()) stop.abort()
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}

async function refuseOwnFiles({ tables, arms }: ExperimentFile, storyIds: readonly string[]): Promise<void> {
  for (const { name, promptFile, files, agent } of arms) {
    if (agent !== null) throw fromTerminalOnly(`Arm "${name}" runs a program`)
    if (files !== null || promptFile !== null) throw fromTerminalOnly(`Arm "${name}" names a file of this machine`)
  }
  const named = tables.axes.story ?? arms.slice(0, 1).map(({ settings }) => settings.run.story)
  const unknown = named.find((story) => !storyIds.includes(story))
  if (unknown !== undefined)
    throw new ExpectedError(
      'bad_file',
      `There is no story "${unknown}" among the stories of the app; there are ${storyIds.join(', ')}. Add it under Stories first.`,
    )
}

const fromTerminalOnly = (what: string) =>
  new ExpectedError(
    'not_possible',
    `${what}. A window cannot start that; run the file in a terminal: zorkgpt experiment run FILE`,
  )

import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import type { ExperimentPlan } from '@shared/experiments/plan'
import { ExperimentFolder, unitsIn } from '../../../experiments/plan/experiment-folder'
import type { ExperimentFile } from '../../../experiments/plan/read-experiment'
import { describePlan } from '../../../experiments/run/describe-plan'
import { requireCompatible, makePlan } from '../../../experiments/run/make-plan'
import type { RunEnd } from '../../../experiments/run/run-end'
import { runExperiment } from '../../../experiments/run/run-experiment'
import { readPath, requireWritable } from '../../../host/episodes/data-folder'
import { StoryLibrary } from '../../../story/catalog/story-library'
import { badUsage, readNumber, type Values } from '../command/arguments'
import { type CommandContext, untilInterrupted } from '../command/command-context'
import { dataFolderOf } from '../command/open-host'
import { showProgress } from './words'

/** Plays the missing episodes of an experiment, and prints how the run ended. */
export async function runFile(
  file: ExperimentFile,
  verb: 'run' | 'resume',
  values: Values<'experiment'>,
  context: CommandContext,
): Promise<number> {
  const most = readNumber(values.limit, 'limit', 1)
  const processes = readNumber(values.workers, 'workers', 1, 256)
  const { plan, folder, dataFolder } = await planFile(file, values, context)
  const isBegun = (await folder.readPlan()) !== null
  if (verb === 'resume' && !isBegun)
    throw badUsage(
      `The experiment "${plan.name}" was not started in ${dataFolder}. Start it with: zorkgpt experiment run ${file.path}`,
    )
  if (values['dry-run']) {
    context.printLine(await describePlan(plan, folder))
    return 0
  }
  await requireWritable(dataFolder)
  if (!values.agree) refusePrograms(plan)
  // The process that runs the experiment handles a resume after a pause.
  if (verb === 'resume' && (await folder.isRunElsewhere())) {
    await folder.setDesiredState('run')
    context.printLine('The process that runs it continues.')
    return 0
  }
  await folder.savePlan(plan, file.text)
  const end = await untilInterrupted(context, (signal) =>
    runExperiment({
      folder,
      plan,
      units: unitsIn(plan),
      logSync: null,
      cluster: null,
      workerFile: resolve(context.appRoot, 'out/main/experiment-worker.js'),
      processes: processes ?? plan.terms.workers.processes ?? availableParallelism(),
      setup: {
        appRoot: context.appRoot,
        dataFolder,
        experiment: plan.name,
        mcpConfigFile: readPath('--mcp-config', values['mcp-config'], context.cwd),
        keysFor: values['send-key-to'],
        secrets: {},
      },
      retryFailed: values['retry-failed'] === true,
      maxUnits: most,
      onProgress: showProgress(values.json === true, context),
      signal,
    }),
  )
  if (values.json) context.printJson(end.progress)
  else context.printLine(describeEnd(end, plan.name, file.path))
  return EXIT_STATUSES[end.why]
}

/** The plan of an experiment file. Rejects if it does more than add to the plan of that name in the data folder. */
export async function planFile(
  file: ExperimentFile,
  values: Values<'experiment'>,
  context: CommandContext,
): Promise<{ readonly plan: ExperimentPlan; readonly folder: ExperimentFolder; readonly dataFolder: string }> {
  const dataFolder = dataFolderOf(values, context)
  const stories = new StoryLibrary(join(context.appRoot, 'build', 'story'), join(dataFolder, '.stories'))
  const next = await makePlan(file, stories)
  const folder = new ExperimentFolder(dataFolder, next.name)
  return { plan: await requireCompatible(folder, next), folder, dataFolder }
}

/** A foreign file may name any program, so the user must consent. */
export function refusePrograms({ arms }: ExperimentPlan): void {
  const lines = arms.flatMap(({ name, agent }) =>
    agent === null ? [] : [`arm "${name}" runs ${agent.command.join(' ')} in ${agent.folder}`],
  )
  if (lines.length > 0)
    throw new ExpectedError(
      'program_not_agreed',
      `Programs of this file run with your rights: ${lines.join('; ')}. To allow this, add --agree.`,
    )
}

export const EXIT_STATUSES: Readonly<Record<RunEnd['why'], number>> = {
  finished: 0,
  known: 0,
  limit: 0,
  cancelled: 0,
  paused: 0,
  budget: 3,
  failed: 1,
  interrupted: 1,
}

function describeEnd({ why, reason, progress }: RunEnd, name: string, path: string): string {
  // `ablate` has no file; the same command continues it.
  const resume = existsSync(path) ? `Resume with: zorkgpt experiment resume ${path}` : 'Resume with the same command.'
  const next =
    why === 'finished' || why === 'known' ? `Show the results with: zorkgpt experiment report ${name}` : resume
  return `${reason.replace(/\.$/, '')}. ${progress.done} of ${progress.planned} episodes are played. ${next}`
}

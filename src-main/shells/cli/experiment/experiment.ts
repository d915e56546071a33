import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ExpectedError } from '@shared/base/expected-error'
import { ExperimentFolder, listExperiments, unitsIn } from '../../../experiments/plan/experiment-folder'
import { readExperiment } from '../../../experiments/plan/read-experiment'
import { badUsage, readArguments, type Values } from '../command/arguments'
import { type CommandContext, typedPath } from '../command/command-context'
import { EXPERIMENT_VERBS } from '../command/command-table'
import { dataFolderOf } from '../command/open-host'
import { exportEpisodes } from './export-episodes'
import { followNamed, publishFile, queueOf, setStateElsewhere, work } from './machines'
import { compareSides, planOf, printReport } from './report'
import { runFile } from './run-file'
import { progressLine } from './words'

/** `zorkgpt experiment`: plays, reports and exports the episodes of an experiment file. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments('experiment', args, 4)
  const [word, subject, ...sides] = positionals
  const verb = EXPERIMENT_VERBS.find((known) => known === word)
  if (verb === undefined) {
    const why = word === undefined ? 'experiment needs a verb' : `There is no "experiment ${word}"`
    throw badUsage(`${why}: ${EXPERIMENT_VERBS.join(', ')}.`)
  }
  if (verb === 'worker') {
    if (sides.length > 0) throw badUsage(`"${sides[0]}" is one argument too many.`)
    return work(subject && (await nameOf(subject, context)), values, context)
  }
  if (subject === undefined) throw badUsage(`experiment ${verb} needs an experiment: its file.`)
  if (verb !== 'compare' && sides.length > 0) throw badUsage(`"${sides[0]}" is one argument too many.`)
  switch (verb) {
    case 'publish':
      return publishFile(await readExperiment(typedPath(context, subject)), values, context)
    case 'follow':
      return followNamed(await nameOf(subject, context), values, context)
    case 'run':
      return runFile(await readExperiment(typedPath(context, subject)), verb, values, context)
    case 'resume':
      if (queueOf(values, context) !== undefined)
        return setStateElsewhere(await nameOf(subject, context), 'run', values, context)
      return runFile(await readExperiment(typedPath(context, subject)), verb, values, context)
    case 'status':
      return status(await folderOf(subject, values, context), values, context)
    case 'pause':
    case 'cancel': {
      if (queueOf(values, context) !== undefined)
        return setStateElsewhere(await nameOf(subject, context), verb, values, context)
      const folder = await folderOf(subject, values, context)
      const isRun = await folder.isRunElsewhere()
      if (!isRun) throw new ExpectedError('not_possible', `The experiment "${folder.name}" is not running.`)
      await folder.setDesiredState(verb)
      context.printLine(
        `${verb === 'pause' ? 'It starts no more episodes.' : 'It releases its episodes.'} Resume with: zorkgpt experiment resume FILE`,
      )
      return 0
    }
    case 'report':
      return printReport(await folderOf(subject, values, context), values, context)
    case 'export':
      return exportEpisodes(await folderOf(subject, values, context), values, context)
    case 'compare':
      return compareSides(await folderOf(subject, values, context), sides, values, context)
  }
}

/** Finds an experiment by its file, or by its name in the data folder. */
async function folderOf(
  subject: string,
  values: Values<'experiment'>,
  context: CommandContext,
): Promise<ExperimentFolder> {
  const dataFolder = dataFolderOf(values, context)
  const names = await listExperiments(dataFolder)
  const name = await nameOf(subject, context)
  if (names.includes(name)) return new ExperimentFolder(dataFolder, name)
  throw badUsage(
    isFile(typedPath(context, subject))
      ? `The experiment "${name}" was not started in ${dataFolder}. Start it with: zorkgpt experiment run ${subject}`
      : `There is no file and no experiment "${subject}"; experiments in ${dataFolder}: ${names.join(', ') || 'none'}.`,
  )
}

/** The name in the file, or else `subject` itself. */
const nameOf = async (subject: string, context: CommandContext): Promise<string> => {
  const path = typedPath(context, subject)
  return isFile(path) ? (await readExperiment(path)).tables.experiment.name : subject
}

/** False for a folder, because exports of an experiment may be in a folder with its name. */
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

async function status(
  folder: ExperimentFolder,
  { watch, json }: Values<'experiment'>,
  context: CommandContext,
): Promise<number> {
  for (;;) {
    const isRun = await folder.isRunElsewhere()
    const progress = await folder.readProgress()
    const plan = await planOf(folder)
    const known =
      progress && (isRun || progress.state === 'ended' ? progress : { ...progress, playing: [], left_ms: null })
    if (json)
      context.printJson({ experiment: folder.name, running: isRun, planned: unitsIn(plan).length, progress: known })
    else if (known === null) context.printLine(`${folder.name}: nothing was played yet.`)
    else context.printLine(`${folder.name}: ${isRun ? '' : 'not running · '}${progressLine(known)}`)
    if (!watch || !isRun) return 0
    await sleep(2000)
  }
}

import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ExpectedError } from '@shared/base/expected-error'
import { ExperimentFolder, listExperiments, unitsIn } from '../../experiments/plan/experiment-folder'
import { type ExperimentFile, readExperiment } from '../../experiments/plan/read-experiment'
import { isLeasedElsewhere } from '../../base/files/lease'
import { say, sayJson } from '../../base/terminal/say'
import { readArguments } from './arguments'
import { COMMAND_OPTIONS, EXPERIMENT_VERBS } from './command-table'
import { compareArms } from './experiment/compare-arms'
import { exportEpisodes } from './experiment/export-episodes'
import { planOf, tellReport } from './experiment/report'
import { followNamed, publishFile, queueOf, wishElsewhere, work } from './experiment/machines'
import { runFile } from './experiment/run-file'
import { progressLine } from './experiment/words'
import { dataFolderOf } from './open-host'
import { badUsage } from './usage'

type Values = ReturnType<typeof readArguments<typeof COMMAND_OPTIONS.experiment>>['values']

/** `zorkgpt experiment`: many episodes as a file says, and what they came to. */
export async function run(args: readonly string[], appRoot: string): Promise<number> {
  const { values, positionals } = readArguments(args, COMMAND_OPTIONS.experiment, 4)
  const [said, subject, ...arms] = positionals
  const verb = EXPERIMENT_VERBS.find((known) => known === said)
  if (verb === undefined) {
    const why = said === undefined ? 'experiment needs a verb' : `There is no "experiment ${said}"`
    throw badUsage(`${why}: ${EXPERIMENT_VERBS.join(', ')}.`)
  }
  if (verb === 'worker') {
    if (arms.length > 0) throw badUsage(`"${arms[0]}" is one argument too many.`)
    return work(subject && (await nameOf(subject)), values, appRoot)
  }
  if (subject === undefined) throw badUsage(`experiment ${verb} needs an experiment: the file that says it.`)
  if (verb !== 'compare' && arms.length > 0) throw badUsage(`"${arms[0]}" is one argument too many.`)
  switch (verb) {
    case 'publish':
      return publishFile(await readExperiment(subject), values, appRoot)
    case 'follow':
      return followNamed(await nameOf(subject), values)
    case 'run':
      return runFile(await readExperiment(subject), verb, values, appRoot)
    case 'resume':
      if (queueOf(values) !== undefined) return wishElsewhere(await nameOf(subject), 'run', values)
      return runFile(await readExperiment(subject), verb, values, appRoot)
    case 'status':
      return status(await folderOf(subject, values), values)
    case 'pause':
    case 'cancel': {
      if (queueOf(values) !== undefined) return wishElsewhere(await nameOf(subject), verb, values)
      const folder = await folderOf(subject, values)
      const isRun = await isLeasedElsewhere(folder.pathOf('running.json'))
      if (!isRun) throw new ExpectedError('not_possible', `The experiment "${folder.name}" is not running.`)
      await folder.setDesiredState(verb)
      say(
        `${verb === 'pause' ? 'It begins no more episodes' : 'It lets go of its episodes'}; zorkgpt experiment resume FILE goes on.`,
      )
      return 0
    }
    case 'report':
      return tellReport(await folderOf(subject, values), values, appRoot)
    case 'export':
      return exportEpisodes(await folderOf(subject, values), values)
    case 'compare':
      return compareArms(await folderOf(subject, values), arms, values)
  }
}

/** By its file, or by its name in the data folder. */
async function folderOf(subject: string, values: Values): Promise<ExperimentFolder> {
  const dataFolder = dataFolderOf(values)
  const names = await listExperiments(dataFolder)
  const name = await nameOf(subject)
  if (names.includes(name)) return new ExperimentFolder(dataFolder, name)
  throw badUsage(
    isFile(subject)
      ? `The experiment "${name}" was not begun in ${dataFolder}: zorkgpt experiment run ${subject} begins it.`
      : `There is no file and no experiment "${subject}"; experiments in ${dataFolder}: ${names.join(', ') || 'none'}.`,
  )
}

/** By its file, or as it is called. */
const nameOf = async (subject: string): Promise<string> =>
  isFile(subject) ? nameIn(await readExperiment(subject)) : subject

/** A folder that is called like an experiment, such as that of its exports, is not meant. */
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

const nameIn = ({ tables }: ExperimentFile): string => tables.experiment.name

async function status(folder: ExperimentFolder, { watch, json }: Values): Promise<number> {
  for (;;) {
    const isRun = await isLeasedElsewhere(folder.pathOf('running.json'))
    const progress = await folder.readProgress()
    const plan = await planOf(folder)
    const known =
      progress && (isRun || progress.state === 'ended' ? progress : { ...progress, playing: [], left_ms: null })
    if (json) sayJson({ experiment: folder.name, running: isRun, planned: unitsIn(plan).length, progress: known })
    else if (known === null) say(`${folder.name}: nothing was played yet.`)
    else say(`${folder.name}: ${isRun ? '' : 'not running · '}${progressLine(known)}`)
    if (!watch || !isRun) return 0
    await sleep(2000)
  }
}

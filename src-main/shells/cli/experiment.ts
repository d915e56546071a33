import { availableParallelism } from 'node:os'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ExpectedError } from '@shared/expected-error'
import type { ExperimentPlan } from '@shared/experiment/plan'
import { playerOf, turnLimitOf } from '@shared/experiment/plan'
import type { ExperimentProgress } from '@shared/experiment/progress'
import { type ExperimentReport, reportOf } from '@shared/experiment/report'
import { reportCsv } from '@shared/experiment/report-csv'
import { reportText, signed } from '@shared/experiment/report-text'
import { describeSeeds } from '@shared/experiment/seeds'
import { ExperimentFolder, listExperiments, unitsIn } from '../../experiments/experiment-folder'
import { type ExperimentFile, readExperiment } from '../../experiments/read-experiment'
import { isMarkedElsewhere } from '../../files/mark'
import { StoryLibrary } from '../../game/library/story-library'
import { createStoryShelf } from '../../host/stories/story-shelf'
import { readPath, requireWritable } from '../../host/library/data-folder'
import { followPlan, makePlan } from '../../runner/make-plan'
import { type RunEnd, runExperiment } from '../../runner/run-experiment'
import { complain, say, sayJson } from '../../terminal/say'
import { readArguments, readNumber } from './arguments'
import { COMMAND_OPTIONS, EXPERIMENT_VERBS } from './command-table'
import { dataFolderOf, onInterrupt } from './open-host'
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
  if (subject === undefined) throw badUsage(`experiment ${verb} needs an experiment: the file that says it.`)
  if (verb !== 'compare' && arms.length > 0) throw badUsage(`"${arms[0]}" is one argument too many.`)
  switch (verb) {
    case 'run':
    case 'resume':
      return play(verb, subject, values, appRoot)
    case 'status':
      return status(await folderOf(subject, values), values)
    case 'pause':
    case 'cancel': {
      const folder = await folderOf(subject, values)
      const isRun = await isMarkedElsewhere(folder.place('running.json'))
      if (!isRun) throw new ExpectedError('not_possible', `The experiment "${folder.name}" is not running.`)
      await folder.keepWish(verb)
      say(
        `${verb === 'pause' ? 'It begins no more episodes' : 'It lets go of its episodes'}; zorkgpt experiment resume goes on.`,
      )
      return 0
    }
    case 'report':
      return report(await folderOf(subject, values), values)
    case 'compare':
      return compare(await folderOf(subject, values), arms, values)
  }
}

async function play(verb: 'run' | 'resume', path: string, values: Values, appRoot: string): Promise<number> {
  const most = readNumber(values.limit, 'limit', 1)
  const processes = readNumber(values.workers, 'workers', 1, 256)
  const dataFolder = dataFolderOf(values)
  const stories = new StoryLibrary(join(appRoot, 'build', 'story'), join(dataFolder, '.stories'))
  const file = await readExperiment(path)
  if (values.download) await downloadMissing(file, stories, appRoot)
  const next = await makePlan(file, stories)
  const folder = new ExperimentFolder(dataFolder, next.name)
  const isBegun = (await folder.readPlan()) !== null
  if (verb === 'resume' && !isBegun)
    throw badUsage(`The experiment "${next.name}" was not begun in ${dataFolder}: zorkgpt experiment run begins it.`)
  const plan = await followPlan(folder, next)
  if (values['dry-run']) {
    say(await describePlan(plan, folder))
    return 0
  }
  await requireWritable(dataFolder)
  // Somebody who only wants it to go on after a pause is heard by the program that runs it.
  if (verb === 'resume' && (await isMarkedElsewhere(folder.place('running.json')))) {
    await folder.keepWish('run')
    say('It is run by another program, which goes on.')
    return 0
  }
  await folder.keepPlan(plan, file.text)
  const leaving = new AbortController()
  const release = onInterrupt(() => leaving.abort())
  try {
    const end = await runExperiment({
      folder,
      plan,
      workerFile: resolve(appRoot, 'out/main/experiment-worker.js'),
      processes: processes ?? plan.terms.workers.processes ?? availableParallelism(),
      setup: {
        appRoot,
        dataFolder,
        experiment: plan.name,
        mcpConfigFile: readPath('--mcp-config', values['mcp-config']),
        keysFor: values['send-key-to'],
      },
      retryFailed: values['retry-failed'] === true,
      most,
      onProgress: showProgress(values.json === true),
      signal: leaving.signal,
    })
    if (values.json) sayJson(end.progress)
    else say(describeEnd(end, path))
    return STATUSES[end.why]
  } finally {
    release()
  }
}

/** Stories that the file names and that their makers publish, fetched as the window fetches them, hash and all. */
async function downloadMissing(file: ExperimentFile, stories: StoryLibrary, appRoot: string): Promise<void> {
  const here = new Set((await stories.list()).map(({ id }) => id))
  const offered = stories.known.flatMap(({ sha256, source, title }) =>
    source === undefined ? [] : [{ sha256, title, id: basename(source.path, extname(source.path)) }],
  )
  const wanted = (file.tables.axes.story ?? []).filter((name) => !here.has(name))
  const found = offered.filter(({ id }) => wanted.includes(id))
  if (found.length === 0) return
  const shelf = createStoryShelf({
    bundledFolder: join(appRoot, 'build', 'story'),
    ownFolder: stories.ownFolder,
    mirror: process.env.ZORKGPT_STORY_MIRROR,
    openGame: () => {
      throw new Error('Nothing is played here.')
    },
  })
  try {
    for (const { sha256, title } of found) {
      complain(`${title} is fetched …`)
      await shelf.download(sha256)
    }
  } finally {
    shelf.close()
  }
}

const STATUSES: Readonly<Record<RunEnd['why'], number>> = {
  finished: 0,
  known: 0,
  limit: 0,
  cancelled: 0,
  budget: 3,
  failed: 1,
  interrupted: 1,
}

function describeEnd({ why, reason, progress }: RunEnd, path: string): string {
  const goOn =
    why === 'finished' || why === 'known'
      ? `zorkgpt experiment report ${path} tells what it came to.`
      : `zorkgpt experiment resume ${path} goes on.`
  return `${reason}: ${progress.done} of ${progress.planned} episodes are played. ${goOn}`
}

/** In place on a terminal, else a line from time to time. */
function showProgress(isQuiet: boolean): (progress: ExperimentProgress) => void {
  let toldAt = -Infinity
  const everyMs = process.stderr.isTTY ? 5_000 : 30_000
  return (progress) => {
    const now = performance.now()
    if (isQuiet || (now - toldAt < everyMs && progress.state !== 'ended')) return
    toldAt = now
    if (progress.state !== 'ended') complain(progressLine(progress))
  }
}

function progressLine({
  state,
  reason,
  planned,
  done,
  failed,
  playing,
  spent,
  left_ms: left,
}: ExperimentProgress): string {
  return [
    `${done} of ${planned} played`,
    failed > 0 && `${failed} failed`,
    playing.length > 0 && `${playing.length} being played`,
    spent.tokens > 0 && `${spent.tokens.toLocaleString('en')} tokens`,
    spent.cost_usd > 0 && `$${spent.cost_usd.toFixed(2)}`,
    left !== null && done < planned && `about ${duration(left)} to go`,
    state === 'paused' && 'paused',
    reason,
  ]
    .filter((part) => typeof part === 'string')
    .join(' · ')
}

function duration(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** What is said of an experiment before it costs anything. */
async function describePlan(plan: ExperimentPlan, folder: ExperimentFolder): Promise<string> {
  const results = await folder.readResults()
  const units = unitsIn(plan)
  const left = units.filter(({ key }) => !results.has(key))
  const { arms, stories, handicaps, seeds, repeats, terms } = plan
  const lines = arms.map((arm) => {
    const own = left.filter((unit) => unit.arm === arm.name).length
    const turns = own * turnLimitOf(arm)
    const isAsked = arm.settings.run.player === 'llm' && arm.files === null && arm.agent === null
    if (!isAsked)
      return `  ${arm.name}: ${playerOf(arm)}, ${own} episodes, at most ${turns.toLocaleString('en')} turns, no call of a model`
    const { tokensIn, tokensOut } = tokensExpected(arm, turns)
    const price = terms.prices[arm.settings.llm.agent_model]
    const cost =
      price === undefined
        ? 'no price is known'
        : `about $${((tokensIn * price.input + tokensOut * price.output) / 1e6).toFixed(2)}`
    return `  ${arm.name}: ${playerOf(arm)}, ${own} episodes, at most ${turns.toLocaleString('en')} turns and calls (more with tools), about ${millions(tokensIn)} tokens in and ${millions(tokensOut)} out, ${cost}`
  })
  return [
    `${plan.name}: ${units.length} episodes (${arms.length} arms × ${stories.length} stories × ${handicaps.length} handicaps × ${seeds.length} seeds × ${repeats} repeats), ${units.length - left.length} of them played`,
    `  stories: ${stories.map(({ title, name }) => `${title} (${name})`).join(', ')}; handicaps: ${handicaps.join(', ')}; seeds: ${describeSeeds(seeds)}`,
    `  judged by ${plan.primary}, against ${plan.baseline}`,
    ...lines,
    `  budget: ${describeBudget(terms.budget)}`,
  ].join('\n')
}

/**
 * Of a call: what its bounded prompt comes to in the mean, and a short answer. Measured with the mind's bench; a model
 * that thinks at length takes more.
 */
function tokensExpected({ settings }: ExperimentPlan['arms'][number], turns: number) {
  const perCall = Math.min(settings.mind.context_tokens, 9_000)
  return { tokensIn: turns * perCall, tokensOut: turns * Math.min(settings.agent_sampling.max_tokens, 400) }
}

const millions = (tokens: number): string => `${(tokens / 1e6).toFixed(1)} million`

function describeBudget(budget: ExperimentPlan['terms']['budget']): string {
  const parts = [
    budget.cost_usd !== undefined && `$${budget.cost_usd}`,
    budget.tokens !== undefined && `${budget.tokens.toLocaleString('en')} tokens`,
    budget.wall_minutes !== undefined && `${budget.wall_minutes} minutes`,
    budget.per_episode_cost_usd !== undefined && `$${budget.per_episode_cost_usd} an episode`,
    budget.per_episode_tokens !== undefined && `${budget.per_episode_tokens.toLocaleString('en')} tokens an episode`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'none' : parts.join(', ')
}

/** By its file, or by its name in the data folder. */
async function folderOf(subject: string, values: Values): Promise<ExperimentFolder> {
  const dataFolder = dataFolderOf(values)
  const names = await listExperiments(dataFolder)
  const name = existsSync(subject) ? nameIn(await readExperiment(subject)) : subject
  if (names.includes(name)) return new ExperimentFolder(dataFolder, name)
  throw badUsage(
    existsSync(subject)
      ? `The experiment "${name}" was not begun in ${dataFolder}: zorkgpt experiment run ${subject} begins it.`
      : `There is no file and no experiment "${subject}"; in ${dataFolder} there are ${names.join(', ') || 'none'}.`,
  )
}

const nameIn = ({ tables }: ExperimentFile): string => tables.experiment.name

async function status(folder: ExperimentFolder, { watch, json }: Values): Promise<number> {
  for (;;) {
    const isRun = await isMarkedElsewhere(folder.place('running.json'))
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

async function planOf(folder: ExperimentFolder): Promise<ExperimentPlan> {
  const plan = await folder.readPlan()
  if (plan === null) throw badUsage(`The experiment "${folder.name}" has no plan in ${folder.path}.`)
  return plan
}

async function readReport(folder: ExperimentFolder): Promise<ExperimentReport> {
  const [plan, results, failures] = await Promise.all([planOf(folder), folder.readResults(), folder.readFailures()])
  return reportOf(plan, unitsIn(plan), results, failures)
}

const FORMATS = {
  json: (made: ExperimentReport) => `${JSON.stringify(made, null, 2)}\n`,
  html: reportText,
  csv: reportCsv,
  text: (made: ExperimentReport) => `${reportText(made)}\n`,
}

async function report(folder: ExperimentFolder, values: Values): Promise<number> {
  const made = await readReport(folder)
  const formats = (['json', 'html', 'csv'] as const).filter((format) => values[format])
  if (formats.length > 1)
    throw badUsage(`A report has one format; here are ${formats.map((name) => `--${name}`).join(', ')}.`)
  const [format] = formats
  if (values.out === undefined && format === 'json') sayJson(made)
  else if (values.out === undefined && format === undefined) say(reportText(made))
  else {
    const out = readPath('--out', values.out) ?? resolve(`${folder.name}.${format ?? 'txt'}`)
    await writeFile(out, FORMATS[format ?? 'text'](made), { flag: values.force ? 'w' : 'wx' }).catch(
      (error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST'
          ? badUsage(`${out} is there already; --force replaces it.`)
          : new ExpectedError('cannot_write', `The report was not written: ${out} (${error.code ?? error.message}).`)
      },
    )
    say(`The report is in ${out}.`)
  }
  return 0
}

/** Two arms, seed by seed, with what to open in order to see why. */
async function compare(folder: ExperimentFolder, arms: readonly string[], values: Values): Promise<number> {
  const plan = await planOf(folder)
  const [one, other] = arms
  const names = plan.arms.map(({ name }) => name)
  if (one === undefined || other === undefined)
    throw badUsage(`experiment compare needs two arms of ${names.join(', ')}.`)
  const missing = arms.find((arm) => !names.includes(arm))
  if (missing !== undefined) throw badUsage(`There is no arm "${missing}"; there are ${names.join(', ')}.`)
  const [results, failures] = await Promise.all([folder.readResults(), folder.readFailures()])
  const made = reportOf({ ...plan, baseline: other }, unitsIn(plan), results, failures)
  const difference = made.differences.filter(({ arm }) => arm === one)
  const pairs = made.units.flatMap((unit) => {
    if (unit.arm !== one) return []
    const pair = made.units.find(
      (against) =>
        against.arm === other &&
        against.story === unit.story &&
        against.handicap === unit.handicap &&
        against.seed === unit.seed &&
        against.repeat === unit.repeat,
    )
    return pair === undefined ? [] : [{ one: unit, other: pair }]
  })
  if (values.json) sayJson({ experiment: plan.name, arms: [one, other], differences: difference, pairs })
  else
    say(
      [
        reportText({
          ...made,
          arms: made.arms.filter(({ arm }) => arms.includes(arm)),
          cells: made.cells.filter(({ arm }) => arms.includes(arm)),
          differences: difference,
          missing: [],
          notes: [],
        }),
        '',
        'Seed by seed; zorkgpt compare EPISODE OTHER shows where two part',
        ...pairs.map(
          ({ one: unit, other: against }) =>
            `  ${unit.story} ${unit.handicap} seed ${unit.seed}: ${signed((unit.value ?? 0) - (against.value ?? 0), plan.primary).padStart(9)}  ${unit.episode} ${against.episode}`,
        ),
      ].join('\n'),
    )
  return 0
}

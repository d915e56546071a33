import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { includeNothing } from '@shared/episode/log/redact'
import type { ExperimentPlan } from '@shared/experiments/plan'
import type { ExperimentReport, UnitFigures } from '@shared/experiments/report'
import { REPORT_FORMATS, type ReportFormat } from '@shared/experiments/report-formats'
import type { PageSource } from '@shared/experiments/report-html'
import { difference, reportText } from '@shared/experiments/report-text'
import type { ExperimentFolder } from '../../../experiments/plan/experiment-folder'
import { readReport, renderReport, type ReportSource } from '../../../experiments/plan/report-file'
import { exportFiles } from '../../../formats/export-files'
import { readPath } from '../../../host/episodes/data-folder'
import { readReplayPage } from '../../../host/episodes/shipped-files'
import { badUsage, type Values } from '../command/arguments'
import { type CommandContext, typedPath } from '../command/command-context'
import { partsOf } from '../episode/write-export'

export async function planOf(folder: ExperimentFolder): Promise<ExperimentPlan> {
  const plan = await folder.readPlan()
  if (plan === null) throw badUsage(`The experiment "${folder.name}" has no plan in ${folder.path}.`)
  return plan
}

const FORMATS = REPORT_FORMATS.filter((format) => format !== 'txt')

export async function printReport(
  folder: ExperimentFolder,
  values: Values<'experiment'>,
  context: CommandContext,
): Promise<number> {
  const formats = FORMATS.filter((format) => values[format])
  if (formats.length > 1)
    throw badUsage(`A report has one format, but several were given: ${formats.map((name) => `--${name}`).join(', ')}.`)
  const [format] = formats
  if (values.replays && format !== 'html')
    throw badUsage('--replays needs --html: it writes the pages that the report links to.')
  const source = await readReport(folder)
  const out = readPath('--out', values.out, context.cwd)
  if (out === null && format === 'json') context.printJson(source.report)
  else if (out === null && format === undefined) context.printLine(reportText(source.report))
  else if (out === null && format === 'csv') context.printLine(String(renderReport('csv', source)).trimEnd())
  else {
    const path = out ?? resolve(typedPath(context, `${folder.name}.${format ?? 'txt'}`))
    await writeReport(path, format ?? 'txt', source, values, folder, context)
    context.printLine(`The report is in ${path}.`)
  }
  return 0
}

/** Writes the report. Rejects with `bad_input` if the file exists, and with `cannot_write`. */
export async function writeReport(
  path: string,
  format: ReportFormat,
  source: ReportSource,
  { replays, force }: Pick<Values<'experiment'>, 'replays' | 'force'>,
  folder: ExperimentFolder,
  context: CommandContext,
): Promise<void> {
  const linkTo = format === 'html' && replays ? await writeReplays(source.report, path, folder, context) : undefined
  await writeFile(path, renderReport(format, source, linkTo), { flag: force ? 'w' : 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST'
        ? badUsage(`${path} already exists; --force replaces it.`)
        : new ExpectedError('cannot_write', `The report was not written: ${path} (${error.code ?? error.message}).`)
    },
  )
}

/** Writes a page per episode into a folder beside the report, and returns its links. Prints unreadable episodes. */
async function writeReplays(
  { units }: ExperimentReport,
  report: string,
  folder: ExperimentFolder,
  context: CommandContext,
): Promise<PageSource['linkTo']> {
  const pages = `${folder.name}.replays`
  const beside = join(report, '..', pages)
  await mkdir(beside, { recursive: true })
  const made = new Set<string>()
  const pageOptions = {
    kept: includeNothing,
    range: null,
    withThoughts: false,
    annotations: null,
    readReplayPage: () => readReplayPage(context.appRoot),
  }
  for (const { episode } of units) {
    const source = join(folder.dataFolder, episode)
    try {
      await writeFile(join(beside, `${episode}.html`), partsOf(exportFiles(source, 'html', pageOptions)))
      made.add(episode)
    } catch (error) {
      context.printError(`zorkgpt: ${episode} has no page: ${(error as Error).message}`)
    }
  }
  return (episode) => (made.has(episode) ? `${pages}/${episode}.html` : null)
}

/** Null unless both have a value. */
const differenceOf = ({ value: one }: UnitFigures, { value: other }: UnitFigures): number | null =>
  one === null || other === null ? null : one - other

/** Compares two arms, or two handicaps of each arm, seed by seed, and names the episodes to compare. */
export async function compareSides(
  folder: ExperimentFolder,
  sides: readonly string[],
  { json }: { readonly json?: boolean },
  context: CommandContext,
): Promise<number> {
  const plan = await planOf(folder)
  const arms = plan.arms.map(({ name }) => name)
  const known = [...arms, ...plan.handicaps]
  if (new Set(sides).size !== 2)
    throw badUsage(`experiment compare needs two of these arms, or two of these handicaps: ${known.join(', ')}.`)
  const missing = sides.find((side) => !known.includes(side))
  if (missing !== undefined) throw badUsage(`There is no arm or handicap "${missing}"; there are ${known.join(', ')}.`)
  const of = sides.every((side) => arms.includes(side)) ? 'arms' : 'handicaps'
  const handicaps = plan.handicaps.filter((handicap) => sides.includes(handicap)).toSorted()
  if (of === 'handicaps' && handicaps.length < 2)
    throw badUsage(`Compare two arms, or two handicaps: ${known.join(', ')}.`)
  // As in the report, the higher handicap is compared with the lower one.
  const [other = '', one = ''] = of === 'arms' ? sides.toReversed() : handicaps
  const { report: made } = await readReport(folder, of === 'arms' ? { baseline: other } : { handicaps })
  const isOf = (unit: UnitFigures, side: string) => (of === 'arms' ? unit.arm : unit.handicap) === side
  const within = (unit: UnitFigures) => (of === 'arms' ? unit.handicap : unit.arm)
  const contrasts = made.contrasts.filter((pair) => pair.of === of && pair.one === one && pair.other === other)
  const differences = of === 'arms' ? made.differences.filter(({ arm }) => arm === one) : contrasts
  const pairs = made.units.flatMap((unit) => {
    const pair = made.units.find(
      (against) =>
        isOf(unit, one) &&
        isOf(against, other) &&
        within(against) === within(unit) &&
        against.story === unit.story &&
        against.seed === unit.seed &&
        against.repeat === unit.repeat,
    )
    return pair === undefined ? [] : [{ one: unit, other: pair }]
  })
  const isShown = ({ arm }: { readonly arm: string }) => of === 'handicaps' || sides.includes(arm)
  if (json) context.printJson({ experiment: plan.name, [of]: [one, other], differences, pairs })
  else
    context.printLine(
      [
        reportText({
          ...made,
          arms: made.arms.filter(isShown),
          cells: made.cells.filter(isShown),
          contrasts,
          secondary: of === 'arms' ? made.secondary.filter(({ arm }) => arm === one) : [],
          missing: [],
          to_play: [],
          notes: [],
        }),
        '',
        'Seed by seed; zorkgpt compare EPISODE OTHER shows where two differ',
        ...pairs.map(
          ({ one: unit, other: against }) =>
            `  ${unit.story} ${within(unit)} seed ${unit.seed}: ${difference(differenceOf(unit, against), plan.primary).padStart(12)}  ${unit.episode} ${against.episode}`,
        ),
      ].join('\n'),
    )
  return 0
}

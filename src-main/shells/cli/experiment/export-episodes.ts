import { join, resolve } from 'node:path'
import { includeNothing, type Included } from '@shared/episode/log/redact'
import type { Unit } from '@shared/experiments/plan'
import { unitsIn, type ExperimentFolder } from '../../../experiments/plan/experiment-folder'
import { hasLog } from '../../../episode/list-episodes'
import { type ExportedEpisode, openExported, unitIn } from '../../../formats/exported-episode'
import { tableOf } from '../../../formats/export-tables'
import { isTable, LOG_FORMAT } from '../../../formats/formats'
import { evalSetOf } from '../../../formats/inspect/eval-set'
import { talesOf } from '../../../formats/tales'
import { type CommandContext, typedPath } from '../command/command-context'
import { SET_FORMATS } from '../command/command-table'
import { badUsage } from '../command/usage'
import { refuseTaken, writeFile, writeFiles } from '../episode/write-export'
import { planOf } from './report'

interface ExportValues {
  readonly format?: string
  readonly out?: string
  readonly force?: boolean
  readonly whole?: boolean
}

/** `zorkgpt experiment export`: all its episodes as files of other people's tools. What cannot be read is told. */
export async function exportEpisodes(
  folder: ExperimentFolder,
  values: ExportValues,
  context: CommandContext,
): Promise<number> {
  const format = SET_FORMATS.find((name) => name === values.format)
  if (!format) throw badUsage(`--format is "${values.format ?? ''}"; it takes ${SET_FORMATS.join(', ')}.`)
  const { force = false } = values
  if (values.out === undefined)
    throw badUsage(
      `Name ${isTable(format) ? 'a file' : 'a folder'} for the export with --out ${format}-of-${folder.name}.`,
    )
  const out = resolve(typedPath(context, values.out))
  if (isTable(format)) await refuseTaken(out, force)
  const plan = await planOf(folder)
  const units = unitsIn(plan)
  context.limitMemory()
  const source = new Episodes(folder, values.whole === true, context)
  const howFar = () => `${source.exported} of ${units.length} episodes`
  if (isTable(format)) await writeFile(out, tableOf(format, source.all(units)), context, howFar)
  else if (format === LOG_FORMAT)
    await writeFiles(out, evalSetOf(plan.name, units, source.open), force, context, howFar)
  else await writeFiles(out, talesOf(source.all(units)), force, context, howFar)
  const isWhole = source.exported === units.length
  context.printLine(`${isWhole ? `${units.length} episodes` : howFar()} are in ${out}.`)
  return 0
}

/** The episodes of an experiment, each opened when its turn comes. */
class Episodes {
  readonly #folder: ExperimentFolder
  readonly #context: CommandContext
  readonly #kept: Included
  readonly #opened = new Set<string>()
  readonly #unreadable = new Set<string>()

  constructor(folder: ExperimentFolder, isWhole: boolean, context: CommandContext) {
    this.#folder = folder
    this.#context = context
    this.#kept = isWhole ? { key: true, path: true, settings: true } : includeNothing
  }

  get exported(): number {
    return this.#opened.size
  }

  async *all(units: readonly Unit[]): AsyncGenerator<ExportedEpisode> {
    for (const unit of units) {
      const episode = await this.open(unit)
      if (episode !== null) yield episode
    }
  }

  /** Null for a unit that was not played to its end, and for one whose log cannot be read, which is said once. */
  readonly open = async (unit: Unit): Promise<ExportedEpisode | null> => {
    const path = join(this.#folder.dataFolder, unit.episode)
    if (this.#unreadable.has(unit.key) || !hasLog(path)) return null
    try {
      const episode = await openExported(path, { kept: this.#kept, range: null }, unitIn(this.#folder.name, unit))
      if (episode.outcome.ended === null) return null
      this.#opened.add(unit.key)
      return episode
    } catch (error) {
      this.#unreadable.add(unit.key)
      this.#context.printError(`zorkgpt: ${unit.episode} is left out: ${(error as Error).message}`)
      return null
    }
  }
}

import { join, resolve } from 'node:path'
import { isTable, LOG_FORMAT, TOOL_FORMATS } from '@shared/episode/export/formats'
import type { Included } from '@shared/episode/log/redact'
import type { Unit } from '@shared/experiments/plan'
import { hasLog } from '../../../episode/list-episodes'
import { unitsIn, type ExperimentFolder } from '../../../experiments/plan/experiment-folder'
import { tableOf } from '../../../formats/export-tables'
import { type ExportedEpisode, openExported, unitIn } from '../../../formats/exported-episode'
import { evalSetOf } from '../../../formats/inspect/eval-set'
import { talesOf } from '../../../formats/tales'
import { badUsage, type Values } from '../command/arguments'
import { type CommandContext, typedPath } from '../command/command-context'
import { includedBy, refuseTaken, writeFile, writeFiles } from '../episode/write-export'
import { planOf } from './report'

/** `zorkgpt experiment export`: writes all episodes as files for other tools. Unreadable episodes are reported. */
export async function exportEpisodes(
  folder: ExperimentFolder,
  values: Values<'experiment'>,
  context: CommandContext,
): Promise<number> {
  const format = TOOL_FORMATS.find((name) => name === values.format)
  if (!format) throw badUsage(`--format is "${values.format ?? ''}". It must be one of: ${TOOL_FORMATS.join(', ')}.`)
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
  const source = episodesOf(folder, includedBy(values.whole), context)
  const howFar = () => `${source.opened.size} of ${units.length} episodes`
  if (isTable(format)) await writeFile(out, tableOf(format, source.all(units)), context, howFar)
  else if (format === LOG_FORMAT)
    await writeFiles(out, evalSetOf(plan.name, units, source.open), force, context, howFar)
  else await writeFiles(out, talesOf(source.all(units)), force, context, howFar)
  const isWhole = source.opened.size === units.length
  context.printLine(`${isWhole ? `${units.length} episodes` : howFar()} are in ${out}.`)
  return 0
}

/** The episodes of an experiment, each opened when it is exported. */
function episodesOf({ name, dataFolder }: ExperimentFolder, kept: Included, context: CommandContext) {
  const opened = new Set<string>()
  const unreadable = new Set<string>()
  /** Null for a unit that was not played to its end, and for one with an unreadable log, which is reported once. */
  const open = async (unit: Unit): Promise<ExportedEpisode | null> => {
    const path = join(dataFolder, unit.episode)
    if (unreadable.has(unit.key) || !hasLog(path)) return null
    try {
      const episode = await openExported(path, { kept, range: null }, unitIn(name, unit))
      if (episode.outcome.ended === null) return null
      opened.add(unit.key)
      return episode
    } catch (error) {
      unreadable.add(unit.key)
      context.printError(`zorkgpt: ${unit.episode} is left out: ${(error as Error).message}`)
      return null
    }
  }
  async function* all(units: readonly Unit[]): AsyncGenerator<ExportedEpisode> {
    for (const unit of units) {
      const episode = await open(unit)
      if (episode !== null) yield episode
    }
  }
  return { open, all, opened }
}

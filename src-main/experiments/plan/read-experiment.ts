import { parse, TomlError } from 'smol-toml'
import { ExpectedError } from '@shared/base/expected-error'
import { isRecord } from '@shared/base/json/is-record'
import type { SettingsProblem } from '@shared/contract/settings'
import { unitName } from '@shared/episode/log/unit-name'
import { PLAYER_TRAITS } from '@shared/episode/state/players'
import {
  ARM_KEYS,
  armTable,
  EXPERIMENT_TABLES,
  experimentTables,
  type ExperimentTables,
} from '@shared/experiments/experiment-table'
import { reasonOf } from '@shared/settings/describe-settings'
import { type Settings, settings } from '@shared/settings/settings'
import { locateToml } from '@shared/settings/toml-edit'
import { nearest, sortSettings } from '@shared/settings/unknown-settings'
import { readNamedText } from '../../base/files/plain-file'

/** A parsed zorkgpt.experiment.toml. */
export interface ExperimentFile {
  readonly path: string
  readonly text: string
  readonly tables: ExperimentTables
  readonly arms: readonly ArmOfFile[]
}

export interface ArmOfFile {
  readonly name: string
  /** The defaults, overridden by the tables of the file, and these by the keys of the arm. */
  readonly settings: Settings
  readonly promptFile: string | null
  readonly files: readonly string[] | null
  readonly agent: readonly string[] | null
}

/** Throws `bad_file` with the errors of the file. */
export async function readExperiment(path: string): Promise<ExperimentFile> {
  const text = await readNamedText(path).catch((error: NodeJS.ErrnoException) => {
    throw new ExpectedError(
      'bad_file',
      error.code === 'ENOENT'
        ? `There is no file ${path}. Give the file of an experiment; docs/experiments.md has an example.`
        : `The experiment ${path} cannot be read: ${error.message}`,
    )
  })
  return parseExperiment(path, text)
}

/** Maximum number of errors in a message; `config check` lists all. */
const MAX_ERRORS = 20

/**
 * Throws `bad_file` with the errors of the text. `path` names it in messages. `hasLines` is false for a text that the
 * user does not see.
 */
export function parseExperiment(path: string, text: string, hasLines = true): ExperimentFile {
  const { file, problems } = checkExperiment(path, text)
  if (file !== null) return file
  const errors = problems.filter(({ severity }) => severity === 'error')
  const sentences = errors.slice(0, MAX_ERRORS).map(({ line, path: key, message }, index) => {
    const sentence = `${key === null ? '' : `${key}: `}${message}.`
    if (!hasLines) return index === 0 ? `${path}: ${sentence}` : sentence
    return `${index === 0 ? `${path}, line` : 'Line'} ${line}: ${sentence}`
  })
  const more = errors.length - sentences.length
  throw new ExpectedError('bad_file', [...sentences, ...(more > 0 ? [`And ${more} more.`] : [])].join(' '))
}

/** Whether a settings file is an experiment, by its name or its arms. */
export const isExperiment = (path: string, text: string): boolean =>
  /\.experiment\.toml$/i.test(path) || /^\s*\[\[\s*arm\s*\]\]/m.test(text)

/** Like `readExperiment`, with a list of problems; `file` is null if one of them is an error. */
export function checkExperiment(
  path: string,
  text: string,
): { readonly file: ExperimentFile | null; readonly problems: readonly SettingsProblem[] } {
  let root: Record<string, unknown>
  try {
    root = parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const message = error.message.split('\n')[0] ?? ''
    return {
      file: null,
      problems: [{ line: error.line, column: error.column, path: null, severity: 'error', message }],
    }
  }
  const locate = locateToml(text)
  const problems: SettingsProblem[] = []
  const rawArms = Array.isArray(root.arm) ? root.arm.map((arm: unknown) => (isRecord(arm) ? arm : {})) : []
  // A name that an arm cannot have may be of any length.
  const names = rawArms.map(({ name }) => unitName.safeParse(name).data)
  const pathOf = ([table = '', index = '', ...rest]: readonly string[]): string => {
    if (table !== 'arm' || index === '') return [table, index, ...rest].filter(Boolean).join('.')
    const name = names[Number(index)]
    return [`arm ${name === undefined ? Number(index) + 1 : `"${name}"`}`, rest.join('.')].filter(Boolean).join(', ')
  }
  const report = (steps: readonly string[], message: string, severity: SettingsProblem['severity'] = 'error') =>
    problems.push({ ...locate(steps), path: pathOf(steps) || null, severity, message })

  const isOwn = (name: string) => EXPERIMENT_TABLES.includes(name)
  const tables = experimentTables.safeParse(Object.fromEntries(Object.entries(root).filter(([name]) => isOwn(name))), {
    reportInput: true,
  })
  for (const issue of tables.error?.issues ?? []) {
    // Numbers of arms, but not of entries of lists.
    const path = issue.path.filter((step, at) => typeof step === 'string' || at === 1).map(String)
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) report([...path, key], 'There is no such key')
    else report(path, reasonOf(issue))
  }

  const common = Object.fromEntries(Object.entries(root).filter(([name]) => !isOwn(name)))
  readSettings(common, [], (steps, message, severity) => {
    const near = steps.length === 1 ? nearest(steps[0] ?? '', EXPERIMENT_TABLES) : null
    report(steps, near === null ? message : `There is no such table; perhaps ${near} is meant`, severity)
  })
  rejectKeys(common, SEED_KEYS, [], report)
  const arms = rawArms.map((arm, index): ArmOfFile => {
    const at = ['arm', String(index)]
    const own = Object.fromEntries(Object.entries(arm).filter(([key]) => !ARM_KEYS.includes(key)))
    rejectKeys(own, AXES_KEYS, at, report)
    // Reports only problems of the arm; those of the common tables are reported above.
    readSettings(own, at, report)
    const merged = readSettings(merge(common, own), at, () => {}) ?? settings.parse({})
    const name = names[index] ?? ''
    const { prompt_file: promptFile = null, files = null, agent = null } = armTable.safeParse(arm).data ?? { name }
    const reasons = [
      promptFile !== null &&
        !PLAYER_TRAITS[merged.run.player].isChosenModel &&
        'A prompt needs an AI model: set run.player = "llm"',
      files !== null && agent !== null && 'It has both recorded files and an agent',
      files === null && agent === null && merged.run.player === 'human' && 'A human cannot play in an experiment',
    ].filter((why) => why !== false)
    for (const why of reasons) report(at, why)
    if (name !== '' && names.indexOf(name) < index)
      report([...at, 'name'], `Two arms have the name "${name}"; names must be unique`)
    return { name, settings: merged, promptFile, files, agent }
  })
  const baseline = isRecord(root.experiment) ? unitName.safeParse(root.experiment.baseline).data : undefined
  const named = [...new Set(names.filter((name) => name !== undefined))]
  if (baseline !== undefined && named.length > 0 && !named.includes(baseline))
    report(['experiment', 'baseline'], `There is no arm "${baseline}"; there are ${named.join(', ')}`)

  if (tables.data?.stop && arms.length === 1 && (tables.data.axes.handicap?.length ?? 1) === 1)
    report(['stop'], 'One arm with one handicap has no differences that could end the run early: remove [stop]')

  const sorted = problems.toSorted((a, b) => a.line - b.line)
  const isUsable = tables.success && !sorted.some(({ severity }) => severity === 'error')
  return { file: isUsable ? { path, text, tables: tables.data, arms } : null, problems: sorted }
}

type Report = (steps: readonly string[], message: string, severity?: SettingsProblem['severity']) => unknown

const SEED_KEYS = { 'run.seed': 'Set the seeds in [experiment]' }
const AXES_KEYS = {
  ...SEED_KEYS,
  'run.story': 'All arms play the same stories: name them in [axes]',
  'run.handicap': 'All arms play with the same handicaps: name them in [axes]',
}

function rejectKeys(
  tables: Readonly<Record<string, unknown>>,
  refused: Readonly<Record<string, string>>,
  at: readonly string[],
  report: Report,
): void {
  for (const [path, why] of Object.entries(refused)) {
    const [table = '', key = ''] = path.split('.')
    const section = tables[table]
    if (isRecord(section) && section[key] !== undefined) report([...at, table, key], why)
  }
}

/** Null for invalid settings, whose problems are reported. */
function readSettings(
  tables: Readonly<Record<string, unknown>>,
  at: readonly string[],
  report: Report,
): Settings | null {
  const { known, servers, unknown } = sortSettings(tables)
  for (const { table, key, message, severity } of unknown)
    report([...at, table, ...(key === null ? [] : [key])], message, severity)
  for (const server of Object.keys(servers))
    report([...at, 'mcp', server], 'MCP servers are defined in mcp_config.json, see --mcp-config')
  const read = settings.safeParse(known, { reportInput: true })
  for (const issue of read.error?.issues ?? []) report([...at, ...issue.path.slice(0, 2).map(String)], reasonOf(issue))
  return read.data ?? null
}

function merge(
  common: Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const merged: Record<string, unknown> = { ...common }
  for (const [table, section] of Object.entries(own))
    merged[table] = isRecord(section) && isRecord(merged[table]) ? { ...merged[table], ...section } : section
  return merged
}

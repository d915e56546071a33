import { parse, TomlError } from 'smol-toml'
import { reasonOf } from '@shared/settings/describe-settings'
import { type Settings, settings } from '@shared/settings/settings'
import { locateToml } from '@shared/settings/toml-edit'
import { nearest, sortSettings } from '@shared/settings/unknown-settings'
import type { SettingsProblem } from '@shared/contract/settings'
import { PLAYER_TRAITS } from '@shared/episode/state/players'
import { ExpectedError } from '@shared/base/expected-error'
import {
  ARM_KEYS,
  EXPERIMENT_TABLES,
  experimentTables,
  type ExperimentTables,
} from '@shared/experiments/experiment-table'
import { isRecord } from '@shared/base/json/is-record'
import { readNamedText } from '../../base/files/plain-file'

/** A zorkgpt.experiment.toml as it is on disk. */
export interface ExperimentFile {
  readonly path: string
  readonly text: string
  readonly tables: ExperimentTables
  readonly arms: readonly ArmOfFile[]
}

export interface ArmOfFile {
  readonly name: string
  /** In force for its episodes: the defaults, the tables of the file, and its own keys. */
  readonly settings: Settings
  readonly promptFile: string | null
  readonly files: readonly string[] | null
  readonly agent: readonly string[] | null
}

/** Throws a `bad_file` that names the first thing that is wrong with it. */
export async function readExperiment(path: string): Promise<ExperimentFile> {
  const text = await readNamedText(path).catch((error: NodeJS.ErrnoException) => {
    throw new ExpectedError(
      'bad_file',
      error.code === 'ENOENT'
        ? `There is no file ${path}. The file of an experiment is asked for; docs/experiments.md has one to begin with.`
        : `The experiment ${path} cannot be read: ${error.message}`,
    )
  })
  const { file, problems } = checkExperiment(path, text)
  if (file !== null) return file
  const problem = problems.find(({ severity }) => severity === 'error')
  throw new ExpectedError(
    'bad_file',
    problem === undefined
      ? `${path} cannot be used.`
      : `${path}, line ${problem.line}: ${problem.path === null ? '' : `${problem.path}: `}${problem.message}.`,
  )
}

/** Whether a settings file is an experiment: by its name, or because it has arms. */
export const isExperiment = (path: string, text: string): boolean =>
  /\.experiment\.toml$/i.test(path) || /^\s*\[\[\s*arm\s*\]\]/m.test(text)

/** The same, but what is wrong is told and not thrown; `file` is null then. */
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
  const placeOf = locateToml(text)
  const problems: SettingsProblem[] = []
  const tell = (steps: readonly string[], message: string, severity: SettingsProblem['severity'] = 'error') =>
    problems.push({ ...placeOf(steps), path: steps.join('.') || null, severity, message })

  const isOwn = (name: string) => EXPERIMENT_TABLES.includes(name)
  const tables = experimentTables.safeParse(Object.fromEntries(Object.entries(root).filter(([name]) => isOwn(name))))
  for (const issue of tables.error?.issues ?? []) tell(issue.path.map(String), messageOf(issue))

  const common = Object.fromEntries(Object.entries(root).filter(([name]) => !isOwn(name)))
  readSettings(common, [], (steps, message, severity) => {
    const near = steps.length === 1 ? nearest(steps[0] ?? '', EXPERIMENT_TABLES) : null
    tell(steps, near === null ? message : `There is no such table; perhaps ${near} is meant`, severity)
  })
  refuseKeys(common, SEED_ONLY, [], tell)
  const rawArms = Array.isArray(root.arm) ? (root.arm as unknown[]).filter(isRecord) : []
  const arms = rawArms.map((arm, index): ArmOfFile => {
    const at = ['arm', String(index)]
    const own = Object.fromEntries(Object.entries(arm).filter(([key]) => !ARM_KEYS.includes(key)))
    refuseKeys(own, OF_AXES, at, tell)
    // What is wrong with the common tables was told already.
    readSettings(own, at, tell)
    const merged = readSettings(merge(common, own), at, () => {}) ?? settings.parse({})
    const { name, prompt_file: promptFile = null, files = null, agent = null } = tables.data?.arm[index] ?? { name: '' }
    const whys = [
      promptFile !== null &&
        !PLAYER_TRAITS[merged.run.player].isChosenModel &&
        'a prompt is for an AI model: set run.player = "llm"',
      files !== null && agent !== null && 'it takes recorded files or an agent, not both',
      files === null &&
        agent === null &&
        merged.run.player === 'human' &&
        'nobody is there to play: a person is no player of an experiment',
    ].filter((why) => why !== false)
    for (const why of whys) tell(at, `Arm "${name}": ${why}`)
    return { name, settings: merged, promptFile, files, agent }
  })
  const baseline = tables.data?.experiment.baseline
  if (baseline !== undefined && !arms.some(({ name }) => name === baseline))
    tell(
      ['experiment', 'baseline'],
      `There is no arm "${baseline}"; there are ${arms.map(({ name }) => name).join(', ')}`,
    )

  const sorted = problems.toSorted((one, other) => one.line - other.line)
  const isUsable = tables.success && !sorted.some(({ severity }) => severity === 'error')
  return { file: isUsable ? { path, text, tables: tables.data, arms } : null, problems: sorted }
}

type Tell = (steps: readonly string[], message: string, severity?: SettingsProblem['severity']) => unknown

const SEED_ONLY = { 'run.seed': 'Seeds are those of [experiment]' }
const OF_AXES = {
  ...SEED_ONLY,
  'run.story': 'All arms play the same stories: name them in [axes]',
  'run.handicap': 'All arms play with the same handicaps: name them in [axes]',
}

function refuseKeys(
  tables: Readonly<Record<string, unknown>>,
  refused: Readonly<Record<string, string>>,
  at: readonly string[],
  tell: Tell,
): void {
  for (const [path, why] of Object.entries(refused)) {
    const [table = '', key = ''] = path.split('.')
    const section = tables[table]
    if (isRecord(section) && section[key] !== undefined) tell([...at, table, key], why)
  }
}

/** Null for what cannot be used, which is told. */
function readSettings(tables: Readonly<Record<string, unknown>>, at: readonly string[], tell: Tell): Settings | null {
  const { known, servers, unknown } = sortSettings(tables)
  for (const { table, key, message, severity } of unknown)
    tell([...at, table, ...(key === null ? [] : [key])], message, severity)
  for (const server of Object.keys(servers))
    tell([...at, 'mcp', server], 'MCP servers are those of mcp_config.json, see --mcp-config')
  const read = settings.safeParse(known)
  for (const issue of read.error?.issues ?? []) tell([...at, ...issue.path.slice(0, 2).map(String)], reasonOf(issue))
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

function messageOf(issue: Parameters<typeof reasonOf>[0]): string {
  return issue.code === 'unrecognized_keys' ? `There is no such key: ${issue.keys.join(', ')}` : reasonOf(issue)
}

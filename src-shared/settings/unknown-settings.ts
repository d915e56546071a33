import { isRecord } from '../base/json/is-record'
import { settings } from './settings'

interface UnknownSetting {
  readonly table: string
  /** Null for the table itself. */
  readonly key: string | null
  readonly severity: 'error' | 'warning'
  readonly message: string
}

interface SortedSettings {
  readonly known: Readonly<Record<string, unknown>>
  /** Servers in tables inside `[mcp]` (docs/mcp.md). */
  readonly servers: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly unknown: readonly UnknownSetting[]
}

const TABLES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(settings.shape).map(([table, section]) => [table, Object.keys(section.unwrap().shape)]),
)

export const isSetting = (table: string, key: string): boolean => TABLES[table]?.includes(key) === true

/** Separates known settings, servers, and unknown names with suggestions. */
export function sortSettings(root: Readonly<Record<string, unknown>>): SortedSettings {
  const known: Record<string, unknown> = {}
  const servers: Record<string, Readonly<Record<string, unknown>>> = {}
  const unknown: UnknownSetting[] = []
  const ofMind: Record<string, unknown> = {}
  for (const [table, section] of Object.entries(root)) {
    const keys = Object.hasOwn(TABLES, table) ? (TABLES[table] ?? []) : null
    if (keys === null)
      unknown.push({
        table,
        key: null,
        ...(REFERENCE_TABLES.includes(table) ? WITHOUT_EFFECT : unknownName('table', table, Object.keys(TABLES))),
      })
    else if (!isRecord(section)) known[table] = section
    else {
      const own: Record<string, unknown> = {}
      for (const [key, value] of Object.entries(section)) {
        if (keys.includes(key)) own[key] = value
        else if (table === 'mcp' && isRecord(value)) servers[key] = value
        else if (Object.hasOwn(KEYS_OF_MIND, `${table}.${key}`)) {
          const meant = KEYS_OF_MIND[`${table}.${key}`] ?? key
          ofMind[meant] = valueOfMind(value)
          unknown.push({ table, key, severity: 'warning', message: `Key of the public ZorkGPT, read as mind.${meant}` })
        } else
          unknown.push({
            table,
            key,
            ...(REFERENCE_KEYS[table]?.includes(key)
              ? WITHOUT_EFFECT
              : unknownName('setting', key, keys, tableWith(key))),
          })
      }
      known[table] = own
    }
  }
  // A value in the table [mind] itself takes precedence.
  if (Object.keys(ofMind).length > 0 && (known.mind === undefined || isRecord(known.mind)))
    known.mind = { ...ofMind, ...known.mind }
  return { known, servers, unknown }
}

const WITHOUT_EFFECT = { severity: 'warning', message: 'Known to the public ZorkGPT, without effect here' } as const

function unknownName(
  what: 'table' | 'setting',
  name: string,
  known: readonly string[],
  elsewhere: string | null = null,
): Pick<UnknownSetting, 'severity' | 'message'> {
  const near = elsewhere ?? nearest(name, known)
  return { severity: 'error', message: `There is no such ${what}${near === null ? '' : `; perhaps ${near} is meant`}` }
}

function tableWith(key: string): string | null {
  const table = Object.keys(TABLES).find((candidate) => TABLES[candidate]?.includes(key))
  return table === undefined ? null : `${table}.${key}`
}

/** The known name with the smallest edit distance; null if none is similar enough. */
export function nearest(name: string, known: readonly string[]): string | null {
  const [best] = known
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate) }))
    .toSorted((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.max(1, Math.floor(best.candidate.length / 3)) ? best.candidate : null
}

/** Levenshtein distance. For a name far longer than all known ones, its length is close enough. */
function editDistance(one: string, other: string): number {
  if (one.length > 100) return one.length
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [line, letter] of one.split('').entries()) {
    const next = [line + 1]
    for (let column = 1; column <= other.length; column++) {
      next.push(
        Math.min(
          (row[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (row[column - 1] ?? 0) + (other[column - 1] === letter ? 0 : 1),
        ),
      )
    }
    row = next
  }
  return row[other.length] ?? 0
}

/**
 * Settings that only the public ZorkGPT has in `[tool.zorkgpt.*]` of its pyproject.toml: other roles, learning files,
 * loop detection. They are reported as having no effect, not as misspelled.
 */

/** Keys of public ZorkGPT that correspond to keys of the table [mind], by table and key. */
export const KEYS_OF_MIND: Readonly<Record<string, string>> = {
  'llm.critic_model': 'critic_model',
  'llm.critic_base_url': 'critic_base_url',
  'llm.memory_model': 'reflector_model',
  'llm.memory_base_url': 'reflector_base_url',
  'llm.analysis_model': 'summary_model',
  'llm.analysis_base_url': 'summary_base_url',
  'gameplay.enable_critic': 'critic',
  'orchestrator.max_context_tokens': 'context_tokens',
}

/** Converts a switch of public ZorkGPT's critic, which judges every action or none. */
export const valueOfMind = (value: unknown): unknown => {
  if (typeof value !== 'boolean') return value
  return value ? 'always' : 'off'
}

/** Keys that only public ZorkGPT has in tables that exist here too. */
export const REFERENCE_KEYS: Readonly<Record<string, readonly string[]>> = {
  llm: ['info_ext_model', 'condensation_model', 'agent_base_url', 'info_ext_base_url', 'condensation_base_url'],
  retry: ['retry_on_timeout', 'retry_on_rate_limit', 'retry_on_server_error'],
  gameplay: [
    'turn_window_size',
    'min_knowledge_quality',
    'critic_rejection_threshold',
    'enable_exit_pruning',
    'exit_failure_threshold',
    'enable_knowledge_condensation',
    'knowledge_condensation_threshold',
    'zork_save_filename',
    'zork_save_filename_template',
    'save_signal_filename',
    'zork_game_workdir',
  ],
  orchestrator: [
    'knowledge_update_interval',
    'map_update_interval',
    'objective_update_interval',
    'enable_state_export',
    'context_overflow_threshold',
    'enable_objective_refinement',
    'objective_refinement_interval',
    'max_objectives_before_forced_refinement',
    'refined_objectives_target_count',
    'enable_inter_episode_synthesis',
  ],
}

/** Tables that only public ZorkGPT has. */
export const REFERENCE_TABLES: readonly string[] = [
  'critic_sampling',
  'extractor_sampling',
  'memory_sampling',
  'analysis_sampling',
  'condensation_sampling',
  'objective_completion',
  'simple_memory',
  'files',
  'paths',
  'loop_break',
  'logging',
  'aws',
]

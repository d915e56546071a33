import { isRecord } from '../base/json/is-record'
import { KEYS_OF_MIND, REFERENCE_KEYS, REFERENCE_TABLES, valueOfMind } from './reference-keys'
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
  /** Tables inside `[mcp]`: servers (docs/mcp.md). */
  readonly servers: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly unknown: readonly UnknownSetting[]
}

const TABLES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(settings.shape).map(([table, section]) => [table, Object.keys(section.unwrap().shape)]),
)

export const isSetting = (table: string, key: string): boolean => TABLES[table]?.includes(key) === true

/** Separates known settings, servers, and unknown names, with a suggestion for each of these. */
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
          unknown.push({ table, key, severity: 'warning', message: `Key of the reference, taken as mind.${meant}` })
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
  // A value in the table itself takes precedence.
  if (Object.keys(ofMind).length > 0 && (known.mind === undefined || isRecord(known.mind)))
    known.mind = { ...ofMind, ...known.mind }
  return { known, servers, unknown }
}

const WITHOUT_EFFECT = { severity: 'warning', message: 'Known to the reference, not used here' } as const

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

/** The known name with the smallest edit distance, if it is small enough. */
export function nearest(name: string, known: readonly string[]): string | null {
  const [best] = known
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate) }))
    .toSorted((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.max(1, Math.floor(best.candidate.length / 3)) ? best.candidate : null
}

/** Levenshtein distance. For a name far longer than any known one the difference in length is enough. */
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

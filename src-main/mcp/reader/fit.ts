import type { z } from 'zod'
import { isRecord } from '@shared/base/json/is-record'
import { whyNotValid } from '@shared/base/why-not-valid'

export type Table = Record<string, unknown>

/** Members whose own members MCP defines. All other members contain data, in which null has a meaning. */
const OF_THE_PROTOCOL = new Set([
  'annotations',
  'arguments',
  'capabilities',
  'completions',
  'content',
  'contents',
  'error',
  'execution',
  'icons',
  'logging',
  'messages',
  'params',
  'prompts',
  'resource',
  'resources',
  'result',
  'serverInfo',
  'tools',
])

/** The value without members that are null, because servers in Go, Python and C# write null for absent members. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => entry !== null).map((entry) => withoutNulls(entry))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      member === null ? [] : [[key, OF_THE_PROTOCOL.has(key) ? withoutNulls(member) : member]],
    ),
  )
}

/** The value if it is an object, else null. An empty list counts as an empty object, because PHP writes it so. */
export function tableOf(value: unknown): Table | null {
  if (isRecord(value)) return value
  return Array.isArray(value) && value.length === 0 ? {} : null
}

export interface Fitted<Value> {
  readonly value: Value
  /** A clause about each member that was left out: "icons takes a list". */
  readonly leftOut: readonly string[]
}

/** Maximum number of checks of one value, because a hostile value may have any number of faults. */
const MAX_ROUNDS = 20

/**
 * Checks a value with a schema and leaves out invalid optional members. Returns a clause about the fault if a required
 * member is invalid.
 */
export function fit<Value>(schema: z.ZodType<Value>, given: unknown): Fitted<Value> | string {
  const leftOut: string[] = []
  let value = given
  for (let round = 0; ; round++) {
    const parsed = schema.safeParse(value)
    if (parsed.success) return { value: parsed.data, leftOut }
    const { issues } = parsed.error
    const clauses = issues.map((issue) => `${issue.path.join('.') || 'it'} ${whyNotValid(issue)}`)
    if (round === 0) value = structuredClone(value)
    if (round === MAX_ROUNDS || !issues.every(({ path }) => dropMember(value, path)))
      return leftOut[0] ?? clauses[0] ?? ''
    leftOut.push(...clauses.filter((clause) => !leftOut.includes(clause)))
  }
}

/** Removes an invalid member, or the object that lacks a required one. Returns false if that is the whole value. */
function dropMember(value: unknown, path: readonly PropertyKey[]): boolean {
  const key = path.at(-1)
  if (key === undefined) return false
  const holder = path.slice(0, -1).reduce<unknown>((inner, step) => (inner as Table | undefined)?.[String(step)], value)
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else if (isRecord(holder) && Object.hasOwn(holder, String(key))) delete (holder as Table)[String(key)]
  // The holder lacks the member. If it is not an object, an earlier issue removed it.
  else if (isRecord(holder)) return dropMember(value, path.slice(0, -1))
  return true
}

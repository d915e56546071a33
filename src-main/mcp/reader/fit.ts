import type { z } from 'zod'
import { isRecord } from '@shared/base/json/is-record'
import { whyNotValid } from '@shared/base/why-not-valid'

export type Table = Record<string, unknown>

/** Members of MCP whose own members the protocol defines. All others hold data, in which a null has a meaning. */
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

/** The value without members that are null: servers in Go, Python and C# write null for what they leave out. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => entry !== null).map((entry) => withoutNulls(entry))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      member === null ? [] : [[key, OF_THE_PROTOCOL.has(key) ? withoutNulls(member) : member]],
    ),
  )
}

/** PHP writes an empty table as an empty list. */
export function tableOf(value: unknown): Table | null {
  if (isRecord(value)) return value
  return Array.isArray(value) && value.length === 0 ? {} : null
}

export interface Fitted<Value> {
  readonly value: Value
  /** Members that were left out, each as a clause: "icons takes a list". */
  readonly leftOut: readonly string[]
}

/** A hostile value must not be checked again and again. */
const MAX_ROUNDS = 20

/**
 * The value in the form of the schema, without optional members that do not fit; or a clause about the mistake, if a
 * required member does not fit.
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

/** Removes the member, or the value that lacks it. False if that is the whole value. */
function dropMember(value: unknown, path: readonly PropertyKey[]): boolean {
  const key = path.at(-1)
  if (key === undefined) return false
  const holder = path.slice(0, -1).reduce<unknown>((inner, step) => (inner as Table | undefined)?.[String(step)], value)
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else if (isRecord(holder) && Object.hasOwn(holder, String(key))) delete (holder as Table)[String(key)]
  // An earlier issue may have removed the holder.
  else if (isRecord(holder)) return dropMember(value, path.slice(0, -1))
  return true
}

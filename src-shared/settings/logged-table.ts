import type { z } from 'zod'
import { isRecord } from '../base/json/is-record'
import { settings as schema, type Settings } from './settings'

/** Values that were in force before versions logged them. */
const BEFORE_LOGGED: { readonly [Name in keyof Settings]?: Partial<Settings[Name]> } = { game: { pass_pauses: false } }

/**
 * A table of the settings in a manifest; undefined if it is missing or invalid, because a log may come from elsewhere.
 * Settings that this version no longer knows are dropped.
 */
export function loggedTable<Name extends keyof Settings>(
  name: Name,
  logged: Readonly<Record<string, unknown>>,
): Settings[Name] | undefined {
  const table: z.ZodType<Settings[Name]> = schema.shape[name].unwrap().strip() as never
  const before = BEFORE_LOGGED[name]
  const read = (candidate: unknown) => table.safeParse(candidate).data
  const value = logged[name]
  return (isRecord(value) ? read({ ...before, ...value }) : undefined) ?? (before && read(before))
}

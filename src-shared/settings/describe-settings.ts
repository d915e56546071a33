import { z } from 'zod'
import type { FormField } from '../base/form/form-field'
import { readField } from '../base/form/read-schema'
import { whyNotValid } from '../base/why-not-valid'
import { settings } from './settings'

export type SettingValue = boolean | number | string | readonly string[] | Readonly<Record<string, string>>

/** `name` is the key in its table, `description` one or two sentences. */
export interface SettingField extends FormField {
  readonly path: string
  readonly unit: string | null
  readonly default: SettingValue
  /** Value in the app's own zorkgpt.toml; null if the file omits the setting or has the default. */
  readonly shipped: SettingValue | null
}

export interface SettingGroup {
  readonly table: string
  readonly title: string
  readonly fields: readonly SettingField[]
}

type Schema = Readonly<Record<string, unknown>>

/** All settings in groups, in the order of the schema. Forms, lists and documents are generated from them. */
export function describeSettings(): readonly SettingGroup[] {
  const { properties = {} } = z.toJSONSchema(settings, { io: 'input' })
  return Object.entries(properties as Readonly<Record<string, Schema>>).map(([table, schema]) => ({
    table,
    title: typeof schema.title === 'string' ? schema.title : table,
    fields: Object.entries(schema.properties as Readonly<Record<string, Schema>>).map(([key, field]) =>
      describeField(table, key, field),
    ),
  }))
}

function describeField(table: string, key: string, schema: Schema): SettingField {
  if (schema.default === undefined) throw new Error(`The setting ${table}.${key} has no default.`)
  return {
    // A setting with alternatives may be empty, and is then not sent.
    ...readField(key, schema, schema.anyOf === undefined),
    path: `${table}.${key}`,
    unit: typeof schema.unit === 'string' ? schema.unit : null,
    default: schema.default as SettingValue,
    shipped: (schema.shipped as SettingValue | undefined) ?? null,
  }
}

/** Describes the mistake in a value as a sentence; null if it is valid. */
export function whyNotSetting(path: string, value: unknown): string | null {
  const [table = '', key = ''] = path.split('.')
  const result = settings.safeParse({ [table]: { [key]: value } })
  const issue = result.error?.issues[0]
  return issue ? reasonOf(issue) : null
}

/** The mistake as a sentence. */
export function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return 'There is no such setting'
  const clause = whyNotValid(issue)
  return clause.charAt(0).toUpperCase() + clause.slice(1)
}

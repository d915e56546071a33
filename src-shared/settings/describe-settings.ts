import { z } from 'zod'
import { whyNotValid } from '../base/why-not-valid'
import { settings } from './settings'

export type SettingValue = boolean | number | string | readonly string[] | Readonly<Record<string, string>>

export interface SettingField {
  readonly path: string
  readonly key: string
  readonly title: string
  /** One or two sentences. */
  readonly description: string
  readonly unit: string | null
  readonly kind: 'boolean' | 'integer' | 'number' | 'choice' | 'text' | 'list' | 'table'
  readonly choices: readonly string[]
  readonly default: SettingValue
}

export interface SettingGroup {
  readonly table: string
  readonly title: string
  readonly fields: readonly SettingField[]
}

/** What JSON Schema says of one setting, as far as ours go. */
interface FieldSchema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly default?: SettingValue
  readonly title?: string
  readonly description?: string
  readonly unit?: string
}
interface TableSchema {
  readonly title?: string
  readonly properties?: Readonly<Record<string, FieldSchema>>
}

/** Every setting in groups, in the order of the schema: what a form, a list or a document of them needs to know. */
export function describeSettings(): readonly SettingGroup[] {
  const { properties = {} } = z.toJSONSchema(settings, { io: 'input' }) as {
    properties?: Readonly<Record<string, TableSchema>>
  }
  return Object.entries(properties).map(([table, { title = table, properties: fields = {} }]) => ({
    table,
    title,
    fields: Object.entries(fields).map(([key, field]) => describeField(table, key, field)),
  }))
}

function describeField(table: string, key: string, field: FieldSchema): SettingField {
  const { title = key, description = '', unit = null, default: byDefault } = field
  if (byDefault === undefined) throw new Error(`The setting ${table}.${key} has no default.`)
  return {
    path: `${table}.${key}`,
    key,
    title,
    description,
    unit,
    kind: kindOf(field),
    choices: field.enum ?? [],
    default: byDefault,
  }
}

function kindOf({ type, enum: choices }: FieldSchema): SettingField['kind'] {
  if (choices) return 'choice'
  if (type === 'boolean' || type === 'integer' || type === 'number') return type
  if (type === 'array') return 'list'
  return type === 'object' ? 'table' : 'text'
}

/** What is wrong with a value, as one sentence, or null. */
export function whyNotSetting(path: string, value: unknown): string | null {
  const [table = '', key = ''] = path.split('.')
  const result = settings.safeParse({ [table]: { [key]: value } })
  const issue = result.error?.issues[0]
  return issue ? reasonOf(issue) : null
}

/** The same, as a sentence of its own. */
export function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return 'There is no such setting'
  const clause = whyNotValid(issue)
  return clause.charAt(0).toUpperCase() + clause.slice(1)
}

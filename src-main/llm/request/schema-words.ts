import { isRecord } from '@shared/base/json/is-record'
import { cutText } from '@shared/base/whole-characters'
import type { Schema } from './mend-schema'

/** Longest JSON of a rule in a description, in characters. */
const LONGEST_RULE = 300

const PHRASES: Readonly<Record<string, string>> = {
  minimum: 'At least',
  maximum: 'At most',
  exclusiveMinimum: 'More than',
  exclusiveMaximum: 'Less than',
  minLength: 'Fewest characters:',
  maxLength: 'Most characters:',
  minProperties: 'Fewest keys:',
  maxProperties: 'Most keys:',
  multipleOf: 'A multiple of',
  pattern: 'It matches the pattern',
  format: 'Format:',
  const: 'Always',
  default: 'By default',
  examples: 'For example',
  example: 'For example',
  not: 'It must not match',
  if: 'Rule:',
  enum: 'One of',
  additionalProperties: 'Other keys have values such as',
  patternProperties: 'Keys by pattern:',
  uniqueItems: 'No item twice:',
}

/** A keyword as a sentence for the model. */
export function say(key: string, value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `${PHRASES[key] ?? `${key}:`} ${cutText(text ?? 'null', LONGEST_RULE)}.`
}

export const shortOf = (schema: unknown): string =>
  (isRecord(schema) ? [schema.title, schema.description, schema.type] : []).find((text) => typeof text === 'string') ??
  'anything'

/** The required members of one branch of a union. */
export function describeBranch({ required, properties, title }: Schema): string {
  const names = Array.isArray(required) ? required : Object.keys(isRecord(properties) ? properties : {})
  const fixed = Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, schema]) =>
    isRecord(schema) && schema.const !== undefined ? [`${name} = ${JSON.stringify(schema.const)}`] : [],
  )
  const parts = [...fixed, ...names.filter((name) => !fixed.some((text) => text.startsWith(`${String(name)} =`)))]
  if (parts.length > 0) return parts.join(', ')
  return typeof title === 'string' ? title : 'an object'
}

import { isRecord } from '@shared/base/json/is-record'
import { type Draft, mendAny, mendRequired, resolve, type Schema } from './mend-schema'
import { describeBranch, say } from './schema-words'

/** Merges the branches of unions at the root into one object, and notes which members belong together. */
export function withoutRootUnions(schema: Schema, root: Schema, notes: string[]): Schema {
  const merged: Draft = { ...schema }
  for (const key of ['not', 'enum', 'const', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas']) {
    if (merged[key] === undefined) continue
    if (key !== 'then' && key !== 'else') notes.push(say(key, ruleAt(merged, key)))
    if (key !== 'if') delete merged[key]
  }
  delete merged.if
  for (const key of ['allOf', 'oneOf', 'anyOf']) {
    const branches = merged[key]
    delete merged[key]
    if (!Array.isArray(branches)) continue
    const objects = branches.map((branch) => resolve(mendAny(branch), root, new Set()))
    mergeBranches(merged, objects, key === 'allOf')
    if (key === 'allOf') {
      for (const branch of objects) if (branch.if !== undefined) notes.push(say('if', ruleAt(branch, 'if')))
    } else
      notes.push(
        `Give ${key === 'oneOf' ? 'exactly' : 'at least'} one of: ${objects.map(describeBranch).join('; or ')}.`,
      )
  }
  return merged
}

/** A condition and its consequences are one rule. */
const ruleAt = (schema: Schema, key: string): unknown =>
  key === 'if' ? Object.fromEntries(['if', 'then', 'else'].map((part) => [part, schema[part]])) : schema[key]

function mergeBranches(into: Draft, branches: readonly Schema[], isAll: boolean): void {
  const properties: Draft = { ...(into.properties as Schema) }
  for (const branch of branches)
    for (const [name, schema] of Object.entries(isRecord(branch.properties) ? branch.properties : {}))
      properties[name] = name in properties ? either(properties[name], schema) : schema
  const names = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : [])
  const lists = branches.map(({ required }) => names(required))
  const shared = isAll ? lists.flat() : (lists[0] ?? []).filter((name) => lists.every((list) => list.includes(name)))
  Object.assign(into, { properties, ...mendRequired([...names(into.required), ...shared], properties) })
}

/** A schema that accepts the values of either; two lists of words become one list. */
function either(one: unknown, other: unknown): unknown {
  if (JSON.stringify(one) === JSON.stringify(other)) return one
  const words = [one, other].map(wordsOf)
  const [first, second] = words
  if (first && second) return { type: 'string', enum: [...new Set([...first, ...second])] }
  return {
    anyOf: [one, other].flatMap((schema) =>
      isRecord(schema) && Array.isArray(schema.anyOf) && Object.keys(schema).length === 1
        ? (schema.anyOf as unknown[])
        : [schema],
    ),
  }
}

function wordsOf(schema: unknown): readonly string[] | null {
  if (!isRecord(schema)) return null
  const words = schema.const === undefined ? schema.enum : [schema.const]
  return Array.isArray(words) && words.every((word) => typeof word === 'string') ? words : null
}

import { isRecord } from '@shared/base/json/is-record'
/** The JSON schema of a tool's arguments as fields of a form. What a form cannot show is typed as JSON. */
export type SchemaField = { readonly description: string; readonly fallback: unknown } & (
  | { readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'json' }
  | { readonly kind: 'choice'; readonly options: readonly unknown[] }
  | { readonly kind: 'list'; readonly item: SchemaField }
  | {
      readonly kind: 'group'
      readonly members: readonly { readonly name: string; readonly required: boolean; readonly field: SchemaField }[]
    }
)

/** Deeper than this nobody fills in a form, and a schema that holds itself would have no end. */
const MAX_DEPTH = 6

export function fieldOf(schema: unknown, depth = 0): SchemaField {
  if (!isRecord(schema) || depth > MAX_DEPTH) return { kind: 'json', description: '', fallback: undefined }
  const about = {
    description: typeof schema.description === 'string' ? schema.description : '',
    fallback: schema.default,
  }
  const alternatives = [schema.anyOf, schema.oneOf]
    .find((list): list is readonly unknown[] => Array.isArray(list))
    ?.filter((each) => !isRecord(each) || each.type !== 'null')
  if (alternatives?.length === 1) {
    const only = fieldOf(alternatives[0], depth + 1)
    return { ...only, description: about.description || only.description, fallback: about.fallback ?? only.fallback }
  }
  if (Array.isArray(schema.enum)) return { ...about, kind: 'choice', options: schema.enum }
  if ('const' in schema) return { ...about, kind: 'choice', options: [schema.const] }
  const type = [schema.type].flat().find((each) => each !== 'null')
  if (type === 'string') return { ...about, kind: 'text' }
  if (type === 'number' || type === 'integer' || type === 'boolean') return { ...about, kind: type }
  if (type === 'array' && isRecord(schema.items))
    return { ...about, kind: 'list', item: fieldOf(schema.items, depth + 1) }
  if (isRecord(schema.properties)) {
    const required = Array.isArray(schema.required) ? schema.required : []
    const members = Object.entries(schema.properties).map(([name, member]) => ({
      name,
      required: required.includes(name),
      field: fieldOf(member, depth + 1),
    }))
    return { ...about, kind: 'group', members }
  }
  return { ...about, kind: 'json' }
}

/**
 * What the form begins with: defaults, and of what must be there the emptiest value; undefined is left out of the call.
 */
export function emptyValue(field: SchemaField, required: boolean): unknown {
  if (field.fallback !== undefined) return field.fallback
  if (field.kind === 'group') {
    const members = field.members.flatMap(({ name, required: needed, field: member }) => {
      const value = emptyValue(member, needed)
      return value === undefined ? [] : [[name, value] as const]
    })
    return required || members.length > 0 ? Object.fromEntries(members) : undefined
  }
  if (!required) return undefined
  if (field.kind === 'choice') return field.options[0]
  return { text: '', boolean: false, list: [], number: undefined, integer: undefined, json: undefined }[field.kind]
}

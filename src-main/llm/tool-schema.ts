import { isRecord } from '@shared/base/json/is-record'
import type { Profile } from './profiles'

type Schema = Readonly<Record<string, unknown>>

/**
 * A tool's parameters as the endpoint accepts them: an object at the root, no `$schema`, and for a narrow profile only
 * the keys it reads.
 */
export function toWireSchema(schema: Schema, form: Profile['toolSchemas']): Schema {
  const { $schema: _, ...rest } = schema
  const rooted = { type: 'object', properties: {}, ...rest }
  return form === 'full' ? rooted : narrow(rooted, rooted, new Set())
}

const NARROW_KEYS = new Set([
  'type',
  'description',
  'enum',
  'items',
  'properties',
  'required',
  'nullable',
  'format',
  'minItems',
  'maxItems',
  'anyOf',
])

/** `open` has the references being resolved: a recursive schema is cut there. */
function narrow(schema: Schema, root: Schema, open: ReadonlySet<string>): Schema {
  if (typeof schema.$ref === 'string') {
    const target = open.has(schema.$ref) ? null : lookUp(root, schema.$ref)
    return target === null ? { type: 'object' } : narrow(target, root, new Set(open).add(schema.$ref))
  }
  const inner = (value: unknown) => (isRecord(value) ? narrow(value, root, open) : value)
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'type' && Array.isArray(value)) Object.assign(result, typeOf(value))
    else if (key === 'const' && typeof value === 'string') result.enum = [value]
    else if (key === 'oneOf' && Array.isArray(value)) result.anyOf = value.map(inner)
    else if (!NARROW_KEYS.has(key) || (key === 'enum' && !isStringList(value))) continue
    else if (key === 'properties' && isRecord(value))
      result.properties = Object.fromEntries(Object.entries(value).map(([name, property]) => [name, inner(property)]))
    else if (key === 'anyOf' && Array.isArray(value)) result.anyOf = value.map(inner)
    else result[key] = inner(value)
  }
  return result
}

function typeOf(types: readonly unknown[]): Schema {
  const others = types.filter((type) => type !== 'null')
  return { type: others[0] ?? 'string', ...(others.length < types.length && { nullable: true }) }
}

function lookUp(root: Schema, reference: string): Schema | null {
  if (!reference.startsWith('#/')) return null
  let found: unknown = root
  for (const step of reference.slice(2).split('/'))
    found = isRecord(found) ? found[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  return isRecord(found) ? found : null
}

const isStringList = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string')

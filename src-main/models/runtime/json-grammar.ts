import { isRecord } from '@shared/base/json/is-record'

/**
 * Converts JSON Schema to a grammar of llama.cpp, GBNF (https://github.com/ggml-org/llama.cpp/tree/master/grammars).
 * The grammar may be stricter than the schema: properties have the order of the schema, and other properties are not
 * allowed. It ignores keywords that a grammar cannot express, such as `pattern`, so an answer may violate them.
 */

type Schema = Readonly<Record<string, unknown>>

export interface CallableTool {
  readonly name: string
  readonly parameters: Schema
}

/** The permitted forms of an answer: JSON that matches a schema, a tool call, or either if both are given. */
export interface AnswerForm {
  /** The schema of the answer; true for any JSON object, null for tool calls only. */
  readonly answer: Schema | true | null
  /** The tools that may be called instead; a call is enclosed in the marks. */
  readonly calls: readonly CallableTool[]
  readonly marks: { readonly before: string; readonly after: string }
}

/** The grammar in GBNF; its first rule is `root`. */
export function grammarOf({ answer, calls, marks }: AnswerForm): string {
  const rules = new Rules()
  const forms: string[] = []
  if (answer !== null) forms.push(rules.of(answer === true ? { type: 'object' } : answer))
  if (calls.length > 0) {
    const call = calls.map(({ name, parameters }) =>
      rules.of(
        {
          type: 'object',
          properties: { name: { const: name }, arguments: { type: 'object', ...parameters } },
          required: ['name', 'arguments'],
        },
        parameters,
      ),
    )
    forms.push(`${literal(marks.before)} space (${call.join(' | ')}) space ${literal(marks.after)}`)
  }
  return `root ::= ${forms.map((form) => `(${form})`).join(' | ')}\n${rules.text()}`
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  space: '| " " | "\\n" [ \\t]{0,20}',
  char: '[^"\\\\\\x7F\\x00-\\x1F] | "\\\\" (["\\\\bfnrt/] | "u" [0-9a-fA-F]{4})',
  string: '"\\"" char* "\\""',
  integer: '"-"? ("0" | [1-9] [0-9]{0,15})',
  number: 'integer ("." [0-9]{1,16})? ([eE] [-+]? [0-9]{1,3})?',
  boolean: '"true" | "false"',
  null: '"null"',
  pair: 'string space ":" space any',
  object: '"{" space (pair space ("," space pair space)*)? "}"',
  array: '"[" space (any space ("," space any space)*)? "]"',
  any: 'object | array | string | number | boolean | null',
}

/** Matches a rule that begins with other rules. All others begin with a character. */
const NAMES = /^\w+(?: \| \w+)*$/

class Rules {
  readonly #rules = new Map<string, string>()
  /** The rules of references, by the schema in which they are resolved. */
  readonly #refs = new Map<Schema, Map<string, string>>()

  text(): string {
    const checked = new Set<string>()
    for (const name of this.#rules.keys()) this.#breakCircles(name, [], checked)
    return [...Object.entries(PRIMITIVES), ...this.#rules].map(([name, body]) => `${name} ::= ${body}\n`).join('')
  }

  /** The name of the rule for a schema. References are resolved in `root`. */
  of(schema: unknown, root: Schema = isRecord(schema) ? schema : {}): string {
    if (!isRecord(schema)) return 'any'
    if (typeof schema.$ref === 'string') return this.#ofReference(schema.$ref, root)
    const { anyOf = schema.oneOf, allOf, type } = schema
    if (schema.const !== undefined) return this.#add(literal(JSON.stringify(schema.const)))
    if (Array.isArray(schema.enum) && schema.enum.length > 0)
      return this.#add(schema.enum.map((value) => literal(JSON.stringify(value))).join(' | '))
    if (Array.isArray(anyOf)) return this.#oneOf(anyOf, root)
    if (Array.isArray(allOf) && allOf.length === 1) return this.of(allOf[0], root)
    if (Array.isArray(type))
      return this.#oneOf(
        type.map((one: unknown) => ({ ...schema, type: one })),
        root,
      )
    if (isRecord(schema.properties) && Object.keys(schema.properties).length > 0) return this.#ofObject(schema, root)
    if (type === 'array' && schema.items !== undefined) return this.#ofList(schema, root)
    if (type === 'string') return this.#ofString(schema)
    return typeof type === 'string' && Object.hasOwn(PRIMITIVES, type) ? type : 'any'
  }

  #oneOf(schemas: readonly unknown[], root: Schema): string {
    if (schemas.length === 0) return 'any'
    return this.#add(schemas.map((schema) => this.of(schema, root)).join(' | '))
  }

  /** The rule is named before its schema is converted, because a schema may contain itself. */
  #ofReference(reference: string, root: Schema): string {
    const refs = this.#refs.get(root) ?? new Map<string, string>()
    const known = refs.get(reference)
    if (known !== undefined) return known
    const name = this.#reserve()
    this.#refs.set(root, refs.set(reference, name))
    const target = reference === '#' ? root : reference.split('/').slice(1).reduce<unknown>(step, root)
    this.#rules.set(name, this.of(target, root))
    return name
  }

  /** Each property has two rules for it and the rest of the object: one as the first property, one after others. */
  #ofObject({ properties, required }: Schema, root: Schema): string {
    const needed = new Set(Array.isArray(required) ? required : [])
    let [first, later] = ['""', '""']
    for (const [name, schema] of Object.entries(properties as Schema).toReversed()) {
      const pair = `${literal(JSON.stringify(name))} space ":" space ${this.of(schema, root)} space`
      const [asFirst, asLater] = [`${pair} ${later}`, `"," space ${pair} ${later}`]
      const isOptional = !needed.has(name)
      first = this.#add(isOptional ? `${asFirst} | ${first}` : asFirst)
      later = this.#add(isOptional ? `${asLater} | ${later}` : asLater)
    }
    return this.#add(`"{" space ${first} "}"`)
  }

  #ofList({ items, minItems, maxItems }: Schema, root: Schema): string {
    const item = this.of(items, root)
    const least = countOf(minItems) ?? 0
    const most = countOf(maxItems)
    const more = `("," space ${item} space)${repeat(Math.max(0, least - 1), most === null ? null : most - 1)}`
    if (most === 0) return this.#add('"[" space "]"')
    return this.#add(least > 0 ? `"[" space ${item} space ${more} "]"` : `"[" space (${item} space ${more})? "]"`)
  }

  #ofString({ minLength, maxLength }: Schema): string {
    const [least, most] = [countOf(minLength) ?? 0, countOf(maxLength)]
    return least === 0 && most === null ? 'string' : this.#add(`"\\"" char${repeat(least, most)} "\\""`)
  }

  /** A schema that only refers to itself allows anything, because llama.cpp refuses a rule that begins with itself. */
  #breakCircles(name: string, above: readonly string[], checked: Set<string>): void {
    const body = this.#rules.get(name) ?? ''
    if (checked.has(name) || !NAMES.test(body)) return
    const within = [...above, name]
    const names = body.split(' | ').map((one) => (within.includes(one) ? 'any' : one))
    this.#rules.set(name, names.join(' | '))
    for (const one of names) this.#breakCircles(one, within, checked)
    checked.add(name)
  }

  #reserve(): string {
    const name = `r${this.#rules.size}`
    this.#rules.set(name, '""')
    return name
  }

  #add(body: string): string {
    const name = this.#reserve()
    this.#rules.set(name, body)
    return name
  }
}

/** llama.cpp unrolls repetitions, and refuses long ones. */
const MAX_REPETITIONS = 1000

const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_REPETITIONS ? value : null

const repeat = (least: number, most: number | null): string =>
  `{${least},${most === null ? '' : Math.max(least, most)}}`

const step = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)

/** The escapes of JSON, which the grammar writes differently. */
const ESCAPES: Readonly<Record<string, string>> = { '\\b': '\\x08', '\\f': '\\x0C' }

/** The text as a literal of the grammar. */
const literal = (text: string): string => JSON.stringify(text).replaceAll(/\\./g, (escape) => ESCAPES[escape] ?? escape)

import type { FieldInput, FormField } from '../../base/form/form-field'
import { visibleLine } from '../../base/visible-text'
import { namesASecret, referencesIn } from '../mcp-expansion'
import type { RegistryInput } from './registry-server'

/** An input of a package or remote server: an argument, a variable or a header. */
export interface Part {
  /** Name of its field, or prefix of the names of its fields. */
  readonly id: string
  /** Empty for the address, whose variables have separate titles. */
  readonly title: string
  readonly input: RegistryInput
  readonly isRepeated: boolean
}

/** The values of a form, by field name. */
export type Answers = Readonly<Record<string, unknown>>
/** Stores a secret value and returns a reference to it. */
export type KeepSecret = (title: string, value: string) => string

type Variable = NonNullable<RegistryInput['variables']>[string]

/** One field for an input without a value, or one for each open variable in a fixed value. */
export function fieldsOf({ id, title, input, isRepeated }: Part): readonly FormField[] {
  if (input.value == null) {
    const field = fieldOf(id, title, input, isSecretOf(title, input))
    return [isRepeated && field.input.kind === 'text' ? repeated(field) : field]
  }
  return variablesIn(input).map(([name, variable]) =>
    fieldOf(
      `${id}.${name}`,
      title === '' ? name : `${title}: ${name}`,
      { ...variable, isRequired: variable.isRequired || input.isRequired },
      input.isSecret || isSecretOf(name, variable),
    ),
  )
}

/** The texts of an input for these answers; null if it is omitted. */
export function textsOf(part: Part, answers: Answers, keep: KeepSecret): readonly string[] | null {
  const { id, title, input } = part
  if (input.value == null) {
    const isSecret = isSecretOf(title, input)
    const typed = typedIn(answers, id).map((text) => (isSecret ? keep(title, text) : text))
    return typed.length > 0 ? typed : null
  }
  const values = new Map<string, string>()
  for (const [name, variable] of variablesIn(input)) {
    const [text] = typedIn(answers, `${id}.${name}`)
    if (text === undefined) return null
    values.set(name, input.isSecret || isSecretOf(name, variable) ? keep(`${title} ${name}`.trim(), text) : text)
  }
  return [input.value.replaceAll(IN_BRACES, (found, name: string) => values.get(name) ?? fixed(input, name) ?? found)]
}

/**
 * Whether the answers complete a reference to a value of this computer, beyond those that an answer contains by itself.
 */
export function formsReference(part: Part, answers: Answers): boolean {
  const typed = variablesIn(part.input).flatMap(([name]) => typedIn(answers, `${part.id}.${name}`))
  const alone = new Set(typed.flatMap(referencesIn))
  const whole = part.input.value == null ? [] : (textsOf(part, answers, (_title, value) => value) ?? [])
  return whole.flatMap(referencesIn).some((name) => !alone.has(name))
}

/** The publisher's texts that become part of a command or an address, or initial values of fields. */
export const textsOfPublisher = ({ input }: Pick<Part, 'input'>): readonly string[] =>
  [input, ...Object.values(input.variables ?? {})].flatMap(({ value, default: initial, choices }) =>
    [value, initial, ...(choices ?? [])].filter((text) => text != null),
  )

const IN_BRACES = /\{([\w.-]+)\}/g

const variableOf = ({ variables }: RegistryInput, name: string): Variable | undefined =>
  variables && Object.hasOwn(variables, name) ? variables[name] : undefined

const fixed = (input: RegistryInput, name: string): string | null | undefined => variableOf(input, name)?.value

/** The variables that a person fills in, in the order in which they occur. */
function variablesIn(input: RegistryInput): readonly (readonly [name: string, variable: Variable])[] {
  const names = new Set([...(input.value ?? '').matchAll(IN_BRACES)].map(([, name = '']) => name))
  return [...names].flatMap((name) => {
    const variable = variableOf(input, name)
    return variable === undefined || variable.value != null ? [] : [[name, variable] as const]
  })
}

const isSecretOf = (title: string, { isSecret }: Pick<Variable, 'isSecret'>): boolean => isSecret || namesASecret(title)

function fieldOf(name: string, title: string, variable: Variable, isSecret: boolean): FormField {
  const { description, placeholder, isRequired } = variable
  const example = placeholder == null ? '' : `For example ${placeholder}`
  return {
    name,
    title: visibleLine(title, 200),
    description: [description ?? '', example].filter((text) => text !== '').join(' · '),
    isRequired,
    input: inputOf(variable, isSecret),
  }
}

function inputOf({ format, choices, default: initial }: Variable, isSecret: boolean): FieldInput {
  if (choices != null && choices.length > 0)
    return {
      kind: 'choice',
      options: choices.map((value) => ({ value, title: visibleLine(value, 200) })),
      fallback: choices.find((choice) => choice === initial) ?? null,
    }
  if (format === 'boolean' && !isSecret)
    return { kind: 'boolean', fallback: initial == null ? null : initial === 'true' }
  const number = Number(initial ?? Number.NaN)
  if (format === 'number' && !isSecret)
    return {
      kind: 'number',
      isInteger: false,
      minimum: null,
      maximum: null,
      fallback: Number.isFinite(number) ? number : null,
    }
  return {
    kind: 'text',
    format: null,
    minLength: 0,
    maxLength: Infinity,
    isLong: false,
    isSecret,
    fallback: initial ?? null,
  }
}

const repeated = (item: FormField): FormField => ({
  ...item,
  input: {
    kind: 'list',
    item: { ...item, description: '', isRequired: true },
    fallback: item.input.kind === 'text' && item.input.fallback !== null ? [item.input.fallback] : null,
  },
})

/** The non-empty texts of an answer. */
export const typedIn = (answers: Answers, name: string): readonly string[] => {
  const answer = Object.hasOwn(answers, name) ? answers[name] : undefined
  const texts = (Array.isArray(answer) ? (answer as readonly unknown[]) : [answer]).map((each) =>
    typeof each === 'number' || typeof each === 'boolean' ? String(each) : each,
  )
  return texts.filter((text): text is string => typeof text === 'string' && text !== '')
}

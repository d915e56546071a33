/** Values of variables by name, from the environment and the app. */
export type Variables = Readonly<Record<string, string | undefined>>

/** Returns the value of a secret by the NAME in `${secret:NAME}`; null if there is none. */
export type ReadSecret = (name: string) => string | null

export interface Expansion {
  readonly text: string
  /**
   * References that cannot be expanded: to variables without a value or default, to unknown secrets, and in the forms
   * of other clients.
   */
  readonly unresolved: readonly string[]
  /** Values of secrets, and of variables whose names suggest secrets. They must not be shown. */
  readonly secrets: readonly string[]
}

const REFERENCE = /\$\$\{|\$\{([^}]*)\}/g
const NAME = /^(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([\s\S]*))?$/
const SECRET = /^secret:(\w+)$/
const WHOLE = /^env:([A-Za-z_][A-Za-z0-9_]*)$/
const SECRET_NAME =
  /(api|access|private|signing)[-_]?key|token|secret|passw|credential|authorization|cookie|(^|[-_])(key|auth|pwd|pat)$/i

export const namesASecret = (name: string): boolean => SECRET_NAME.test(name)

/** Names of the variables and secrets that a text refers to. */
export function referencesIn(text: string): readonly string[] {
  const whole = WHOLE.exec(text)?.[1]
  if (whole !== undefined) return [whole]
  return [...text.matchAll(REFERENCE)].flatMap(
    ([, reference = '']) => SECRET.exec(reference)?.[1] ?? NAME.exec(reference)?.[1] ?? [],
  )
}

/**
 * Expands `${VAR}`, `${VAR:-default}`, `${env:VAR}`, `${secret:NAME}` and a whole string `env:VAR`; `$${` is a literal
 * `${`. Values are not expanded again, and `$VAR` is unchanged. As in a shell, a default applies to a variable that is
 * unset or empty.
 */
export function expandVariables(text: string, variables: Variables, readSecret: ReadSecret = () => null): Expansion {
  const unresolved: string[] = []
  const secrets: string[] = []
  const lookUpSecret = (reference: string, name: string): string => {
    const value = readSecret(name)
    if (value === null) unresolved.push(reference)
    else secrets.push(value)
    return value ?? ''
  }
  const lookUp = (reference: string): string => {
    const secretName = SECRET.exec(reference)?.[1]
    if (secretName !== undefined) return lookUpSecret(reference, secretName)
    const [, name, fallback] = NAME.exec(reference) ?? []
    const value = name === undefined ? undefined : variables[name]
    if (name !== undefined && value !== undefined && (value !== '' || fallback === undefined)) {
      if (namesASecret(name)) secrets.push(value)
      return value
    }
    if (name === undefined || fallback === undefined) unresolved.push(reference)
    return fallback ?? ''
  }
  const whole = WHOLE.exec(text)?.[1]
  const expanded =
    whole === undefined
      ? text.replace(REFERENCE, (match, reference: string | undefined) =>
          reference === undefined ? '${' : lookUp(reference),
        )
      : lookUp(whole)
  return { text: expanded, unresolved, secrets }
}

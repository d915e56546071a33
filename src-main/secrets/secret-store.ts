import { ExpectedError } from '@shared/base/expected-error'
import type { SecretBackend } from '@shared/contract/secrets'

/** The secret store of a shell. Its values are sent only to the endpoint or server that references them. */
export interface SecretStore {
  readonly backend: SecretBackend
  names(): readonly string[]
  get(name: string): string | null
  /** Rejects if the store is read-only. */
  set(name: string, value: string): Promise<void>
  /** Does nothing if the secret does not exist. */
  delete(name: string): Promise<void>
}

/**
 * A store for shells without a keychain. Its secrets are lost when the host stops. `sentence` explains that to the
 * user.
 */
export function memorySecrets(
  sentence = `Secrets are kept in memory until the host stops. To have one at every start, set its variable ${environmentName('NAME')}.`,
): SecretStore {
  const values = new Map<string, string>()
  return {
    backend: { kind: 'memory', persistent: false, sentence },
    names: () => [...values.keys()],
    get: (name) => values.get(name) ?? null,
    set: async (name, value) => void values.set(name, value),
    delete: async (name) => void values.delete(name),
  }
}

/** A store for the terminal. It is empty, because every secret comes from the environment, see `openSecrets`. */
export function environmentSecrets(): SecretStore {
  return {
    backend: {
      kind: 'environment',
      persistent: true,
      sentence: `Secrets come from the environment: the variable ${environmentName('NAME')} holds the secret NAME.`,
    },
    names: () => [],
    get: () => null,
    async set(name) {
      throw new ExpectedError(
        'not_possible',
        `This shell reads secrets from the environment. To set this one, set ${environmentName(name)} before you start.`,
      )
    },
    async delete(name) {
      throw new ExpectedError(
        'not_possible',
        `This shell reads secrets from the environment. To remove this one, unset ${environmentName(name)} before you start.`,
      )
    },
  }
}

const PREFIX = 'ZORKGPT_SECRET_'

export function environmentName(name: string): string {
  return `${PREFIX}${name}`
}

export function namesInEnvironment(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.keys(env).flatMap((variable) =>
    variable.startsWith(PREFIX) && env[variable] ? [variable.slice(PREFIX.length)] : [],
  )
}

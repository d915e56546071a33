import { isExpected } from '@shared/base/expected-error'
import { type SecretList, SHORTEST_SECRET } from '@shared/contract/secrets'
import { SecretMask } from './secret-mask'
import { environmentName, namesInEnvironment, type SecretStore } from './secret-store'

/** A shorter value of a well-known variable is a placeholder, such as `none`. Masking it would spoil other text. */
const SHORTEST_CUSTOMARY = 8

/** The secrets of one host: the shell's store first, then the environment. */
export interface Secrets {
  /** The value; null if there is none. `variable` is the well-known variable. `mask` hides the value from now on. */
  read(name: string, variable?: string): string | null
  /** The name of the secret or variable that `read` would use; null if there is none, or only a placeholder. */
  find(name: string, variable?: string): string | null
  /** Whether the shell's store has it, so that the environment is not asked for it. */
  isStored(name: string): boolean
  readonly mask: SecretMask
  list(): SecretList
  set(name: string, value: string): Promise<void>
  delete(name: string): Promise<void>
  /** Changes whenever a secret is set or deleted, so that resolved references are resolved again. */
  readonly revision: number
  readonly own: OwnSecrets
}

/** Secrets of the app itself, such as sign-ins. No config can refer to them, and no window lists or changes them. */
export interface OwnSecrets {
  get(name: string): string | null
  /** Kept in memory if the store is read-only. */
  set(name: string, value: string): Promise<void>
  delete(name: string): Promise<void>
}

/** Prefix of the app's own secrets. A name that a user enters has no colon. */
const OWN = 'own:'
export const isOwnSecret = (name: string): boolean => name.startsWith(OWN)

/** `wellKnown`: names that have a well-known variable, such as OPENAI_API_KEY. They are listed if it is set. */
export function openSecrets(
  store: SecretStore,
  env: Readonly<Record<string, string | undefined>>,
  wellKnown: readonly string[],
): Secrets {
  const mask = new SecretMask()
  let revision = 0
  const readMeant = (name: string) => store.get(name) ?? (env[environmentName(name)] || null)
  return {
    mask,
    get revision() {
      return revision
    },
    isStored: (name) => store.get(name) !== null,
    find(name, variable = name) {
      if (readMeant(name) !== null) return name
      return (env[variable] ?? '').length >= SHORTEST_CUSTOMARY ? variable : null
    },
    read(name, variable = name) {
      const meant = readMeant(name)
      const value = meant ?? (env[variable] || null)
      if (value !== null && value.length >= (meant === null ? SHORTEST_CUSTOMARY : SHORTEST_SECRET)) mask.learn(value)
      return value
    },
    list: () => ({
      names: [
        ...new Set([
          ...store.names().filter((name) => !isOwnSecret(name)),
          ...namesInEnvironment(env),
          ...wellKnown.filter((name) => env[name]),
        ]),
      ].toSorted(),
      backend: store.backend,
    }),
    async set(name, value) {
      mask.learn(value)
      await store.set(name, value)
      revision++
    },
    async delete(name) {
      await store.delete(name)
      revision++
    },
    own: ownSecrets(store),
  }
}

function ownSecrets(store: SecretStore): OwnSecrets {
  const memory = new Map<string, string>()
  return {
    get: (name) => memory.get(name) ?? store.get(OWN + name),
    async set(name, value) {
      await store.set(OWN + name, value).catch((error: unknown) => {
        if (!isExpected(error, 'not_possible')) throw error
        memory.set(name, value)
      })
    },
    async delete(name) {
      if (!memory.delete(name)) await store.delete(OWN + name)
    },
  }
}

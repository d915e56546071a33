import { z } from 'zod'
import { type ApiOf, command, none } from './define'

/** Secrets, which a window can set, list and delete, but never read. */

/** NAME in `${secret:NAME}`, which is also the name of its environment variable. */
export const secretName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'takes letters, digits and _, and begins with no digit')

/** Shorter values occur by chance, and masking them would spoil other text. */
export const SHORTEST_SECRET = 4

const address = z.string().min(1).max(2000).optional()

export const secrets = {
  /** Sets a secret, replacing one of the same name. Refused with `not_possible`, `bad_file` or `cannot_write`. */
  setSecret: command(
    z.object({
      name: secretName,
      value: z.string().min(SHORTEST_SECRET, `takes at least ${SHORTEST_SECRET} characters`).max(10_000),
      address,
    }),
  ),
  listSecrets: command(none).gives<SecretList>(),
  deleteSecret: command(z.object({ name: secretName })),
}
export type SecretApi = ApiOf<typeof secrets>

export interface SecretList {
  /** Names of all secrets that are available now, including those of the environment. */
  readonly names: readonly string[]
  readonly backend: SecretBackend
}

/** Where secrets are stored. `sentence` tells the user where, and whether they outlive the host. */
export interface SecretBackend {
  readonly kind: 'keychain' | 'memory' | 'environment'
  readonly persistent: boolean
  readonly sentence: string
}

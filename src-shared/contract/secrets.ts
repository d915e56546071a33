import { z } from 'zod'
import { type ApiOf, command, none } from './define'

/** Secrets as a window knows them: it can set, list and delete, never read. */

/** The NAME of `${secret:NAME}`, and of the variable that stands for it. */
export const secretName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'takes letters, digits and _, and begins with no digit')

/** Shorter than this a value turns up by chance, and could not be masked without spoiling other text. */
export const SHORTEST_SECRET = 4

/** Of the endpoint that a key was entered for. */
const address = z.string().min(1).max(2000).optional()

export const secrets = {
  /**
   * Replaces a secret of the same name. Refused with `not_possible`, `bad_file` or `cannot_write` where
   * it cannot be kept.
   */
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
  /** Every secret that can be used now, those of the environment included. */
  readonly names: readonly string[]
  readonly backend: SecretBackend
}

/** Where secrets rest. `sentence` tells the reader, and says so if they do not outlive the host. */
export interface SecretBackend {
  readonly kind: 'keychain' | 'memory' | 'environment'
  readonly persistent: boolean
  readonly sentence: string
}

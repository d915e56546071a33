import { z } from 'zod'
import { type ApiOf, command, none } from './define'

/** Secrets: a window can set, list and delete them, never read them. */

/** The NAME of `${secret:NAME}`, and of its variable. */
export const secretName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'takes letters, digits and _, and begins with no digit')

/** A shorter value occurs by chance, and masking it would spoil other text. */
export const SHORTEST_SECRET = 4

const address = z.string().min(1).max(2000).optional()

export const secrets = {
  /** Replaces a secret of that name. Refused with `not_possible`, `bad_file` or `cannot_write`. */
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
  /** Every secret that is available now, those of the environment included. */
  readonly names: readonly string[]
  readonly backend: SecretBackend
}

/** The place where secrets are stored. `sentence` describes it for the user, and whether they outlive the host. */
export interface SecretBackend {
  readonly kind: 'keychain' | 'memory' | 'environment'
  readonly persistent: boolean
  readonly sentence: string
}

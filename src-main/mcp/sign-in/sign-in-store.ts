import { createHash } from 'node:crypto'
import type { OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { z } from 'zod'
import { tryParseJson } from '@shared/base/json/bound-json'
import type { RemoteServer } from '@shared/mcp/mcp-entry'
import type { Secrets } from '../../secrets/secrets'

/** A sign-in, with everything needed to use it, to renew it and to sign out. */
export interface SignIn {
  readonly tokens: OAuthTokens
  readonly client: OAuthClientInformationMixed
  readonly discovery: OAuthDiscoveryState
  /** When the person signed in, ISO 8601. */
  readonly at: string
}

/** The demands of a server that refused a request, for the next sign-in. */
export interface Challenge {
  readonly scope: string | undefined
  readonly resourceMetadataUrl: string | undefined
  /** Whether the token is valid but has too few rights. */
  readonly wantsMore: boolean
}

/** The sign-ins of one host. */
export interface SignIns {
  /** The sign-in, or null. The mask learns its tokens. */
  read(server: RemoteServer): SignIn | null
  write(server: RemoteServer, signIn: SignIn): Promise<void>
  delete(server: RemoteServer): Promise<void>
  /** Makes the mask learn a secret of a sign-in in progress. */
  learn(secret: string): void
  /** The last unmet challenge of each server, keyed by `keyOf`. */
  readonly challenges: Map<string, Challenge>
  /**
   * Runs `work`, or returns the result of the work that already runs for the server, because a refresh token can be
   * used only once.
   */
  once<Result>(server: RemoteServer, work: () => Promise<Result>): Promise<Result>
}

/** Minimum length of a masked token, so that a server that sends `the` as a token does not get that word masked. */
const SHORTEST_TOKEN = 8
/**
 * Maximum number of masked secrets per sign-in. A server may refuse every token, so that each request gets a new one.
 */
const MOST_LEARNED = 40

export function openSignIns({ own, mask }: Pick<Secrets, 'own' | 'mask'>): SignIns {
  const running = new Map<string, Promise<unknown>>()
  const learnOne = (secret: string | undefined) => {
    if (secret !== undefined && secret.length >= SHORTEST_TOKEN) mask.learn(secret)
  }
  /** The masked secrets of each sign-in, the oldest first. */
  const learned = new Map<string, Set<string>>()
  const learn = (server: RemoteServer, { tokens, client }: SignIn) => {
    const known = learned.get(keyOf(server)) ?? new Set()
    learned.set(keyOf(server), known)
    for (const secret of [tokens.access_token, tokens.refresh_token, tokens.id_token, client.client_secret]) {
      learnOne(secret)
      if (secret === undefined) continue
      known.delete(secret)
      known.add(secret)
    }
    for (const secret of [...known].slice(0, -MOST_LEARNED)) {
      known.delete(secret)
      mask.forget(secret)
    }
  }
  return {
    read(server) {
      const signIn = parseSignIn(own.get(keyOf(server)))
      if (signIn) learn(server, signIn)
      return signIn
    },
    async write(server, signIn) {
      learn(server, signIn)
      await own.set(keyOf(server), JSON.stringify(signIn))
    },
    delete: (server) => own.delete(keyOf(server)),
    learn: learnOne,
    challenges: new Map(),
    async once<Result>(server: RemoteServer, work: () => Promise<Result>) {
      const key = keyOf(server)
      const before = running.get(key) as Promise<Result> | undefined
      if (before) return before
      const result = work().finally(() => running.delete(key))
      running.set(key, result)
      return result
    },
  }
}

/**
 * The key of a sign-in. It belongs to exactly this address, so that no other entry of a config gets its token sent
 * elsewhere. A different client or account is a different sign-in.
 */
export const keyOf = ({ url, oauth }: RemoteServer): string =>
  createHash('sha256')
    .update(JSON.stringify([url, oauth?.clientId ?? null, oauth?.account ?? null]))
    .digest('hex')

const stored = z.object({
  tokens: z.looseObject({ access_token: z.string() }),
  client: z.looseObject({ client_id: z.string() }),
  discovery: z.looseObject({ authorizationServerUrl: z.string() }),
  at: z.string(),
})

function parseSignIn(text: string | null): SignIn | null {
  const { data } = stored.safeParse(text === null ? null : tryParseJson(text))
  return data === undefined ? null : (data as unknown as SignIn)
}

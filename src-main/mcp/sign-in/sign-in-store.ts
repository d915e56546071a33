import { createHash } from 'node:crypto'
import type { OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { z } from 'zod'
import { tryParseJson } from '@shared/base/json/bound-json'
import type { RemoteServer } from '@shared/mcp/mcp-entry'
import type { Secrets } from '../../secrets/secrets'

/** A sign-in: everything that is needed to use it, to renew it and to sign out. */
export interface SignIn {
  readonly tokens: OAuthTokens
  readonly client: OAuthClientInformationMixed
  readonly discovery: OAuthDiscoveryState
  /** When the person signed in, ISO 8601. */
  readonly at: string
}

/** The demand of a server that refused a request: the next sign-in asks for that. */
export interface Challenge {
  readonly scope: string | undefined
  readonly resourceMetadataUrl: string | undefined
  /** The token is good, and its rights are too few. */
  readonly wantsMore: boolean
}

/** The sign-ins of one host. */
export interface SignIns {
  /** Null if there is none. From now on the mask knows its tokens. */
  read(server: RemoteServer): SignIn | null
  write(server: RemoteServer, signIn: SignIn): Promise<void>
  delete(server: RemoteServer): Promise<void>
  /** From now on the mask knows this secret of a sign-in that is under way. */
  learn(secret: string): void
  /** The last challenge of a server that no sign-in has answered yet. */
  readonly challenges: Map<string, Challenge>
  /** Work that must not run twice at once for a server: a refresh token may be used once. */
  once<Result>(server: RemoteServer, work: () => Promise<Result>): Promise<Result>
}

/** A server that calls `the` a token must not have that word masked in everything. */
const SHORTEST_TOKEN = 8
/** Secrets of one sign-in that the mask knows: a server may refuse every token, so that each request gets a new one. */
const MOST_LEARNED = 40

export function openSignIns({ own, mask }: Pick<Secrets, 'own' | 'mask'>): SignIns {
  const running = new Map<string, Promise<unknown>>()
  const learnOne = (secret: string | undefined) => {
    if (secret !== undefined && secret.length >= SHORTEST_TOKEN) mask.learn(secret)
  }
  /** The secrets of each sign-in that the mask knows, the oldest first. */
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
 * A sign-in is for exactly this address, so that no other entry of a config can have its token sent elsewhere; a
 * client or an account of its own is another sign-in.
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

import { randomBytes } from 'node:crypto'
import { auth, selectClientAuthMethod } from '@modelcontextprotocol/sdk/client/auth.js'
import { OAuthError } from '@modelcontextprotocol/sdk/server/auth/errors.js'
import type { AuthorizationServerMetadata } from '@modelcontextprotocol/sdk/shared/auth.js'
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js'
import { APP_VERSION } from '@shared/base/app-version'
import { ExpectedError, isExpected } from '@shared/base/expected-error'
import { visibleLine } from '@shared/base/visible-text'
import { isProtected } from '@shared/base/web-address'
import type { RemoteServer } from '@shared/mcp/mcp-entry'
import { boundFetch } from '../../base/limits/bound-fetch'
import { describeError } from '../transport/protocol-error'
import { ANSWER_MS, authorizationFetch, hostOf, MAX_ANSWER_BYTES, refuseAddress } from './authorization-fetch'
import { challengeIn } from './authorized-fetch'
import { type Callback, openCallbackServer } from './callback-server'
import { NoSignInOffered, scopesOf, signInProvider } from './sign-in-provider'
import { type Challenge, keyOf, type SignIn, type SignIns } from './sign-in-store'

/** Time limit for the person, who may have to find a password or a second device. */
const MAX_WAIT_MS = 10 * 60_000

interface SignInRequest {
  readonly signIns: SignIns
  /** Receives the address that a person must open in a browser. It is https, or on this computer. */
  readonly onAddress: (address: string) => void
  readonly signal: AbortSignal
}

/**
 * Signs a person in to a server: finds its authorization server, asks the person to open an address, and exchanges the
 * code that the browser returns. Throws an `ExpectedError` with one sentence, or the signal's reason; the stored
 * sign-in then stays.
 */
export async function signIn(server: RemoteServer, request: SignInRequest): Promise<void> {
  const { signIns, onAddress } = request
  if (!isProtected(server.url))
    throw new ExpectedError(
      'not_possible',
      `${hostOf(server.url)} is reached without encryption: a token is sent only over https, or within this computer.`,
    )
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(MAX_WAIT_MS)])
  const state = randomBytes(32).toString('base64url')
  const callback = await openCallbackServer(state, Number(server.oauth?.callbackPort ?? 0))
  try {
    const provider = signInProvider(server, signIns, {
      url: callback.url,
      state,
      open: (address) => onAddress(address.href),
    })
    const fetchFn = authorizationFetch(server.url, signal)
    const challenge = signIns.challenges.get(keyOf(server)) ?? (await readChallenge(server, signal))
    const asked = {
      serverUrl: server.url,
      ...scopeFor(server, signIns, challenge),
      ...(challenge?.resourceMetadataUrl !== undefined && {
        resourceMetadataUrl: new URL(challenge.resourceMetadataUrl),
      }),
      fetchFn,
    }
    await auth(provider, asked)
    const found = await provider.discoveryState?.()
    const answer = await callback.answer(signal)
    const authorizationCode = codeIn(
      answer,
      found?.authorizationServerMetadata,
      hostOf(found?.authorizationServerUrl ?? server.url),
    )
    signIns.learn(authorizationCode)
    await auth(provider, { ...asked, authorizationCode })
    signIns.challenges.delete(keyOf(server))
  } catch (error) {
    request.signal.throwIfAborted()
    throw signal.aborted
      ? new ExpectedError('not_possible', 'The browser returned no answer within 10 minutes. Sign in again.')
      : whyNoSignIn(error, server)
  } finally {
    callback.close()
  }
}

/**
 * The scopes to request: if the server wants more rights, they are added to those of the sign-in; otherwise the
 * challenge or the config decides.
 */
function scopeFor(server: RemoteServer, signIns: SignIns, challenge: Challenge | null): { readonly scope?: string } {
  const wanted = challenge?.scope ?? server.oauth?.scopes
  const had = challenge?.wantsMore ? scopesOf(signIns.read(server)) : []
  const scopes = [...new Set([...had, ...(wanted?.split(' ') ?? [])])].filter((scope) => scope !== '')
  return scopes.length === 0 ? {} : { scope: scopes.join(' ') }
}

/** Resolves to the challenge of the server after a first message without a token; null if there is none. */
async function readChallenge(server: RemoteServer, signal: AbortSignal): Promise<Challenge | null> {
  const isStream = server.transport === 'sse'
  const clientInfo = { name: 'zorkgpt', version: APP_VERSION }
  const params = { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities: {}, clientInfo }
  const response = await ownFetch(signal)(server.url, {
    method: isStream ? 'GET' : 'POST',
    headers: {
      ...server.headers,
      accept: isStream ? 'text/event-stream' : 'application/json, text/event-stream',
      ...(!isStream && { 'content-type': 'application/json' }),
    },
    ...(!isStream && { body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }) }),
  })
  await response.body?.cancel()
  return challengeIn(response)
}

const ownFetch = (signal: AbortSignal): typeof fetch => {
  const send = boundFetch({ maxMessageBytes: MAX_ANSWER_BYTES })
  return (input, init) => send(input, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]) })
}

const NAMES_ITSELF = 'authorization_response_iss_parameter_supported'

function codeIn(answer: Callback, metadata: AuthorizationServerMetadata | undefined, host: string): string {
  const issuer = metadata?.issuer
  // RFC 9207: a code from another authorization server must not be exchanged.
  if (answer.issuer === null && metadata && NAMES_ITSELF in metadata && metadata[NAMES_ITSELF] === true)
    throw new ExpectedError('mcp_failed', `The answer does not say that it is from ${host}. It was not used.`)
  if (answer.issuer !== null && issuer !== undefined && answer.issuer !== issuer)
    throw new ExpectedError(
      'mcp_failed',
      `The answer is from ${visibleLine(answer.issuer, 200)}, not from ${host}. It was not used.`,
    )
  if (answer.error === 'access_denied')
    throw new ExpectedError('mcp_failed', `${host} refused the sign-in${because(answer.errorDescription)}.`)
  if (answer.code === null || answer.error !== null)
    throw new ExpectedError(
      'mcp_failed',
      `${host} did not sign in: ${visibleLine(answer.error ?? 'no code', 100)}${because(answer.errorDescription)}.`,
    )
  return answer.code
}

/** The description by an authorization server, as untrusted text for a sentence; empty if there is none. */
const because = (description: string | null | undefined): string => {
  const words = visibleLine((description ?? '').replaceAll(/\s+/g, ' ').trim(), 300).replace(/[.!]$/, '')
  return words === '' ? '' : ` (it says: ${words})`
}

function whyNoSignIn(error: unknown, server: RemoteServer): ExpectedError {
  if (error instanceof NoSignInOffered)
    return new ExpectedError(
      'mcp_failed',
      `${hostOf(server.url)} offers no sign-in: add your token for it to the headers of its entry, as Authorization.`,
    )
  if (error instanceof OAuthError)
    return new ExpectedError(
      'mcp_failed',
      `The authorization server answered ${visibleLine(error.errorCode, 100)}${because(error.message)}.`,
    )
  if (isExpected(error)) return error
  const why = visibleLine(describeError(error), 500)
  if (/does not support dynamic client registration/.test(why))
    return new ExpectedError(
      'mcp_failed',
      `The authorization server of ${server.name} does not register clients automatically: register one there, and set its id as oauth.clientId.`,
    )
  return new ExpectedError('mcp_failed', `The sign-in to ${server.name} failed: ${why}`)
}

/**
 * Signs out: revokes the tokens (RFC 7009), and deletes them here in any case. Resolves to a sentence about why they
 * were not revoked, or null.
 */
export async function signOut(server: RemoteServer, signIns: SignIns, signal: AbortSignal): Promise<string | null> {
  const stored = signIns.read(server)
  await signIns.delete(server)
  signIns.challenges.delete(keyOf(server))
  if (stored === null) return null
  return revoke(stored, server, signal).catch(
    (error: unknown) =>
      `The tokens could not be revoked at the authorization server: ${visibleLine(describeError(error), 300)}`,
  )
}

async function revoke(
  { tokens, client, discovery }: SignIn,
  { url: serverUrl }: RemoteServer,
  signal: AbortSignal,
): Promise<string | null> {
  const metadata = discovery.authorizationServerMetadata
  const endpoint = metadata && 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined
  if (metadata === undefined || typeof endpoint !== 'string')
    return 'The authorization server does not revoke tokens: they stay valid until they expire.'
  refuseAddress(endpoint, serverUrl)
  const send = authorizationFetch(serverUrl, signal)
  const method = selectClientAuthMethod(client, metadata.token_endpoint_auth_methods_supported ?? [])
  const secret = client.client_secret ?? ''
  const revokeOne = async (hint: string, token: string | undefined): Promise<string | null> => {
    if (token === undefined) return null
    const body = new URLSearchParams({ token, token_type_hint: hint })
    const headers = new Headers({ accept: 'application/json' })
    if (method === 'client_secret_basic')
      headers.set('authorization', `Basic ${Buffer.from(`${client.client_id}:${secret}`).toString('base64')}`)
    else body.set('client_id', client.client_id)
    if (method === 'client_secret_post') body.set('client_secret', secret)
    const response = await send(endpoint, { method: 'POST', headers, body })
    await response.body?.cancel()
    return response.ok ? null : `The authorization server did not revoke the token: HTTP ${response.status}.`
  }
  const refresh = await revokeOne('refresh_token', tokens.refresh_token)
  // Many servers cannot revoke an access token, which soon expires.
  const access = await revokeOne('access_token', tokens.access_token)
  return tokens.refresh_token === undefined ? access : refresh
}

import { auth, extractWWWAuthenticateParams } from '@modelcontextprotocol/sdk/client/auth.js'
import { ExpectedError, isExpected } from '@shared/base/expected-error'
import { visibleLine } from '@shared/base/visible-text'
import { isProtected } from '@shared/base/web-address'
import type { RemoteServer } from '@shared/mcp/mcp-entry'
import { authorizationFetch } from './authorization-fetch'
import { NoSignInOffered, signInProvider } from './sign-in-provider'
import { type Challenge, keyOf, type SignIns } from './sign-in-store'

/**
 * A `fetch` for one server that adds the token of its sign-in. If the token is refused, it is renewed and the request
 * sent once more; if only a person can help, `sign_in_needed` is thrown. An Authorization header of the config takes
 * precedence over any sign-in.
 */
export function authorizedFetch(send: typeof fetch, server: RemoteServer, signIns: SignIns | undefined): typeof fetch {
  const hasHeader = Object.keys(server.headers).some((name) => /^authorization$/i.test(name))
  if (signIns === undefined || hasHeader || !isProtected(server.url)) return send
  const authorized = (input: Parameters<typeof fetch>[0], init: RequestInit | undefined, token: string | undefined) => {
    if (token === undefined) return send(input, init)
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${token}`)
    return send(input, { ...init, headers })
  }
  return async (input, init) => {
    const token = signIns.read(server)?.tokens.access_token
    const response = await authorized(input, init, token)
    const challenge = challengeIn(response)
    if (challenge === null) return response
    signIns.challenges.set(keyOf(server), challenge)
    try {
      if (challenge.wantsMore) throw signInNeeded(server, wantsMore(challenge))
      await signIns.once(server, () => renew(server, signIns, token, challenge, init?.signal))
    } catch (error) {
      // If the server mentions no sign-in and its metadata cannot be read, it requires a header.
      const isSilent = token === undefined && challenge.resourceMetadataUrl === undefined && !isExpected(error)
      if (error instanceof NoSignInOffered || (isSilent && !init?.signal?.aborted)) {
        signIns.challenges.delete(keyOf(server))
        return response
      }
      await response.body?.cancel()
      throw error
    }
    await response.body?.cancel()
    const again = await authorized(input, init, signIns.read(server)?.tokens.access_token)
    const second = challengeIn(again)
    if (second === null) {
      signIns.challenges.delete(keyOf(server))
      return again
    }
    await again.body?.cancel()
    throw signInNeeded(server, second.wantsMore ? wantsMore(second) : 'it does not accept the token that it was given')
  }
}

/**
 * The challenge of a server that refuses a request because the token or rights are missing; null for any other
 * response.
 */
export function challengeIn(response: Response): Challenge | null {
  if (response.status !== 401 && response.status !== 403) return null
  const { scope, error, resourceMetadataUrl } = extractWWWAuthenticateParams(response)
  const wantsMore = error === 'insufficient_scope'
  if (response.status === 403 && !wantsMore) return null
  return { scope, resourceMetadataUrl: resourceMetadataUrl?.href, wantsMore }
}

const wantsMore = ({ scope }: Challenge): string =>
  `it wants more rights${scope === undefined ? '' : ` (${visibleLine(scope, 200)})`}`

const signInNeeded = (server: RemoteServer, why: string): ExpectedError =>
  new ExpectedError('sign_in_needed', why, { server: server.name })

/** Renews the token without a person. Throws `sign_in_needed`, `NoSignInOffered`, or the error that prevented it. */
async function renew(
  server: RemoteServer,
  signIns: SignIns,
  refused: string | undefined,
  challenge: Challenge,
  signal: AbortSignal | null | undefined,
): Promise<void> {
  // Another request or process has renewed the token since.
  if (refused !== undefined && signIns.read(server)?.tokens.access_token !== refused) return
  await auth(signInProvider(server, signIns, null), {
    serverUrl: server.url,
    ...(challenge.scope !== undefined && { scope: challenge.scope }),
    ...(challenge.resourceMetadataUrl !== undefined && { resourceMetadataUrl: new URL(challenge.resourceMetadataUrl) }),
    fetchFn: authorizationFetch(server.url, signal),
  })
}

import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js'
import { checkResourceAllowed, resourceUrlFromServerUrl } from '@modelcontextprotocol/sdk/shared/auth-utils.js'
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import { ExpectedError } from '@shared/base/expected-error'
import { visibleLine } from '@shared/base/visible-text'
import type { RemoteServer } from '@shared/mcp/mcp-entry'
import { hostOf, refuseAddress } from './authorization-fetch'
import type { SignIn, SignIns } from './sign-in-store'

/** Thrown if the server wants a token and names no authorization server, so that only a header can help. */
export class NoSignInOffered extends Error {
  override readonly name = 'NoSignInOffered'
}

interface Redirect {
  /** The address to which the browser returns. */
  readonly url: string
  readonly state: string
  /** Receives the address to open. */
  readonly open: (address: URL) => void
}

/**
 * The state that the SDK's `auth` reads and writes for one server. Without a `redirect`, it only renews, and throws
 * `sign_in_needed` if a person is needed. With one, a new sign-in begins, and the old one stays in force until tokens
 * arrive.
 */
export function signInProvider(server: RemoteServer, signIns: SignIns, redirect: Redirect | null): OAuthClientProvider {
  const { url: serverUrl, oauth } = server
  const before = redirect === null ? signIns.read(server) : null
  let tokens: OAuthTokens | undefined = before?.tokens
  let discovery: OAuthDiscoveryState | undefined = before?.discovery
  let client = preRegistered(server, before?.client)
  let verifier = ''
  let requested: string | undefined
  const at = before?.at ?? new Date().toISOString()

  const refuse = (why: string): never => {
    throw new ExpectedError('sign_in_needed', why, { server: server.name })
  }
  const clientMetadata: OAuthClientMetadata & { readonly application_type: string } = {
    // The default of OpenID Connect is a web application, for which servers refuse a loopback address.
    application_type: 'native',
    client_name: 'ZorkGPT',
    redirect_uris: redirect ? [redirect.url] : [],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    ...(oauth?.scopes !== undefined && { scope: oauth.scopes }),
  }

  return {
    redirectUrl: redirect?.url ?? 'http://127.0.0.1/callback',
    ...(oauth?.clientMetadataUrl !== undefined && { clientMetadataUrl: oauth.clientMetadataUrl }),
    clientMetadata,
    state: () => redirect?.state ?? '',
    discoveryState: () => discovery,
    saveDiscoveryState(found) {
      checkDiscovery(found, serverUrl)
      discovery = found
    },
    clientInformation() {
      if (redirect === null && tokens?.refresh_token === undefined)
        return refuse(
          tokens === undefined
            ? `it wants a person to sign in at ${hostOf(discovery?.authorizationServerUrl ?? serverUrl)}`
            : `the sign-in at ${hostOf(discovery?.authorizationServerUrl ?? serverUrl)} has expired`,
        )
      return client
    },
    saveClientInformation(registered) {
      client = registered
    },
    tokens: () => tokens,
    async saveTokens(received) {
      // An answer without scopes grants those that were requested.
      const scope = received.scope ?? requested ?? before?.tokens.scope
      tokens = { ...received, ...(scope !== undefined && { scope }) }
      if (client === undefined || discovery === undefined) throw new Error('Tokens arrived without a client.')
      await signIns.write(server, { tokens, client, discovery, at })
    },
    redirectToAuthorization(address) {
      if (redirect === null)
        return refuse(`the sign-in at ${hostOf(discovery?.authorizationServerUrl ?? serverUrl)} could not be renewed`)
      refuseAddress(address.href, serverUrl)
      requested = address.searchParams.get('scope') ?? undefined
      redirect.open(address)
    },
    saveCodeVerifier(created) {
      verifier = created
    },
    codeVerifier: () => verifier,
    async invalidateCredentials(scope) {
      // If a new sign-in fails, the stored one and the new client remain, so that the refusal is reported.
      if (redirect !== null || scope === 'verifier' || scope === 'discovery') return
      const now = signIns.read(server)
      if (now && now.tokens.access_token !== tokens?.access_token) {
        // Another process has renewed the tokens since.
        tokens = now.tokens
        return
      }
      await signIns.delete(server)
      refuse(`the sign-in at ${hostOf(discovery?.authorizationServerUrl ?? serverUrl)} is no longer accepted`)
    },
  }
}

/** The client in the config, with the issuer that has accepted it. If the config has none, the registered client. */
function preRegistered(
  { oauth }: RemoteServer,
  stored: OAuthClientInformationMixed | undefined,
): OAuthClientInformationMixed | undefined {
  if (oauth?.clientId === undefined) return stored
  return {
    client_id: oauth.clientId,
    ...(oauth.clientSecret !== undefined && { client_secret: oauth.clientSecret }),
    ...(stored?.issuer !== undefined && { issuer: stored.issuer }),
  }
}

/** Checks the metadata before anything is sent to an authorization server. Throws `mcp_failed` or `NoSignInOffered`. */
function checkDiscovery(
  { resourceMetadata, authorizationServerMetadata: metadata, authorizationServerUrl }: OAuthDiscoveryState,
  serverUrl: string,
): void {
  const host = hostOf(authorizationServerUrl)
  if (metadata === undefined) {
    if (resourceMetadata === undefined) throw new NoSignInOffered(`${hostOf(serverUrl)} offers no sign-in`)
    throw new ExpectedError(
      'mcp_failed',
      `The authorization server ${host} has no metadata, so a sign-in is not possible.`,
    )
  }
  if (
    resourceMetadata &&
    !checkResourceAllowed({
      requestedResource: resourceUrlFromServerUrl(serverUrl),
      configuredResource: resourceMetadata.resource,
    })
  )
    throw new ExpectedError(
      'mcp_failed',
      `The server says that its tokens are for ${visibleLine(resourceMetadata.resource, 200)}, which is another address.`,
    )
  const { authorization_endpoint, token_endpoint, registration_endpoint } = metadata
  for (const address of [authorization_endpoint, token_endpoint, registration_endpoint])
    if (address !== undefined) refuseAddress(address, serverUrl)
  // Without PKCE a stolen code could be used (MCP revision 2025-11-25, "Authorization Code Protection").
  if (!metadata.code_challenge_methods_supported?.includes('S256'))
    throw new ExpectedError('mcp_failed', `The authorization server ${host} does not support PKCE, which MCP requires.`)
}

/** The scopes of a sign-in; empty for null. */
export const scopesOf = (signIn: SignIn | null): readonly string[] =>
  signIn?.tokens.scope?.split(' ').filter((scope) => scope !== '') ?? []

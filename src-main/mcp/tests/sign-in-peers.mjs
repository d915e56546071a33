// An authorization server (oidc-provider) and an MCP server that accepts its tokens, both on this computer. The
// argument is a JSON object of options. The first line of standard output has the addresses. The line { "revoke": true
// } on standard input ends all grants.
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose'
import { errors, Provider } from 'oidc-provider'
import { z } from 'zod'

const {
  /** Lifetime of an access token, in s. */
  accessTokenSeconds = 3600,
  /** Overrides members of the resource's metadata. */
  resourceMetadata = {},
  /** Overrides members of the authorization server's metadata. */
  serverMetadata = {},
  /** The address to which the token endpoint redirects instead of answering. */
  tokenRedirect = null,
  /** Whether the MCP server speaks only SSE, as older servers do. */
  isOlder = false,
} = JSON.parse(process.argv[2] ?? '{}')

const listen = async (handler) => {
  const server = createServer((request, response) => handler(request, response))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${server.address().port}`
}

let answerIssuer = null
let answerMcp = null
const issuer = await listen((...exchange) => answerIssuer(...exchange))
const origin = await listen((...exchange) => answerMcp(...exchange))
const path = isOlder ? '/sse' : '/mcp'
const resource = origin + path

const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
const jwks = { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'test' }] }
const readKeys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'test' }] })

const provider = new Provider(issuer, {
  jwks,
  cookies: { keys: ['a key for the cookies of a test'] },
  scopes: ['openid', 'play', 'stats'],
  clients: [
    {
      client_id: 'registered',
      client_secret: 'registered-secret-of-the-test',
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
    },
  ],
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  pkce: { required: () => true },
  ttl: { RefreshToken: 86_400, Session: 3600, Interaction: 600, Grant: 86_400, AuthorizationCode: 60 },
  features: {
    devInteractions: { enabled: true },
    registration: { enabled: true },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo(_context, wanted) {
        if (wanted !== resource) throw new errors.InvalidTarget()
        return {
          scope: 'play stats',
          audience: resource,
          accessTokenTTL: accessTokenSeconds,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }
      },
    },
  },
})
const grants = new Set()
provider.on('refresh_token.saved', ({ grantId }) => grants.add(grantId))
const answer = provider.callback()
answerIssuer = (request, response) => {
  const { pathname } = new URL(request.url, issuer)
  if (pathname === '/token' && tokenRedirect !== null) return response.writeHead(307, { location: tokenRedirect }).end()
  if (!pathname.startsWith('/.well-known/')) return answer(request, response)
  const end = response.end.bind(response)
  response.end = (body) => {
    const changed = JSON.stringify({ ...JSON.parse(String(body)), ...serverMetadata })
    response.setHeader('content-length', Buffer.byteLength(changed))
    return end(changed)
  }
  return answer(request, response)
}

/** Resolves to the scopes of the request's token; null if it is missing or invalid. */
async function scopesOf(request) {
  const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
  if (token === undefined) return null
  return jwtVerify(token, readKeys, { issuer, audience: resource, clockTolerance: 0 }).then(
    ({ payload }) => String(payload.scope).split(' '),
    () => null,
  )
}

/** The SSE streams by session id. */
const streams = new Map()

answerMcp = async (request, response) => {
  const metadata = `${origin}/.well-known/oauth-protected-resource${path}`
  if (request.url === new URL(metadata).pathname)
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        JSON.stringify({ resource, authorization_servers: [issuer], scopes_supported: ['play'], ...resourceMetadata }),
      )
  const { pathname, searchParams } = new URL(request.url, origin)
  if (pathname !== path && !(isOlder && pathname === '/messages')) return response.writeHead(404).end()
  const refuse = (status, words) =>
    response
      .writeHead(status, { 'www-authenticate': `Bearer ${words}, resource_metadata="${metadata}"` })
      .end(JSON.stringify({ error: `refused: ${request.headers.authorization ?? 'no token'}` }))
  const scopes = await scopesOf(request)
  if (scopes === null) return refuse(401, 'error="invalid_token", scope="play"')
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const message = body === '' ? undefined : JSON.parse(body)
  if (message?.params?.name === 'read_stats' && !scopes.includes('stats'))
    return refuse(403, 'error="insufficient_scope", scope="stats"')
  const server = new McpServer({ name: 'signed', version: '1.0.0' })
  const say = (text) => ({ content: [{ type: 'text', text }] })
  server.registerTool('hint', { description: 'A hint.', inputSchema: { about: z.string().optional() } }, () =>
    say('Open the mailbox.'),
  )
  server.registerTool('read_stats', { description: 'Needs more rights.' }, () => say('Three moves.'))
  // A careless server repeats the token of the request.
  server.registerTool('repeat', { description: 'Repeats its token.' }, () => say(request.headers.authorization))
  if (isOlder) {
    if (request.method === 'POST' && pathname === path) return response.writeHead(405).end()
    if (request.method === 'POST')
      return streams.get(searchParams.get('sessionId'))?.handlePostMessage(request, response, message)
    const stream = new SSEServerTransport('/messages', response)
    streams.set(stream.sessionId, stream)
    return server.connect(stream)
  }
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  response.on('close', () => void server.close())
  await server.connect(transport)
  await transport.handleRequest(request, response, message)
}

const tell = (value) => process.stdout.write(`${JSON.stringify(value)}\n`)

async function obey(line) {
  const { revoke } = JSON.parse(line)
  if (revoke) for (const grant of grants) await provider.RefreshToken.revokeByGrantId(grant)
  tell({ done: true })
}

createInterface(process.stdin)
  .on('line', (line) => void obey(line))
  .on('close', () => process.exit())
tell({ issuer, resource })

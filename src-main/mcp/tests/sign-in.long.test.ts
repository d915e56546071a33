import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { isExpected } from '@shared/base/expected-error'
import type { McpSignIn } from '@shared/contract/mcp'
import type { EventBody } from '@shared/episode/log/event'
import { defaultSettings } from '../../host/settings/load-settings'
import { memorySecrets, type SecretStore } from '../../secrets/secret-store'
import { openSecrets } from '../../secrets/secrets'
import { createMcpManager } from '../mcp-manager'
import { createMcpConfigService } from '../panel/mcp-config-service'
import { openSignIns } from '../sign-in/sign-in-store'
import { everythingAgreed } from './everything-agreed.testkit'
import { browse, startSignInPeers } from './sign-in-peers.testkit'

const closers: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** The MCP client of a host with one server, and everything that it reports. */
async function openWith(peerOptions: Parameters<typeof startSignInPeers>[0] = {}, entry: Record<string, unknown> = {}) {
  const peers = await startSignInPeers(peerOptions)
  closers.push(() => peers.close())
  const folder = mkdtempSync(join(tmpdir(), 'sign-in-'))
  closers.push(() => rmSync(folder, { recursive: true }))
  const configFile = join(folder, 'mcp_config.json')
  writeFileSync(configFile, JSON.stringify({ mcpServers: { signed: { url: peers.resource, ...entry } } }))
  const inMemory = memorySecrets()
  const stored: string[] = []
  const store: SecretStore = {
    ...inMemory,
    set(name, value) {
      stored.push(value)
      return inMemory.set(name, value)
    },
  }
  const secrets = openSecrets(store, {}, [])
  const settings = defaultSettings().mcp
  const options = {
    configFile,
    appRoot: folder,
    env: {},
    secrets,
    signIns: openSignIns(secrets),
    agreements: everythingAgreed,
    now: () => performance.now(),
  }
  const service = createMcpConfigService({ ...options, settings: () => settings })
  closers.push(() => service.close())
  const manager = createMcpManager({ ...options, settings, ...service.forEpisodes })
  closers.push(() => manager.close())
  /** Everything that the log or a window receives. */
  const told: unknown[] = []
  const { signal } = new AbortController()

  const signIn = async (person: (address: string) => Promise<unknown>): Promise<McpSignIn> => {
    let last: McpSignIn = { address: null, isOpened: false, failure: null, isDone: false }
    let opened: string | null = null
    for await (const state of service.signIn(null, 'signed', signal)) {
      last = state
      told.push({ ...state, address: null })
      if (state.address === null || state.address === opened) continue
      opened = state.address
      void person(state.address)
    }
    return last
  }
  const playTurn = async (turn: number, tool: string) => {
    const record = (event: EventBody) => void told.push(event)
    const session = await manager.openSession({ turn, signal, record })
    if (session === null) throw new Error('There is no session.')
    try {
      const outcome = await session.callTool({ toolName: `signed.${tool}`, arguments: {}, signal })
      told.push(outcome)
      return JSON.stringify(outcome)
    } finally {
      await session.close()
    }
  }
  const why = (turn: number, tool = 'hint') =>
    playTurn(turn, tool).catch((error: unknown) => {
      if (!isExpected(error, 'sign_in_needed')) throw error
      told.push(error.message)
      return error.message
    })
  const state = async () => {
    for await (const { servers } of service.watch(signal)) {
      told.push(servers)
      return servers[0]?.signIn
    }
  }
  /** No token that was ever in the secret store may be reported. */
  const expectNoTokenTold = async () => {
    for await (const log of service.log.watch('signed', AbortSignal.timeout(200))) told.push(log)
    const tokens = stored.flatMap((text) => {
      const { tokens } = JSON.parse(text) as { tokens: Record<string, unknown> }
      return [tokens.access_token, tokens.refresh_token].filter((token) => typeof token === 'string')
    })
    const text = JSON.stringify(told)
    for (const token of tokens) expect(text).not.toContain(token)
    return tokens.length
  }
  return { peers, service, store, signIn, playTurn, why, state, expectNoTokenTold }
}

describe('a sign-in to an MCP server', () => {
  it('is requested by an episode, done by a person, used, and ended by a sign-out that revokes the tokens', async () => {
    const { peers, service, store, signIn, playTurn, why, state, expectNoTokenTold } = await openWith()
    expect(await why(1)).toBe(
      `the MCP server "signed" needs a sign-in: it wants a person to sign in at ${new URL(peers.issuer).host}`,
    )
    expect(await state()).toEqual({ kind: 'needed' })
    expect(await signIn(browse)).toMatchObject({ address: null, failure: null, isDone: true })
    expect(await playTurn(1, 'hint')).toContain('Open the mailbox.')
    expect(await state()).toMatchObject({ kind: 'signed_in', at: new URL(peers.issuer).host })
    expect(await playTurn(2, 'repeat')).toContain('•••')
    expect(await expectNoTokenTold()).toBeGreaterThan(0)

    const [name = ''] = store.names()
    const { tokens, client, discovery } = JSON.parse(store.get(name) ?? '')
    expect(await service.signOut(null, 'signed')).toEqual({ note: null })
    expect(store.names()).toEqual([])
    const { token_endpoint } = discovery.authorizationServerMetadata
    const answer = await fetch(token_endpoint, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }),
    })
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' })
    expect(await why(3)).toContain('wants a person to sign in')
  })

  it('that the person refuses fails with one sentence, and changes nothing', async () => {
    const { store, signIn } = await openWith()
    const { failure } = await signIn((address) => browse(address, 'cancel'))
    expect(failure).toMatch(/^127\.0\.0\.1:\d+ refused the sign-in \(it says: .*\)\.$/)
    expect(store.names()).toEqual([])
  })

  it('is renewed silently when its token expires in the middle of an episode', async () => {
    const { signIn, playTurn, expectNoTokenTold } = await openWith({ accessTokenSeconds: 1 })
    await signIn(browse)
    expect(await playTurn(1, 'hint')).toContain('Open the mailbox.')
    await sleep(1500)
    expect(await playTurn(2, 'hint')).toContain('Open the mailbox.')
    expect(await expectNoTokenTold()).toBeGreaterThan(2)
  })

  it('that can no longer be renewed is needed again', async () => {
    const { peers, signIn, playTurn, why, expectNoTokenTold } = await openWith({ accessTokenSeconds: 1 })
    await signIn(browse)
    expect(await playTurn(1, 'hint')).toContain('Open the mailbox.')
    await peers.revoke()
    await sleep(1500)
    expect(await why(2)).toBe(
      `the MCP server "signed" needs a sign-in: the sign-in at ${new URL(peers.issuer).host} is no longer accepted`,
    )
    await signIn(browse)
    expect(await playTurn(2, 'hint')).toContain('Open the mailbox.')
    await expectNoTokenTold()
  })

  it('is needed again if a call requires more rights, and keeps the other rights', async () => {
    const { store, signIn, playTurn, why } = await openWith()
    await signIn(browse)
    expect(await why(1, 'read_stats')).toBe('the MCP server "signed" needs a sign-in: it wants more rights (stats)')
    await signIn(browse)
    expect(await playTurn(1, 'read_stats')).toContain('Three moves.')
    expect(
      JSON.parse(store.get(store.names()[0] ?? '') ?? '')
        .tokens.scope.split(' ')
        .toSorted(),
    ).toEqual(['play', 'stats'])
  })

  it('uses the client that the config names', async () => {
    const oauth = { clientId: 'registered', clientSecret: 'registered-secret-of-the-test' }
    const { signIn, playTurn } = await openWith({}, { oauth })
    expect((await signIn(browse)).isDone).toBe(true)
    expect(await playTurn(1, 'hint')).toContain('Open the mailbox.')
  })

  it.each([{ type: 'sse' }, {}])('to an older server over SSE is asked for, done and renewed (%j)', async (entry) => {
    const { signIn, playTurn, why } = await openWith({ isOlder: true, accessTokenSeconds: 1 }, entry)
    expect(await why(1)).toContain('needs a sign-in')
    expect((await signIn(browse)).failure).toBeNull()
    expect(await playTurn(1, 'hint')).toContain('Open the mailbox.')
    await sleep(1500)
    expect(await playTurn(2, 'hint')).toContain('Open the mailbox.')
  })

  it('is not requested if the config has a header for it', async () => {
    const { playTurn, state } = await openWith({}, { headers: { authorization: 'Bearer of the config' } })
    await expect(playTurn(1, 'hint')).rejects.toThrow('HTTP 401')
    expect(await state()).toEqual({ kind: 'none' })
  })

  it('to a server whose tokens are for another address is refused', async () => {
    const { signIn } = await openWith({ resourceMetadata: { resource: 'https://bank.example/mcp' } })
    expect((await signIn(browse)).failure).toBe(
      'The server says that its tokens are for https://bank.example/mcp, which is another address.',
    )
  })

  it('never opens an address that is neither https nor of this computer', async () => {
    const { signIn } = await openWith({ serverMetadata: { authorization_endpoint: 'http://evil.example/authorize' } })
    let opened = false
    const { failure } = await signIn(async () => (opened = true))
    expect(failure).toContain('names http://evil.example/authorize, which is not used: it must be an https address.')
    expect(opened).toBe(false)
  })

  it('follows no redirect of the token endpoint to a foreign address, which gets nothing', async () => {
    const received: string[] = []
    const foreign = createServer((request, response) => {
      received.push(request.url ?? '')
      response.end('{}')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => foreign.once('listening', resolve))
    closers.push(() => void foreign.close())
    const address = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`
    const { signIn } = await openWith({ tokenRedirect: `${address}/token` })
    expect((await signIn(browse)).failure).toBe(
      `The sign-in to signed failed: it redirects to ${address}, which is not followed. If you trust it, use that address`,
    )
    expect(received).toEqual([])
  })

  it('refuses an answer without the name of an authorization server that promises to name itself', async () => {
    const { peers, signIn, store } = await openWith()
    const { failure } = await signIn((address) => {
      const asked = new URL(address).searchParams
      return fetch(`${asked.get('redirect_uri')}?code=injected&state=${asked.get('state')}`)
    })
    expect(failure).toBe(`The answer does not say that it is from ${new URL(peers.issuer).host}. It was not used.`)
    expect(store.names()).toEqual([])
  })

  it('can run only once at a time for a server', async () => {
    const { service, signIn } = await openWith()
    let refusal: unknown
    const last = await signIn(async (address) => {
      const second = service.signIn(null, 'signed', new AbortController().signal)[Symbol.asyncIterator]()
      refusal = await second.next().catch((error: unknown) => error)
      await browse(address)
    })
    expect(isExpected(refusal, 'not_possible')).toBe(true)
    expect(last.isDone).toBe(true)
    expect((await signIn(browse)).isDone).toBe(true)
  })

  it('accepts no answer of another sign-in, and no second one', async () => {
    const { signIn } = await openWith()
    const pages: string[] = []
    const state = await signIn(async (address) => {
      const callback = new URL(new URL(address).searchParams.get('redirect_uri') ?? '')
      const read = async (query: string, path = callback.pathname) =>
        (await fetch(`${callback.origin}${path}${query}`)).text()
      pages.push(await read('?code=stolen&state=guessed'), await read('?code=stolen'), await read('', '/elsewhere'))
      pages.push(await browse(address))
    })
    expect(state.isDone).toBe(true)
    expect(pages.map((page) => page.trim())).toEqual([
      'This is not the answer that ZorkGPT waits for: it belongs to another sign-in, or was changed on the way.',
      'This is not the answer that ZorkGPT waits for: it belongs to another sign-in, or was changed on the way.',
      'There is nothing here.',
      'ZorkGPT has received the answer of the sign-in. You can close this page.',
    ])
  })
})

import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import { exportEpisode } from '@shared/episode/export/export-episode'
import { OWN_FORMATS } from '@shared/episode/export/formats'
import { isDraft, type LoggedEvent } from '@shared/episode/log/event'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { acts, calls, startScriptedEndpoint } from '../../../llm/scripted-endpoint.testkit'
import { browse, startSignInPeers } from '../../../mcp/tests/sign-in-peers.testkit'
import { memorySecrets } from '../../../secrets/secret-store'
import { startCollector } from '../../../telemetry/collector.testkit'
import { createHost } from '../../host'
import { overPort } from './over-port.testkit'

const call = (name: string) => calls({ name: `signed__${name}`, arguments: '{}' })

it('an episode renews a token that expires, pauses where a person must sign in; its tokens are in nothing written, sent or shown', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sign-in-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const peers = await startSignInPeers({ accessTokenSeconds: 4 })
  onTestFinished(() => peers.close())
  const collector = await startCollector()
  onTestFinished(() => collector.close())
  // Each turn has one call, and the call of the third needs more rights. An interrupted turn begins again.
  let turns = 0
  const endpoint = await startScriptedEndpoint(({ messages }) => {
    const isAnswered = (messages as readonly { readonly role: string }[]).at(-1)?.role === 'tool'
    if (isAnswered) turns++
    return isAnswered ? acts('look') : call(turns < 2 ? 'repeat' : 'read_stats')
  })
  onTestFinished(() => endpoint.close())
  const configFile = join(folder, 'zorkgpt.toml')
  // A token expires before the next turn, but not before its first use, even on a busy machine.
  writeFileSync(configFile, '[mcp]\nenabled = true\nforce_tool_support = true\n[gameplay]\nturn_delay_seconds = 4.5\n')
  const mcpConfigFile = join(folder, 'mcp_config.json')
  writeFileSync(mcpConfigFile, JSON.stringify({ mcpServers: { signed: { url: peers.resource } } }))
  const stored: string[] = []
  const inMemory = memorySecrets()
  const dataFolder = join(folder, 'data')
  const faults: string[] = []
  const host = await createHost({
    shell: 'web',
    appRoot: resolve(import.meta.dirname, '../../../..'),
    dataFolder,
    configFile,
    mcpConfigFile,
    env: { ...process.env, XDG_STATE_HOME: join(folder, 'state'), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    secrets: { ...inMemory, set: (name, value) => (stored.push(value), inMemory.set(name, value)) },
    now: () => new Date(),
    onFault: (error) => void faults.push(String(error.stack)),
  })
  onTestFinished(() => host.close())
  const { api, crossed } = overPort(host.api)
  const { baseUrl } = endpoint
  const { episodeId } = await api.startEpisode({
    game: 'glass-weather',
    player: 'llm',
    model: 'scripted-1',
    baseUrl,
    seed: 1,
    pace: 'watch',
    turnLimit: 3,
  })
  const authority = new URL(peers.issuer).host

  const first = await follow(api, episodeId, ({ control }) => control.mode === 'paused')
  expect(first.state.control).toMatchObject({
    signIn: 'signed',
    reason: `Paused: the MCP server "signed" needs a sign-in: it wants a person to sign in at ${authority}`,
  })
  await signInAndGoOn(api, episodeId)
  await follow(api, episodeId, ({ turns }) => turns.length === 2)
  await peers.revoke()
  const second = await follow(api, episodeId, ({ control }) => control.mode === 'paused')
  expect(second.state.turns).toHaveLength(2)
  expect(second.state.control.reason).toBe(
    `Paused: the MCP server "signed" needs a sign-in: the sign-in at ${authority} is no longer accepted`,
  )
  await signInAndGoOn(api, episodeId)
  const third = await follow(
    api,
    episodeId,
    ({ control }) => control.mode === 'paused' && (control.reason ?? '').includes('rights'),
  )
  expect(third.state.control.reason).toBe(
    'Paused: the MCP server "signed" needs a sign-in: it wants more rights (stats)',
  )
  await signInAndGoOn(api, episodeId)
  const { state, events } = await follow(api, episodeId, ({ ended }) => ended !== null)
  expect(state.ended?.ended).toBe('turn_limit')
  expect(JSON.stringify(events)).toContain('Three moves.')
  await api.signOutOfMcpServer({ text: null, server: 'signed' })
  await host.close()

  const secretsOf = (text: string): readonly unknown[] => {
    const { tokens, client } = JSON.parse(text) as Record<'tokens' | 'client', Record<string, unknown>>
    return [tokens.access_token, tokens.refresh_token, tokens.id_token, client.client_secret]
  }
  const tokens = [...new Set(stored.flatMap(secretsOf))].filter((token) => typeof token === 'string')
  // Three sign-ins, and at least one renewal.
  expect(tokens.length).toBeGreaterThan(6)
  expect(JSON.stringify(endpoint.requests)).toContain('Bearer •••')
  const files = globSync('**/*', { cwd: folder })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
  const exports = await Promise.all(
    OWN_FORMATS.map((format) =>
      exportEpisode({
        id: episodeId,
        format,
        events,
        annotations: null,
        withThoughts: true,
        readReplayPage: async () => '<script type="application/json" id="episode"></script>',
      }),
    ),
  )
  const everything = {
    ...Object.fromEntries(files.map((path) => [path, readFileSync(path, 'latin1')])),
    ...Object.fromEntries(exports.map(({ name, text }) => [name, text])),
    contract: crossed.join('\n'),
    traces: JSON.stringify(collector.requests),
    model: JSON.stringify(endpoint.requests),
    faults: faults.join('\n'),
  }
  const leaks = Object.entries(everything).filter(([, text]) => tokens.some((token) => text.includes(token)))
  expect(leaks.map(([where]) => where)).toEqual([])
  expect(everything.traces.length).toBeGreaterThan(2)
})

async function signInAndGoOn(api: HostApi, episodeId: string): Promise<void> {
  let opened: string | null = null
  for await (const { address, failure } of api.signInToMcpServer(
    { text: null, server: 'signed' },
    new AbortController().signal,
  )) {
    if (failure !== null) throw new Error(failure)
    if (address === null || address === opened) continue
    opened = address
    void browse(address)
  }
  await api.controlEpisode({ episodeId, command: 'resume' })
}

/** The events and the state once it is as wanted. */
async function follow(api: HostApi, episodeId: string, isWanted: (state: EpisodeState) => boolean) {
  const events: LoggedEvent[] = []
  let state = emptyEpisode
  for await (const batch of api.watchEpisode({ episodeId, fromSeq: 0 }, new AbortController().signal)) {
    events.push(...batch.events.filter((event) => !isDraft(event)))
    state = batch.events.reduce(reduceEpisode, state)
    if (isWanted(state)) break
  }
  return { state, events }
}

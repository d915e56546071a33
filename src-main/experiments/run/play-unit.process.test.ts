import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openTestHost } from '../../host/open-host.testkit'
import { acts, type ScriptedReply, startScriptedEndpoint } from '../../llm/scripted-endpoint.testkit'
import { startSignInPeers } from '../../mcp/tests/sign-in-peers.testkit'
import { playUnit } from './play-unit'

/** A unit of one turn, whose model answers with `script`. `configure` writes its MCP server. */
async function openUnit(script: () => ScriptedReply) {
  const folder = mkdtempSync(join(tmpdir(), 'play-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const endpoint = await startScriptedEndpoint(script)
  onTestFinished(() => endpoint.close())
  const configFile = join(folder, 'zorkgpt.toml')
  writeFileSync(
    configFile,
    `[mcp]\nenabled = true\nforce_tool_support = true\n[llm]\nagent_model = "scripted-1"\nclient_base_url = "${endpoint.baseUrl}"\n`,
  )
  const mcpConfigFile = join(folder, 'mcp_config.json')
  const configure = (mcpServers: object) => writeFileSync(mcpConfigFile, JSON.stringify({ mcpServers }))
  configure({ off: { url: 'http://127.0.0.1:1/', disabled: true } })
  const dataFolder = join(folder, 'data')
  const host = await openTestHost(dataFolder, { configFile, mcpConfigFile })
  onTestFinished(() => host.close())
  const { signal } = new AbortController()
  const play = () =>
    playUnit(
      host,
      dataFolder,
      'e',
      {
        unit: { key: 'k', episode: 'e-1', arm: 'a', story: 'glass-weather', handicap: 'L2', seed: 1, repeat: 1 },
        settingsFile: configFile,
        story: 'glass-weather',
        player: 'llm',
        disguise: 'none',
        turnLimit: 1,
        limits: { cost_usd_per_episode: 0, tokens_per_episode: 0 },
        price: null,
        prompt: null,
        knowledge: null,
        agent: null,
      },
      endpoint.baseUrl,
      { onTurn: () => {}, onStalled: () => Promise.reject(new Error('It waits.')), releaseSignal: signal, signal },
    )
  return { play, configure, endpoint }
}

it('a unit whose server needs a sign-in fails with the way out, and can be played later', async () => {
  const peers = await startSignInPeers()
  onTestFinished(() => peers.close())
  const { play, configure } = await openUnit(() => acts('look'))
  configure({ signed: { url: peers.resource } })
  await expect(play()).rejects.toThrow(
    /needs a sign-in: .*\. Experiments have no sign-ins: put a token into the headers of the server, as Authorization\./,
  )
  configure({ signed: { url: peers.resource, disabled: true } })
  expect(await play()).toMatchObject({ turns: 1 })
})

it.each([400, 401, 404])(
  'a unit whose endpoint answers %i fails after one request, and can be played later',
  async (status) => {
    let isMended = false
    const { play, endpoint } = await openUnit(() =>
      isMended ? acts('look') : { kind: 'error', status, body: { error: { message: 'Not in your region.' } } },
    )
    await expect(play()).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/^http:.*Not in your region/) as string,
    })
    expect(endpoint.requests).toHaveLength(1)
    isMended = true
    expect(await play()).toMatchObject({ turns: 1 })
  },
)

it('a unit whose account has no credit waits', async () => {
  const { play } = await openUnit(() => ({ kind: 'error', status: 402, body: { error: { message: 'No credit.' } } }))
  await expect(play()).rejects.toThrow('It waits.')
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openTestHost } from '../../host/open-host.testkit'
import { acts, startScriptedEndpoint } from '../../llm/scripted-endpoint.testkit'
import { startSignInPeers } from '../../mcp/tests/sign-in-peers.testkit'
import { playUnit } from './play-unit'

it('a unit whose server needs a sign-in fails with the way out, and can be played later', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'play-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const peers = await startSignInPeers()
  onTestFinished(() => peers.close())
  const endpoint = await startScriptedEndpoint(() => acts('look'))
  onTestFinished(() => endpoint.close())
  const configFile = join(folder, 'zorkgpt.toml')
  writeFileSync(
    configFile,
    `[mcp]\nenabled = true\nforce_tool_support = true\n[llm]\nagent_model = "scripted-1"\nclient_base_url = "${endpoint.baseUrl}"\n`,
  )
  const mcpConfigFile = join(folder, 'mcp_config.json')
  const configure = (entry: object) => writeFileSync(mcpConfigFile, JSON.stringify({ mcpServers: { signed: entry } }))
  configure({ url: peers.resource })
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
  await expect(play()).rejects.toThrow(
    /needs a sign-in: .*\. Experiments have no sign-ins: put a token into the headers of the server, as Authorization\./,
  )
  configure({ url: peers.resource, disabled: true })
  expect(await play()).toMatchObject({ turns: 1 })
})

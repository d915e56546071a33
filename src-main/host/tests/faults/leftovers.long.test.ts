import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { calls, type ScriptedEndpoint, startScriptedEndpoint } from '../../../llm/scripted-endpoint.testkit'
import { isRunning } from '../../../mcp/tests/processes.testkit'
import { writeScriptedConfig } from '../../episode/scripted-episode.testkit'

const cli = resolve(import.meta.dirname, '../../../../out/main/cli.js')
let folder: string
let host: ChildProcess
let endpoint: ScriptedEndpoint

afterEach(async () => {
  host.kill('SIGKILL')
  await endpoint.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * The shipped host in the middle of a call; its server and that server's children ignore every request to exit.
 * Resolves to all their pids.
 */
async function playUntilItHangs(): Promise<() => readonly number[]> {
  folder = mkdtempSync(join(tmpdir(), 'zorkgpt-leftovers-'))
  const { configFile, mcpConfigFile, startsFile } = writeScriptedConfig(folder, {
    server: ['--ignore-end', '--ignore-term'],
  })
  endpoint = await startScriptedEndpoint([
    calls({ name: 's__pids', arguments: '{}' }),
    calls({ name: 's__hang', arguments: '{}' }),
  ])
  host = spawn(
    process.execPath,
    [
      cli,
      ...'play --game glass-weather --player llm --model scripted-1 --base-url'.split(' '),
      endpoint.baseUrl,
      ...'--turns 5 --agree --config'.split(' '),
      configFile,
      '--mcp-config',
      mcpConfigFile,
      '--data',
      join(folder, 'data'),
    ],
    { stdio: 'ignore', env: { ...process.env, XDG_STATE_HOME: folder } },
  )
  const pids = () => (existsSync(startsFile) ? readFileSync(startsFile, 'utf8').trim().split('\n').map(Number) : [])
  // The turn's server, its two children, and the server of the next turn.
  while (pids().length < 4 || endpoint.requests.length < 2) await new Promise((tick) => setTimeout(tick, 20))
  return pids
}

async function allGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isRunning)) await new Promise((tick) => setTimeout(tick, 20))
}

describe('R3.7, P9: a host that closes', () => {
  it('by SIGTERM ends its servers and everything they started first', async () => {
    const pids = await playUntilItHangs()
    host.kill('SIGTERM')
    await once(host, 'exit')
    expect(pids().filter(isRunning)).toEqual([])
  })

  it.skipIf(process.platform === 'win32')('by SIGKILL leaves a watchdog that ends them', async () => {
    const pids = await playUntilItHangs()
    host.kill('SIGKILL')
    await once(host, 'exit')
    await allGone(pids())
  })
})

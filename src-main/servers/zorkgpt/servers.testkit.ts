import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { connectClient, type TestClient } from './client.testkit'

export const file = resolve(import.meta.dirname, '../../../out/servers/zorkgpt.js')
/** Zork I, because a process opens it in half the time of the bundled story. */
export const explorer = { story: 'zork1', player: 'explorer', seed: 1, tools: false, pace: 'batch' }

export interface Served {
  readonly url: string
  readonly token: string
  readonly child: ChildProcess
}

/**
 * A temporary data folder, and servers and clients on it. All end after each test, or after the block, whose tests
 * share them.
 */
export function useServers(per: 'test' | 'block') {
  const [before, after] = per === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll]
  let data: string
  const clients: TestClient[] = []
  const children: ChildProcess[] = []

  before(async () => {
    data = await mkdtemp(join(tmpdir(), 'zorkgpt-process-'))
  })
  after(async () => {
    await Promise.all(clients.splice(0).map(({ client }) => client.close()))
    for (const child of children.splice(0)) {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  })

  async function overStdio(): Promise<TestClient> {
    const connected = await connectClient(
      new StdioClientTransport({ command: process.execPath, args: [file, '--data', data], stderr: 'ignore' }),
    )
    clients.push(connected)
    return connected
  }

  async function serveOverHttp(env: Readonly<Record<string, string>> = {}): Promise<Served> {
    const child = spawn(process.execPath, [file, '--http', '0', '--data', data], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env },
    })
    children.push(child)
    let said = ''
    for await (const chunk of child.stderr ?? []) {
      said += String(chunk)
      const url = /^ready (\S+)$/m.exec(said)?.[1]
      if (url === undefined) continue
      const { token } = JSON.parse(await readFile(join(data, '.mcp-endpoint.json'), 'utf8')) as { token: string }
      expect(said).not.toContain(token)
      return { url, token, child }
    }
    throw new Error(`ended before it was ready: ${said}`)
  }

  async function overHttp({ url, token }: Pick<Served, 'url' | 'token'>): Promise<TestClient> {
    const connected = await connectClient(
      new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: { Authorization: `Bearer ${token}` } },
      }),
    )
    clients.push(connected)
    return connected
  }

  return { dataFolder: () => data, children, overStdio, serveOverHttp, overHttp }
}

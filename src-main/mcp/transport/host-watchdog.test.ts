import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isRunning, SCRIPTED_SERVER } from '../tests/processes.testkit'

const root = resolve(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-watchdog-'))
const hosts: ChildProcess[] = []

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    resolve: { alias: { '@shared': join(root, 'src-shared') } },
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, '../tests/host-program.testkit.ts'),
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'host.mjs', chunkFileNames: '[name].mjs' } },
    },
  })
})

afterAll(() => {
  for (const host of hosts) host.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Starts a host with a plain, a stubborn and a wrapped server, each with a child and a grandchild that ignore SIGTERM.
 */
async function startHost(): Promise<{ readonly host: ChildProcess; readonly pids: readonly number[] }> {
  const stubborn = [SCRIPTED_SERVER, '--ignore-end', '--ignore-term']
  const configFile = join(folder, 'mcp_config.json')
  const mcpServers = {
    plain: { command: 'node', args: [SCRIPTED_SERVER] },
    stubborn: { command: 'node', args: stubborn },
    wrapped: {
      command: 'sh',
      args: ['-c', `'${process.execPath}' ${stubborn.map((part) => `'${part}'`).join(' ')}; true`],
    },
  }
  writeFileSync(configFile, JSON.stringify({ mcpServers }))
  const host = spawn(process.execPath, [join(folder, 'host.mjs'), configFile], { stdio: ['ignore', 'pipe', 'inherit'] })
  hosts.push(host)
  const [line] = (await once(createInterface({ input: host.stdout }), 'line')) as [string]
  return { host, pids: JSON.parse(line) as number[] }
}

async function allGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isRunning)) await new Promise((tick) => setTimeout(tick, 20))
}

const watchdogsOf = (host: number): number[] =>
  readdirSync('/proc').flatMap((name) => {
    const stat =
      /^\d+$/.test(name) && existsSync(`/proc/${name}/stat`) ? readFileSync(`/proc/${name}/stat`, 'utf8') : ''
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return parent === host && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('leaders') ? [Number(name)] : []
  })

describe.skipIf(process.platform === 'win32')('the watchdog', () => {
  it('R3.7 P9: after SIGKILL of the host no server and no process of a server is left', async () => {
    const { host, pids } = await startHost()
    expect(pids).toHaveLength(9)
    expect(pids.every(isRunning)).toBe(true)
    host.kill('SIGKILL')
    await allGone(pids)
  })

  it('R3.7: nor after SIGTERM of the host', async () => {
    const { host, pids } = await startHost()
    host.kill('SIGTERM')
    await allGone(pids)
  })

  it.runIf(process.platform === 'linux')('runs once per host and ends with it', async () => {
    const { host, pids } = await startHost()
    const watchdogs = watchdogsOf(host.pid ?? 0)
    expect(watchdogs).toHaveLength(1)
    host.kill('SIGKILL')
    await allGone([...pids, ...watchdogs])
  })
})

it('a watchdog that cannot be started fails no server', async () => {
  vi.resetModules()
  const { guard } = await import('./host-watchdog')
  const { startHere } = await import('./start-program')
  const { execPath } = process
  process.execPath = ''
  try {
    guard(process.pid, startHere)
  } finally {
    process.execPath = execPath
  }
})

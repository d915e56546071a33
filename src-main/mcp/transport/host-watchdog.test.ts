import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isRunning, SCRIPTED_SERVER } from '../tests/processes.testkit'
import { TREE_MARK } from './process-tree'
import { type Program, startHere, type StartProgram } from './start-program'

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

  it('R3.7: after SIGTERM of the host no server and no process of a server is left', async () => {
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

function recordPrograms(): { readonly programs: readonly Promise<Program>[]; readonly start: StartProgram } {
  const programs: Promise<Program>[] = []
  const start: StartProgram = (launch) => {
    const program = startHere(launch)
    programs.push(program)
    return program
  }
  return { programs, start }
}

it.runIf(process.platform === 'linux')(
  'the watchdog ends a server that was started just before the host was killed',
  async () => {
    const { programs, start } = recordPrograms()
    vi.resetModules()
    const { StdioTransport } = await import('./stdio-transport')
    const { unguard } = await import('./host-watchdog')
    const args = ['-c', 'trap "" TERM; while :; do sleep 100; done']
    const transport = new StdioTransport({ file: '/bin/sh', args, env: process.env, cwd: '/' }, {}, undefined, start)
    const pid = Object.getOwnPropertyDescriptor(process, 'pid') ?? {}
    // Its parent is another process: the host is dead.
    Object.defineProperty(process, 'pid', { ...pid, value: 0 })
    const starting = transport.start()
    Object.defineProperty(process, 'pid', pid)
    await starting
    const [watchdog, server] = await Promise.all(programs)
    unguard(server?.pid ?? 0)
    watchdog?.stdin.end()
    await allGone([watchdog?.pid ?? 0, server?.pid ?? 0])
    await transport.close()
  },
)

it.skipIf(process.platform === 'win32')('the watchdog ends no server of a host that is alive', async () => {
  const { programs, start } = recordPrograms()
  vi.resetModules()
  const { ensureWatchdog, HOST_MARK } = await import('./host-watchdog')
  ensureWatchdog(start)
  const env = { ...process.env, [TREE_MARK]: `${HOST_MARK}.1` }
  const server = await startHere({ file: process.execPath, args: ['-e', 'setInterval(() => {}, 1e6)'], env, cwd: '/' })
  const watchdog = await programs[0]
  watchdog?.stdin.end()
  await watchdog?.exit
  expect(isRunning(server.pid)).toBe(true)
  process.kill(server.pid, 'SIGKILL')
})

it('servers work without a watchdog if it cannot be started', async () => {
  vi.resetModules()
  const { ensureWatchdog } = await import('./host-watchdog')
  const { execPath } = process
  process.execPath = ''
  try {
    ensureWatchdog(startHere)
  } finally {
    process.execPath = execPath
  }
})

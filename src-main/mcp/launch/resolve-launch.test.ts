import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { parseEntry } from '@shared/mcp/mcp-entry'
import { describeOldNode, installationHint } from './installation-hint'
import { resolveLaunch } from './resolve-launch'

const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-launch-'))
afterAll(() => rmSync(folder, { recursive: true }))
const configFile = join(folder, 'mcp_config.json')

function program(path: string, script: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, path), 0o755)
}

function launch(entry: unknown, env: Readonly<Record<string, string>>) {
  const { server } = parseEntry('s', entry, {})
  if (server?.transport !== 'stdio') throw new Error('not a good entry')
  return resolveLaunch(server, configFile, env, null)
}

describe('resolveLaunch', () => {
  it('R14.1: "node" is the Node that runs the app, which is new enough', async () => {
    const { file, args, env } = await launch(
      { command: 'node', args: ['x.js'] },
      { PATH: '/nowhere', XDG_CACHE_HOME: '/caches', LOCALAPPDATA: '/caches' },
    )
    expect([file, ...args]).toEqual([process.execPath, 'x.js'])
    expect(env.NODE_COMPILE_CACHE).toContain(join('zorkgpt', 'compile-cache'))
    expect(Number(process.versions.node.split('.')[0])).toBeGreaterThanOrEqual(22)
  })

  it('R14.1: in an app for macOS it is the helper of the app', async () => {
    vi.stubGlobal(
      'process',
      Object.create(process, { platform: { value: 'darwin' }, helperExecPath: { value: '/ZorkGPT Helper' } }),
    )
    try {
      expect((await launch({ command: 'node' }, {})).file).toBe('/ZorkGPT Helper')
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it.skipIf(process.platform === 'win32')(
    'finds a program on the PATH, in its order, without files that are not executable',
    async () => {
      program('one/tool', 'true')
      program('two/tool', 'true')
      chmodSync(join(folder, 'one/tool'), 0o644)
      const path = [join(folder, 'one'), join(folder, 'two')].join(delimiter)
      const { file, env } = await launch({ command: 'tool' }, { PATH: path })
      expect(file).toBe(join(folder, 'two/tool'))
      expect(env.PATH?.startsWith(path)).toBe(true)
    },
  )

  it.skipIf(process.platform === 'win32')(
    'a relative path begins at the folder of the config file, or at cwd',
    async () => {
      program('bin/tool', 'true')
      expect(await launch({ command: './bin/tool' }, {})).toMatchObject({ file: join(folder, 'bin/tool'), cwd: folder })
      expect(await launch({ command: './tool', cwd: 'bin' }, {})).toMatchObject({
        file: join(folder, 'bin/tool'),
        cwd: join(folder, 'bin'),
      })
    },
  )

  it('names a working folder that does not exist', async () => {
    await expect(launch({ command: 'node', cwd: 'gone' }, {})).rejects.toThrow(
      `its working folder ${join(folder, 'gone')} does not exist`,
    )
  })

  it('R14.4 R14.5: names a missing command, the searched folders and how to get it', async () => {
    const failure = launch({ command: 'uvx-missing' }, { PATH: join(folder, 'empty') })
    await expect(failure).rejects.toThrow(`the command 'uvx-missing' was not found. Searched: ${join(folder, 'empty')}`)
    await expect(launch({ command: '/nowhere/tool' }, {})).rejects.toThrow('There is no such program file')
  })
})

describe('installationHint', () => {
  it('R14.5: explains how to install the programs that run most servers', () => {
    expect(installationHint('npx')).toContain('nodejs.org')
    expect(installationHint('C:\\node\\npx.cmd')).toContain('nodejs.org')
    expect(installationHint('node')).toContain(`ZorkGPT's own Node.js ${process.versions.node}`)
    expect(installationHint('node')).not.toContain('nodejs.org')
    expect(installationHint('/usr/bin/node')).toContain('nodejs.org')
    expect(installationHint('uvx')).toContain('docs.astral.sh/uv')
    expect(installationHint('python3')).toContain('python.org')
    expect(installationHint('docker')).toContain('docker')
    expect(installationHint('./my-server')).toContain('full path')
  })
})

describe('describeOldNode', () => {
  it.skipIf(process.platform === 'win32')('R14.1 R14.4: names a Node that is too old for npx', async () => {
    program('old/node', 'echo v18.20.1')
    program('new/node', 'echo v24.0.0')
    const described = (command: string, path: string) =>
      describeOldNode(command, { file: join(folder, 'old', command), env: { PATH: join(folder, path) } })
    expect(await described('npx', 'old')).toBe('Node.js v18.20.1 is on the PATH; version 22 or newer is needed.')
    expect(await described('npx', 'new')).toBeNull()
    expect(await described('uvx', 'old')).toBeNull()
  })

  it.skipIf(process.platform === 'win32')('R14.4: names only the Node that the server ran on', async () => {
    program('old/node', 'echo v18.20.1')
    program('new/node', 'echo v24.0.0')
    const [old, newer] = ['old', 'new'].map((name) => join(folder, name, 'node')) as [string, string]
    const env = { PATH: join(folder, 'old') }
    expect(await describeOldNode('node', { file: process.execPath, env })).toBeNull()
    expect(await describeOldNode(newer, { file: newer, env })).toBeNull()
    expect(await describeOldNode(old, { file: old, env: { PATH: join(folder, 'new') } })).toBe(
      `${old} is Node.js v18.20.1; version 22 or newer is needed.`,
    )
  })
})

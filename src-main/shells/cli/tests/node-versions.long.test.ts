import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { olderNode } from './nodes.testkit'

/** The command under a Node that it does not support: it runs on Node 24 anyway, and the caller does not notice. */
const appRoot = resolve(import.meta.dirname, '../../../..')
const startAgain = pathToFileURL(join(appRoot, 'build/scripts/start-again.mjs')).href
const onWindows = process.platform === 'win32'
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'node-versions-')))
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function write(name: string, content: string): string {
  writeFileSync(join(scratch, name), content)
  return join(scratch, name)
}

/** This Node claims to be an older one; processes that it starts, or that replace it, report their real version. */
const pretence = (hasExecve: boolean) =>
  write(
    `pretend-${hasExecve}.mjs`,
    `
if (!process.env.TAKEN_FOR_OLD) {
  process.env.TAKEN_FOR_OLD = 'yes'
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })
  if (!${hasExecve}) process.execve = undefined
}`,
  )

interface Way {
  readonly name: string
  readonly node: string
  readonly args: readonly string[]
}
if (olderNode === null) it.skip('under an older Node (skipped: there is none on the PATH)', () => {})
const WAYS: readonly Way[] = [
  ...(olderNode === null ? [] : [{ name: 'an older Node', node: olderNode, args: [] }]),
  { name: 'what it takes for an older Node', node: process.execPath, args: ['--import', pretence(false)] },
  ...(onWindows
    ? []
    : [
        {
          name: 'what it takes for an older Node that can be replaced',
          node: process.execPath,
          args: ['--import', pretence(true)],
        },
      ]),
]

function start({ node, args }: Way, script: string, more: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(node, [...args, script, ...more], {
    cwd: scratch,
    env: { ...process.env, XDG_STATE_HOME: join(scratch, 'state'), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  children.push(child)
  let stdout = ''
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk)
  })
  const stderr = text(child.stderr)
  const ended = once(child, 'close').then(async ([status, signal]) => ({
    status: (status ?? signal) as number | string,
    stdout,
    stderr: await stderr,
  }))
  /** Resolves once the command has written this number of lines. */
  const lines = async (count: number) => {
    while (stdout.split('\n').length <= count)
      if ((await Promise.race([once(child.stdout, 'data'), ended.then(() => null)])) === null)
        throw new Error(`It ended after ${stdout}${await stderr}`)
    return stdout.trimEnd().split('\n')
  }
  return { child, ended, lines }
}

const reporter = write(
  'reporter.mjs',
  `
import { text } from 'node:stream/consumers'
import { ensureNode24 } from ${JSON.stringify(startAgain)}
await ensureNode24()
const { GIVEN, ZORKGPT_STARTED_AGAIN } = process.env
console.log(JSON.stringify({ major: parseInt(process.versions.node), args: process.argv.slice(2), cwd: process.cwd(), GIVEN, ZORKGPT_STARTED_AGAIN, input: await text(process.stdin), argv0: process.argv0 }))
console.error('said to stderr')
process.exitCode = 7
`,
)
const listener = write(
  'listener.mjs',
  `
import { ensureNode24 } from ${JSON.stringify(startAgain)}
await ensureNode24()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2', 'SIGWINCH']) process.on(signal, () => console.log(signal))
process.stdin.on('data', (line) => process.kill(process.pid, String(line).trim()))
console.log(process.pid)
`,
)
const cli = join(appRoot, 'out/main/cli.js')

describe.each(WAYS)('under $name', (way) => {
  it('a command gets its arguments, folder, variables, input and output, and returns its status', async () => {
    const args = ['two words', '', '--flag=ü', '"quoted"']
    const { child, ended } = start(way, reporter, args, { GIVEN: 'kept' })
    child.stdin.end('typed in')
    const { status, stdout, stderr } = await ended
    expect({ status, stderr }).toEqual({ status: 7, stderr: 'said to stderr\n' })
    expect(JSON.parse(stdout)).toEqual({
      major: expect.any(Number) as number,
      args,
      cwd: scratch,
      GIVEN: 'kept',
      input: 'typed in',
      argv0: way.node,
    })
    expect((JSON.parse(stdout) as { major: number }).major).toBeGreaterThanOrEqual(24)
  })

  it.skipIf(onWindows)(
    'each signal reaches it once, and no process is left when the first process is killed',
    async () => {
      const { child, lines } = start(way, listener, ['play', '--turns', '3'])
      const sent = ['SIGINT', 'SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2', 'SIGWINCH', 'SIGINT'] as const
      const [pid = ''] = await lines(1)
      for (const [index, signal] of sent.entries()) {
        child.kill(signal)
        await lines(2 + index)
      }
      expect(await lines(1 + sent.length)).toEqual([pid, ...sent])
      if (process.platform === 'linux') {
        const typed = [way.node, ...way.args, listener, 'play', '--turns', '3']
        for (const id of [pid, child.pid])
          expect(readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0').slice(0, -1)).toEqual(typed)
      }
      child.kill('SIGKILL')
      await expect.poll(() => isRunning(Number(pid))).toBe(false)
    },
  )

  it.skipIf(onWindows)('a signal that ends it ends the first process too', async () => {
    const { child, lines, ended } = start(way, listener)
    await lines(1)
    child.stdin.write('SIGABRT\n')
    expect((await ended).status).toBe('SIGABRT')
  })
})

/** The following tests have the same result under each of them. */
const [way = { name: '', node: process.execPath, args: [] }] = WAYS
describe(`under ${way.name}`, () => {
  it.skipIf(!existsSync('/usr/bin/script') || process.platform !== 'linux')(
    'Ctrl+C at a terminal reaches it once',
    async () => {
      const inTerminal = {
        node: '/usr/bin/script',
        args: ['-qefc', [way.node, ...way.args, listener].map((word) => `'${word}'`).join(' ')],
      }
      const { child, lines } = start({ ...way, ...inTerminal }, '/dev/null')
      await lines(1)
      child.stdin.write('\u0003')
      await lines(2)
      child.stdin.write('\u0003')
      expect((await lines(3)).map((line) => line.replace('^C', '').trim()).slice(1)).toEqual(['SIGINT', 'SIGINT'])
    },
  )

  it('R14.1 R14.4: zorkgpt runs the servers that name "node" on Node 24, and names no other Node when one fails', async () => {
    const versionFile = join(scratch, 'version')
    rmSync(versionFile, { force: true })
    const config = write(
      'mcp.json',
      JSON.stringify({
        mcpServers: {
          teller: {
            command: 'node',
            args: ['-e', `require('fs').writeFileSync(${JSON.stringify(versionFile)}, process.version)`],
          },
        },
      }),
    )
    const { status, stdout } = await start(way, cli, [
      ...'play --game glass-weather --turns 1 --data'.split(' '),
      join(scratch, 'data'),
      '--mcp-config',
      config,
      '--agree',
      '--json',
    ]).ended
    const version = readFileSync(versionFile, 'utf8')
    expect(version).toMatch(/^v(2[4-9]|[3-9]\d)\./)
    expect(status).toBe(1)
    expect(stdout).toContain(`It runs on ZorkGPT's own Node.js ${version.slice(1)}`)
    expect(stdout).not.toContain('on the PATH')
  })

  it('zorkgpt reads actions from its input, plays them, and reports wrong usage by its status', async () => {
    const played = start(way, cli, [
      ...'play --game glass-weather --player human --turns 2 --no-mcp --data'.split(' '),
      join(scratch, 'data'),
      '--json',
    ])
    played.child.stdin.end('look\nnorth\n')
    const { status, stdout, stderr } = await played.ended
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ turns: 2, ended: 'turn_limit' })
    expect(await start(way, cli, ['dance']).ended).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('dance') as string,
    })
  })

  it('the zorkgpt server answers its client from Node 24, and ends with it', async () => {
    const { child, lines, ended } = start(way, join(appRoot, 'out/servers/zorkgpt.js'), [
      '--data',
      join(scratch, 'served'),
    ])
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
    const [answer = ''] = await lines(1)
    expect(JSON.parse(answer)).toMatchObject({ id: 1, result: { serverInfo: { name: 'zorkgpt' } } })
    child.stdin.end()
    expect((await ended).status).toBe(0)
  })

  describe('where the app has no bundled Node', () => {
    /** A copy of the built files, without packages beside it. */
    const alone = join(scratch, 'alone')
    const copied = join(alone, 'out/main/cli.js')
    if (!existsSync(copied) && existsSync(cli)) {
      cpSync(join(appRoot, 'out/main'), dirname(copied), { recursive: true })
      cpSync(join(appRoot, 'package.json'), join(alone, 'package.json'))
    }

    it('a newer Node on the PATH is found behind an older one', async () => {
      const folders = ['empty', 'old', 'new'].map((name) => join(scratch, 'path', name))
      for (const folder of folders) mkdirSync(folder, { recursive: true })
      const [, old = '', newer = ''] = folders
      link(process.execPath, join(newer, onWindows ? 'node.exe' : 'node'))
      if (!onWindows) writeFileSync(join(old, 'node'), '#!/bin/sh\necho v18.20.1\n', { mode: 0o755 })
      expect(await start(way, copied, ['--version'], { PATH: folders.join(delimiter) }).ended).toMatchObject({
        status: 0,
        stderr: '',
      })
    })

    it('one sentence names what is missing and how to get it', async () => {
      const { status, stdout, stderr } = await start(way, copied, ['--version'], { PATH: join(scratch, 'nowhere') })
        .ended
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toMatch(
        /^zorkgpt: ZorkGPT needs Node 24 or newer, and this is Node 2\d\.\d+\.\d+ \(.+\): .*https:\/\/nodejs\.org.*\.\n$/,
      )
    })
  })
})

it('the variable that marks a restart, set by hand, is reported', async () => {
  const own = { name: '', node: process.execPath, args: [] }
  expect(await start(own, cli, ['--version'], { ZORKGPT_STARTED_AGAIN: '1' }).ended).toEqual({
    status: 2,
    stdout: '',
    stderr: 'zorkgpt: The variable ZORKGPT_STARTED_AGAIN is for internal use. Unset it, and try again.\n',
  })
})

describe('the command of a checkout', () => {
  const { bin } = JSON.parse(readFileSync(join(appRoot, 'package.json'), 'utf8')) as {
    readonly bin: { readonly zorkgpt: string }
  }

  it('is an executable file in a fresh clone', () => {
    expect(bin.zorkgpt).not.toMatch(/^\.\/(out|dist|node_modules)\//)
    if (!onWindows) accessSync(join(appRoot, bin.zorkgpt), constants.X_OK)
    expect(readFileSync(join(appRoot, bin.zorkgpt), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
  })

  it('runs the terminal shell', async () => {
    expect(await start(way, join(appRoot, bin.zorkgpt), ['--version']).ended).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
      stderr: '',
    })
  })

  it('explains what to do first without a build or without packages', async () => {
    const clone = join(scratch, 'fresh clone')
    cpSync(join(appRoot, 'build/scripts'), join(clone, 'build/scripts'), { recursive: true })
    cpSync(join(appRoot, 'package.json'), join(clone, 'package.json'))
    const { status, stdout, stderr } = await start(
      { name: '', node: process.execPath, args: [] },
      join(clone, bin.zorkgpt),
      ['--version'],
    ).ended
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toBe(`zorkgpt is not built, and the packages are not installed. Run "npm ci" in ${clone} first.\n`)
  })
})

function link(target: string, path: string): void {
  if (existsSync(path)) return
  if (onWindows) cpSync(target, path)
  else symlinkSync(target, path)
}

/** An ended process stays in Linux's process list until its parent collects it. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

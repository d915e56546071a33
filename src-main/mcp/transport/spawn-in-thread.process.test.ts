import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRunning } from '../tests/processes.testkit'
import { spawnInThread } from './spawn-in-thread'
import type { Program, StartProgram } from './start-program'

const built = resolve(import.meta.dirname, '../../../out/main/spawn-thread.js')
const startProgram = spawnInThread(built)

/** Runs a Node program from its text. */
const run = (program: string, start: StartProgram = startProgram): Promise<Program> =>
  start({ file: process.execPath, args: ['-e', program], env: process.env, cwd: tmpdir() })

describe('a program started in a thread', () => {
  it('reads its input and writes both outputs, as bytes', async () => {
    const { stdin, stdout, stderr, exit } = await run(
      'process.stdin.on("data", (bytes) => process.stdout.write(bytes)).on("end", () => console.error("end"))',
    )
    stdin.write('grüße, ')
    stdin.end('Zork\n')
    expect([await text(stdout), await text(stderr), await exit]).toEqual([
      'grüße, Zork\n',
      'end\n',
      { code: 0, signal: null },
    ])
  })

  it('is a child of this process, in its own group, with its variables and folder', async () => {
    const { pid, stdout } = await startProgram({
      file: '/bin/sh',
      args: ['-c', 'echo $PPID $(ps -o pgid= -p $$) $NAME $PWD'],
      env: { ...process.env, NAME: 'grue' },
      cwd: '/',
    })
    expect((await text(stdout)).trim()).toBe(`${process.pid} ${pid} grue /`)
  })

  it('ends by the signal that it is sent', async () => {
    const { pid, exit } = await run('setInterval(() => {}, 1e6)')
    process.kill(pid, 'SIGTERM')
    expect(await exit).toEqual({ code: null, signal: 'SIGTERM' })
  })

  it.each([
    ['a missing program', { file: '/no/such/program' }, 'ENOENT'],
    ['a folder as program', { file: tmpdir() }, 'EACCES'],
    ['an argument that no system takes', { args: ['zero\0byte'] }, 'ERR_INVALID_ARG_VALUE'],
  ])('%s: rejects with the code', async (_what, change, code) => {
    const launch = { file: process.execPath, args: [], env: {}, cwd: tmpdir(), ...change }
    await expect(startProgram(launch)).rejects.toMatchObject({ code })
  })

  it('waits with its output until it is read, also while this thread is busy, and loses none of it', async () => {
    const bytes = 64 * 2 ** 20
    const { stdout } = await startProgram({
      file: '/bin/sh',
      args: ['-c', `head -c ${bytes} /dev/zero`],
      env: process.env,
      cwd: '/',
    })
    stdout.once('readable', () => {})
    for (const busyUntil = performance.now() + 200; performance.now() < busyUntil;);
    await new Promise((tick) => setTimeout(tick, 50))
    expect(stdout.readableLength).toBeLessThan(2 ** 20)
    expect((await text(stdout)).length).toBe(bytes)
  })

  it('a closed output breaks its pipe', async () => {
    const { stdout, exit } = await run('setInterval(() => process.stdout.write("x".repeat(65536)), 1)')
    await once(stdout, 'readable')
    stdout.destroy()
    expect((await exit).code).not.toBe(0)
  })

  it('a write after its end fails', async () => {
    const { stdin, exit } = await run('')
    await exit
    stdin.on('error', () => {})
    const error = await new Promise((done) => stdin.write('look\n', done))
    expect(error).toBeInstanceOf(Error)
  })
})

describe('the thread', () => {
  let folder: string
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'spawn-thread-'))))
  afterAll(() => rmSync(folder, { recursive: true }))
  const threadOf = (program: string): StartProgram => {
    const file = join(folder, 'thread.mjs')
    writeFileSync(file, program)
    return spawnInThread(file)
  }

  it('shares the variables of this process, whose names are case-insensitive on Windows', async () => {
    const start = threadOf(
      `import { parentPort } from 'node:worker_threads'
      parentPort.on('message', ({ port }) => {
        port.postMessage({ kind: 'failed', message: String(process.env.LATE_VARIABLE) })
        port.close()
      })`,
    )
    const launch = { file: '', args: [], env: {}, cwd: folder }
    await expect(start(launch)).rejects.toThrow('undefined')
    process.env.LATE_VARIABLE = 'grue'
    await expect(start(launch)).rejects.toThrow('grue')
    delete process.env.LATE_VARIABLE
  })

  it.each(['throw new Error("broken")', ''])(
    'ends before a program starts: the start rejects (%s)',
    async (program) => {
      await expect(run('', threadOf(program))).rejects.toThrow('the thread that starts programs has ended')
    },
  )

  it('ends while programs run: they count as ended, and the next program gets a new thread', async () => {
    const start = threadOf(
      `import { parentPort } from 'node:worker_threads'
      import ${JSON.stringify(pathToFileURL(built).href)}
      const crash = () => { throw new Error('crash') }
      parentPort.on('message', ({ launch }) => launch.args.includes('--crash') && process.nextTick(crash))`,
    )
    const { pid, stdin, stdout, exit } = await run('process.stdin.on("end", () => process.exit()).resume()', start)
    await expect(start({ file: '/no/such/program', args: ['--crash'], env: {}, cwd: folder })).rejects.toThrow()
    expect(await exit).toEqual({ code: null, signal: null })
    expect(await text(stdout)).toBe('')
    expect(await new Promise((done) => stdin.on('error', () => {}).write('look', done))).toBeInstanceOf(Error)
    // Its input has ended with the thread.
    await expect.poll(() => isRunning(pid)).toBe(false)
    expect(await text((await run('console.log("again")', start)).stdout)).toBe('again\n')
  })
})

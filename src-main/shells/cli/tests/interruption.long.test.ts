import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NODES } from './nodes.testkit'

const appRoot = resolve(import.meta.dirname, '../../../..')
let data: string
let child: ChildProcess

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'cli-'))
})
afterEach(async () => {
  child.kill('SIGKILL')
  await rm(data, { recursive: true, force: true })
})

/** Runs until the first output, then calls `interrupt`. Returns how the command ended, and its errors. */
async function interrupted(
  node: string,
  args: readonly string[],
  interrupt: (child: ChildProcess) => void,
): Promise<{ readonly status: unknown; readonly stderr: string }> {
  child = spawn(node, [join(appRoot, 'out/main/cli.js'), ...args], { cwd: data, stdio: ['ignore', 'pipe', 'pipe'] })
  const stderr = text(child.stderr!)
  await once(child.stdout!, 'data')
  interrupt(child)
  child.stdout?.resume()
  const [status, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return { status: status ?? signal, stderr: await stderr }
}

async function intoFullDisk(node: string, args: readonly string[]) {
  const full = openSync('/dev/full', 'w')
  child = spawn(node, [join(appRoot, 'out/main/cli.js'), ...args], { cwd: data, stdio: ['ignore', full, 'pipe'] })
  closeSync(full)
  const stderr = text(child.stderr!)
  const [status, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return { status: status ?? signal, stderr: await stderr }
}

const play = () => [...'play --game glass-weather --player explorer --seed 3 --no-mcp --data'.split(' '), data]
const lastEvent = () =>
  JSON.parse(
    readFileSync(join(data, readdirSync(data).find((name) => !name.startsWith('.')) ?? '', 'events.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .at(-1) ?? '',
  ) as Record<string, unknown>

describe.each(NODES)('under $name', ({ node }) => {
  it('Ctrl-C ends an episode in order', async () => {
    expect(await interrupted(node, play(), (process) => process.kill('SIGINT'))).toEqual({ status: 0, stderr: '' })
    expect(lastEvent()).toMatchObject({ event_type: 'episode_ended', ended: 'stopped' })
  })

  it('a closed terminal ends an episode in order', async () => {
    const hangUp = (process: ChildProcess) => {
      process.kill('SIGHUP')
      process.stdout?.destroy()
    }
    expect(await interrupted(node, play(), hangUp)).toEqual({ status: 0, stderr: '' })
    expect(lastEvent()).toMatchObject({ event_type: 'episode_ended', ended: 'stopped' })
  })

  it.skipIf(process.platform !== 'linux')(
    'output to a full disk is a failure, which is reported in a sentence',
    async () => {
      const said = { status: 1, stderr: 'zorkgpt: The output cannot be written (ENOSPC).\n' }
      expect(await intoFullDisk(node, [...play(), '--turns', '100'])).toEqual(said)
      expect(lastEvent()).toMatchObject({ event_type: 'episode_ended', ended: 'stopped' })
      expect(await intoFullDisk(node, ['replay', String(lastEvent().episode_id), '--data', data])).toEqual(said)
    },
  )

  it('a closed output, as by `| head`, ends an episode in order', async () => {
    expect(await interrupted(node, play(), (process) => process.stdout?.destroy())).toEqual({ status: 0, stderr: '' })
    expect(lastEvent()).toMatchObject({ event_type: 'episode_ended', ended: 'stopped' })
  })

  it('a command without an episode ends at once when its output is closed', async () => {
    const commands = resolve(appRoot, 'build/story/glass-weather.walkthrough.json')
    expect(
      await interrupted(
        node,
        ['game', '--story', resolve(appRoot, 'build/story/glass-weather.z5'), '--commands', commands],
        (process) => process.stdout?.destroy(),
      ),
    ).toEqual({ status: 0, stderr: '' })
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appRoot, runCommand } from './command.testkit'

let data: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'cli-'))
})
afterEach(() => rm(data, { recursive: true, force: true }))

/** Agreements are stored in the folder of the test. */
const environment = () => ({ XDG_STATE_HOME: join(data, '.state') })
const run = (...words: string[]) => runCommand(words, { cwd: data, env: environment() })
const play = (turns: number) =>
  `play --game glass-weather --player explorer --seed 3 --turns ${turns} --json --data`.split(' ').concat(data)
const lastLine = (text: string) => JSON.parse(text.trim().split('\n').at(-1) ?? '') as Record<string, unknown>

// Process trees are read from /proc.
it.skipIf(process.platform !== 'linux')(
  'loses at most the current turn when it is killed, leaves no server behind, and continues from there',
  async () => {
    const child = spawn(process.execPath, [join(appRoot, 'out/main/cli.js'), ...play(400)], {
      cwd: data,
      env: { ...process.env, ...environment() },
      stdio: 'ignore',
    })
    const log = await fileOf(data, (text) => (text.match(/"turn_completed"/g)?.length ?? 0) >= 6)
    const servers = childrenOf(child.pid ?? 0)
    expect(servers.length).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const complete = readFileSync(log, 'utf8').match(/"turn_completed"/g)?.length ?? 0
    await allGone(servers)
    const episode = readdirSync(data).find((name) => name.startsWith('20')) ?? ''
    const replayed = await run('replay', episode, '--data', data, '--json')
    expect(lastLine(replayed.stdout)).toMatchObject({ turn: complete })
    const resumed = await run('play', '--resume', episode, '--data', data, '--turns', String(complete + 3), '--json')
    expect(lastLine(resumed.stdout)).toMatchObject({ episode, turns: complete + 3, ended: 'turn_limit' })
    const whole = lastLine((await run(...play(complete + 3))).stdout)
    const state = async (id: unknown) => lastLine((await run('replay', String(id), '--data', data, '--json')).stdout)
    expect(await state(episode)).toEqual(await state(whole.episode))
  },
)

/** The log of the one episode under `folder`, as soon as it satisfies `enough`. */
async function fileOf(folder: string, enough: (text: string) => boolean): Promise<string> {
  for (;;) {
    const [episode] = readdirSync(folder).filter((name) => !name.startsWith('.'))
    const log = join(folder, episode ?? '', 'events.jsonl')
    if (episode && existsSync(log) && enough(readFileSync(log, 'utf8'))) return log
    await new Promise((resume) => setTimeout(resume, 20))
  }
}

const statOf = (pid: string | number) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return null
  }
}

/** Process ids of everything below `pid`, from /proc. */
function childrenOf(pid: number): readonly number[] {
  const direct = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(statOf(name)?.[1]) === pid)
    .map(Number)
  return direct.flatMap((child) => [child, ...childrenOf(child)])
}

async function allGone(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => statOf(pid) !== null && statOf(pid)?.[0] !== 'Z'))
    await new Promise((resume) => setTimeout(resume, 20))
}

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import type { ScriptedReply } from '../../../llm/scripted-endpoint.testkit'
import { type Ended, runCommand } from '../tests/command.testkit'

export const cli = resolve(import.meta.dirname, '../../../../out/main/cli.js')

/**
 * Runs commands in this process, or in a separate one with `begin`. Their temporary home is deleted after the tests of
 * the file. Workers inherit the environment of this process.
 */
export function useExperiments() {
  const home = mkdtempSync(join(tmpdir(), 'cli-experiment-'))
  beforeAll(() => {
    vi.stubEnv('ZORKGPT_HOME', join(home, 'home'))
    vi.stubEnv('XDG_STATE_HOME', join(home, 'state'))
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    rmSync(home, { recursive: true, force: true })
  })
  // In this folder each experiment has a data folder of the same name.
  const zorkgpt = (...args: string[]): Promise<Ended> => runCommand(args, { cwd: home })

  let files = 0
  /** Creates a separate file and data folder for each test. */
  function given(text: string) {
    const name = `test-${++files}`
    const file = join(home, `${name}.experiment.toml`)
    const write = (changed: string) => writeFileSync(file, changed.replace('NAME', name))
    write(text)
    const data = join(home, name)
    return { name, file, data, write, folder: join(data, '.experiments', name) }
  }

  async function reportOf(file: string, data: string): Promise<Report> {
    const { status, stdout, stderr } = await zorkgpt('experiment', 'report', file, '--data', data, '--json')
    expect(stderr).toBe('')
    expect(status).toBe(0)
    return JSON.parse(stdout) as Report
  }

  const begin = (...args: string[]): ChildProcess => beginWith({}, ...args)
  const beginWith = (variables: NodeJS.ProcessEnv, ...args: string[]): ChildProcess =>
    spawn(process.execPath, [cli, ...args], {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'ignore', 'ignore'],
    })

  return { home, zorkgpt, given, reportOf, begin, beginWith }
}

export interface Report {
  readonly done: number
  readonly planned: number
  readonly arms: readonly Record<string, unknown>[]
  readonly cells: readonly Record<string, unknown>[]
  readonly differences: readonly Record<string, unknown>[]
  readonly units: readonly Record<string, unknown>[]
  readonly missing: readonly Record<string, unknown>[]
}

/** The process ids of the workers of a run. */
export function workersOf(parent: ChildProcess): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return status.includes(`PPid:\t${parent.pid}\n`) && line.includes('experiment-worker')
      } catch {
        return false
      }
    })
    .map(Number)
}

export const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolveEnd) => {
    if (child.exitCode !== null || child.signalCode !== null) resolveEnd(child.exitCode)
    else child.once('exit', (code) => resolveEnd(code))
  })

/** The size of all logs in a data folder, which grows with every turn. */
export const logBytes = (data: string): number =>
  (existsSync(data) ? readdirSync(data) : [])
    .map((id) => statSync(join(data, id, 'events.jsonl'), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)

/** The actions of every episode. A repeated turn counts once. */
export function actionsIn(data: string): Readonly<Record<string, readonly string[]>> {
  const episodes = readdirSync(data).filter((name) => !name.startsWith('.'))
  return Object.fromEntries(
    episodes.map((id) => {
      const actions = new Map<number, string>()
      for (const line of readFileSync(join(data, id, 'events.jsonl'), 'utf8').split('\n')) {
        const event = (line === '' ? {} : JSON.parse(line)) as {
          readonly event_type?: string
          readonly turn?: number
          readonly action?: string
        }
        if (event.event_type === 'action_chosen') actions.set(event.turn ?? 0, event.action ?? '')
      }
      return [id, [...actions.values()]]
    }),
  )
}

/** Zork I, because a process opens it in half the time of the bundled story. */
export const TWO_ARMS = (seeds: string, turns: number) => `
[experiment]
name = "NAME"
seeds = "${seeds}"
[orchestrator]
max_turns_per_episode = ${turns}
[run]
story = "zork1"
[[arm]]
name = "random"
run.player = "random"
[[arm]]
name = "explorer"
run.player = "explorer"
`

export const saying = (action: string, usage = { prompt_tokens: 900, completion_tokens: 100 }): ScriptedReply => ({
  kind: 'stream',
  chunks: [
    {
      id: 'x',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [
        {
          index: 0,
          delta: { content: JSON.stringify({ thinking: 'because', action, new_objective: null }) },
          finish_reason: null,
        },
      ],
    },
    {
      id: 'x',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
      usage,
    },
  ],
})

export const ASKING = (baseUrl: string, more = '') => `
[experiment]
name = "NAME"
seeds = "1..6"
[llm]
client_base_url = "${baseUrl}"
agent_model = "scripted"
[retry]
max_retries = 0
[orchestrator]
max_turns_per_episode = 5
[mind]
preset = "none"
[run]
player = "llm"
story = "zork1"
[[arm]]
name = "model"
${more}
`

/** Environment of a process whose clock, like that of its children, is wrong by this many minutes. */
export const wrongClock = (minutes: number): NodeJS.ProcessEnv => {
  const script = `const Real = Date, off = ${minutes * 60_000};
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + off) : super(...given) }
      static now() { return Real.now() + off }
    }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }
}

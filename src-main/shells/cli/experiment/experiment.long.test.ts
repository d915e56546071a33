import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startScriptedEndpoint } from '../../../llm/scripted-endpoint.testkit'
import { runCommand } from '../tests/command.testkit'
import {
  actionsIn,
  ASKING,
  ended,
  logBytes,
  type Report,
  saying,
  TWO_ARMS,
  useExperiments,
  workersOf,
} from './experiment.testkit'

const { home, zorkgpt, given, reportOf, begin } = useExperiments()

describe('zorkgpt experiment', () => {
  it.skipIf(process.platform !== 'linux')(
    'gives the same results although its workers are killed repeatedly',
    async () => {
      const { file, data } = given(TWO_ARMS('1..4', 30))
      const undisturbed = given(TWO_ARMS('1..4', 30))
      await zorkgpt('experiment', 'run', undisturbed.file, '--data', undisturbed.data, '--workers', '1')
      const run = begin('experiment', 'run', file, '--data', data, '--workers', '2')
      let killed = 0
      for (let before = 0; run.exitCode === null && killed < 10; before = logBytes(data)) {
        await expect.poll(() => run.exitCode !== null || logBytes(data) > before).toBe(true)
        const [pid] = workersOf(run)
        if (pid === undefined) continue
        process.kill(pid, 'SIGKILL')
        killed++
      }
      expect(await ended(run)).toBe(0)
      expect(killed).toBeGreaterThan(2)
      const played = Object.values(actionsIn(data))
      expect(played).toHaveLength(8)
      expect(new Set(played.map(String))).toEqual(new Set(Object.values(actionsIn(undisturbed.data)).map(String)))
      const [report, other] = [await reportOf(file, data), await reportOf(undisturbed.file, undisturbed.data)]
      expect(report.arms).toEqual(other.arms)
      expect(report.differences).toEqual(other.differences)
    },
  )

  it('resumes after it was killed, and leaves no process behind', async () => {
    const { file, data, folder } = given(TWO_ARMS('1..3', 30))
    for (let kill = 0; kill < 4; kill++) {
      const run = begin('experiment', kill === 0 ? 'run' : 'resume', file, '--data', data)
      // A run that is killed before it has a plan cannot be resumed.
      await expect.poll(() => existsSync(join(folder, 'plan.json'))).toBe(true)
      const before = logBytes(data)
      await expect.poll(() => run.exitCode !== null || logBytes(data) > before).toBe(true)
      const workers = process.platform === 'linux' ? workersOf(run) : []
      run.kill('SIGKILL')
      await ended(run)
      for (const pid of workers) await expect.poll(() => isAlive(pid)).toBe(false)
    }
    expect(await zorkgpt('experiment', 'resume', file, '--data', data)).toMatchObject({ status: 0 })
    expect(await reportOf(file, data)).toMatchObject({ done: 6, missing: [] })
  })

  it('is observed and cancelled by other processes', async () => {
    const { file, data } = given(TWO_ARMS('1..200', 40))
    const run = begin('experiment', 'run', file, '--data', data)
    const status = async () => (await zorkgpt('experiment', 'status', file, '--data', data)).stdout
    await expect.poll(status).toMatch(/[1-9]\d* of 400 played/)
    expect((await zorkgpt('experiment', 'run', file, '--data', data)).stderr).toContain(
      'Another process runs the experiment',
    )
    expect(await zorkgpt('experiment', 'cancel', file, '--data', data)).toMatchObject({ status: 0 })
    expect(await ended(run)).toBe(0)
    expect(await status()).toMatch(/not running · .*cancelled/)
  })
})

describe('an experiment with a model', () => {
  it('requires a price for a budget in dollars, and computes the cost with it', async () => {
    const endpoint = await startScriptedEndpoint(() => saying('look'))
    const { file, data, write } = given(ASKING(endpoint.baseUrl, '[budget]\ncost_usd = 1'))
    const refused = await zorkgpt('experiment', 'run', file, '--data', data)
    expect(refused.status).toBe(2)
    expect(refused.stderr).toMatch(/does not report the cost of the calls of arm "model".*\[prices\."scripted"\]/)
    write(
      ASKING(
        endpoint.baseUrl,
        '[budget]\ncost_usd = 100\nper_episode_cost_usd = 1.5\n[prices.scripted]\ninput = 1000\noutput = 1000',
      ),
    )
    expect(await zorkgpt('experiment', 'run', file, '--data', data)).toMatchObject({ status: 0 })
    // Each call costs a dollar. An episode ends with the call that exceeds its limit, and counts with that state.
    const report = await reportOf(file, data)
    expect(report.arms).toMatchObject([{ cost_usd: expect.closeTo(12, 5) as number, turns: 12 }])
    await endpoint.close()
  })

  it('sends no request from any worker while an endpoint asks for a pause', async () => {
    let askedAt = Infinity
    const early: number[] = []
    const endpoint = await startScriptedEndpoint((_request, index) => {
      const now = performance.now()
      if (index === 3) {
        askedAt = now
        return { kind: 'error', status: 429, headers: { 'retry-after': '4' } }
      }
      // Requests that were sent before cannot be recalled.
      if (now - askedAt > 1500 && now - askedAt < 3900) early.push(now - askedAt)
      return saying('look')
    })
    const { file, data } = given(
      ASKING(endpoint.baseUrl, '[workers]\nprocesses = 3').replace('max_retries = 0', 'max_retries = 3'),
    )
    expect(await zorkgpt('experiment', 'run', file, '--data', data)).toMatchObject({ status: 0 })
    expect(early).toEqual([])
    expect(endpoint.requests).toHaveLength(31)
    await endpoint.close()
  })

  it('sends at most the allowed requests a minute over all workers', async () => {
    const at: number[] = []
    const endpoint = await startScriptedEndpoint(() => {
      at.push(performance.now())
      return saying('look')
    })
    const { file, data } = given(
      ASKING(endpoint.baseUrl, '[workers]\nprocesses = 3\n[provider.generic]\nrequests_per_minute = 150').replace(
        'max_turns_per_episode = 5',
        'max_turns_per_episode = 2',
      ),
    )
    const begunAt = performance.now()
    expect(await zorkgpt('experiment', 'run', file, '--data', data)).toMatchObject({ status: 0 })
    expect(at).toHaveLength(12)
    // One request is sent every 0.4 s, so the last of these follows the first after eleven intervals.
    expect((at.at(-1) ?? 0) - begunAt).toBeGreaterThan(11 * 400)
    await endpoint.close()
  })

  it('waits for an endpoint that cannot be reached, and ends with the reason if it never answered', async () => {
    const { file, data } = given(ASKING('http://127.0.0.1:1/v1'))
    const run = begin('experiment', 'run', file, '--data', data)
    const status = async () => (await zorkgpt('experiment', 'status', file, '--data', data)).stdout
    await expect.poll(status).toMatch(/127\.0\.0\.1:1.*Next attempt in \d+ s\./)
    run.kill('SIGINT')
    expect(await ended(run)).toBe(1)
    expect(await reportOf(file, data)).toMatchObject({ done: 0, missing: [], to_play: { length: 6 } })
  })
})

describe('arms of other kinds', () => {
  const AGENT = `
[experiment]
name = "NAME"
seeds = "1..2"
[orchestrator]
max_turns_per_episode = 6
[[arm]]
name = "random"
run.player = "random"
[[arm]]
name = "mine"
agent = ["python3", "${resolve(import.meta.dirname, '../../../../examples/play-through-mcp.py')}", "9"]
`

  it('are the user’s own programs, after consent', async () => {
    const { file, data } = given(AGENT)
    const refused = await zorkgpt('experiment', 'run', file, '--data', data)
    expect(refused.status).toBe(2)
    expect(refused.stderr).toMatch(/arm "mine" runs python3 .*play-through-mcp\.py 9 in .*--agree/)
    expect(await zorkgpt('experiment', 'run', file, '--data', data, '--agree')).toMatchObject({ status: 0 })
    const report = await reportOf(file, data)
    expect(report).toMatchObject({ done: 4, missing: [] })
    expect(report.units.filter(({ arm }) => arm === 'mine')).toMatchObject([
      { seed: 1, turns: 6, ended: 'turn_limit' },
      { seed: 2, turns: 6 },
    ])
  })

  it('fail with the program’s error after three attempts, until a retry is requested', async () => {
    const script = join(home, 'agent.sh')
    writeFileSync(script, 'echo out of luck >&2; exit 1')
    const example = resolve(import.meta.dirname, '../../../../examples/play-through-mcp.py')
    const { file, data } = given(AGENT.replace(/agent = .*/, `agent = ["sh", "${script}"]`))
    const go = (verb: string, ...more: readonly string[]) =>
      zorkgpt('experiment', verb, file, '--data', data, '--agree', ...more)
    expect(await go('run')).toMatchObject({ status: 1 })
    const report = await reportOf(file, data)
    expect(report).toMatchObject({ done: 2, missing: { length: 2 } })
    expect(report.missing[0]?.reason).toMatch(/sh ended with status 1\. out of luck/)
    writeFileSync(script, `exec python3 ${example} 9`)
    expect(await go('resume')).toMatchObject({ status: 1 })
    expect(await go('resume', '--retry-failed')).toMatchObject({ status: 0 })
    expect(await reportOf(file, data)).toMatchObject({ done: 4, missing: [] })
  })
})

describe('zorkgpt ablate', () => {
  it('plays the preset, the preset without each part, and none, and writes its reports', async () => {
    const endpoint = await startScriptedEndpoint(() => saying('look'))
    const folder = mkdtempSync(join(home, 'ablate-'))
    const args = [
      'ablate',
      '--model',
      'scripted',
      '--base-url',
      endpoint.baseUrl,
      '--stories',
      'glass-weather',
      '--seeds',
      '2',
      '--turns',
      '3',
      '--max-usd',
      '5',
      '--price',
      '1,2',
      '--data',
      join(folder, 'data'),
    ]
    const { status, stdout } = await runCommand(args, { cwd: folder })
    expect(status).toBe(0)
    expect(stdout).toMatch(/14 episodes \(7 arms[^]*budget: \$5\n[^]*The report is in/)
    const report = JSON.parse(readFileSync(join(folder, 'ablate-standard-scripted.report.json'), 'utf8')) as Report
    expect(report.arms.map(({ arm }) => arm)).toEqual([
      'standard',
      'without-context',
      'without-places',
      'without-frontier',
      'without-stuck',
      'without-guard',
      'none',
    ])
    expect(readFileSync(join(folder, 'ablate-standard-scripted.report.html'), 'utf8')).toContain('without-stuck')
    await endpoint.close()
  })
})

function isAlive(pid: number): boolean {
  try {
    // Zombies do not count as running.
    return process.kill(pid, 0) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

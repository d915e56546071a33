import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startScriptedEndpoint } from '../../llm/scripted-endpoint.testkit'
import {
  actionsIn,
  ASKING,
  cli,
  ended,
  type Ended,
  type Report,
  saying,
  TWO_ARMS,
  useExperiments,
  workersOf,
} from './experiment.testkit'

const { home, environment, zorkgpt, given, reportOf, begin } = useExperiments()

describe('zorkgpt experiment', () => {
  it('plays arms on the same seeds, and tells figures of every arm, cell and difference', async () => {
    const { file, data } = given(TWO_ARMS('1..3', 8))
    expect(await zorkgpt('experiment', 'run', file, '--data', data)).toMatchObject({ status: 0 })
    const report = await reportOf(file, data)
    expect(report).toMatchObject({
      done: 6,
      planned: 6,
      arms: [
        { arm: 'random', handicap: 'L2', n: 3, mean: expect.any(Number) as number, interval: {} },
        { arm: 'explorer', n: 3 },
      ],
      cells: [{ arm: 'random', story: 'glass-weather', n: 3, interval: {} }, { arm: 'explorer' }],
      differences: [{ arm: 'explorer', baseline: 'random', pairs: 3, difference: expect.any(Number) as number }],
      missing: [],
    })
    // Nothing is played twice, and a seed more is all that is played then.
    expect(await zorkgpt('experiment', 'run', file, '--data', data)).toMatchObject({ status: 0 })
    expect(readdirSync(data).filter((name) => !name.startsWith('.'))).toHaveLength(6)
    expect((await zorkgpt('experiment', 'compare', file, 'explorer', 'random', '--data', data)).stdout).toMatch(
      /glass-weather L2 seed 1: /,
    )
    const logs = join(home, 'logs')
    expect(await zorkgpt('experiment', 'export', file, '--data', data, '--format', 'inspect', '--out', logs)).toEqual({
      status: 0,
      stdout: `6 episodes are in ${logs}.\n`,
      stderr: '',
    })
    expect(
      readdirSync(logs)
        .map((name) => name.replace(/^[\dT:+-]+_|_\w+\.eval$/g, ''))
        .toSorted(),
    ).toEqual(['.eval-set-id', 'eval-set.json', 'test-1-explorer', 'test-1-random'])
    const page = join(home, 'page.html')
    await zorkgpt('experiment', 'report', file, '--data', data, '--html', '--out', page)
    expect(readFileSync(page, 'utf8')).toMatch(/<svg [^]*zorkgpt:\/\/episode\//)
    // What was broken off is missing from an export, as it is from the report.
    const [broken = ''] = readdirSync(data).filter((name) => !name.startsWith('.'))
    const log = join(data, broken, 'events.jsonl')
    const kept = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => !line.includes('"event_type":"episode_ended"'))
    writeFileSync(log, kept.join('\n'))
    const table = join(home, 'turns.csv')
    expect(
      await zorkgpt('experiment', 'export', file, '--data', data, '--format', 'csv', '--out', table),
    ).toMatchObject({
      stdout: `5 of 6 episodes are in ${table}.\n`,
    })
  })

  it.skipIf(process.platform !== 'linux')(
    'comes to the same though its workers are killed again and again',
    async () => {
      const { file, data } = given(TWO_ARMS('1..4', 30))
      const undisturbed = given(TWO_ARMS('1..4', 30))
      await zorkgpt('experiment', 'run', undisturbed.file, '--data', undisturbed.data, '--workers', '1')
      const run = begin('experiment', 'run', file, '--data', data, '--workers', '2')
      let killed = 0
      while (run.exitCode === null && killed < 10) {
        await sleep(250)
        const [pid] = workersOf(run)
        if (pid === undefined || readdirSync(data).length < 3) continue
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
    60_000,
  )

  it('goes on after it was killed itself, and leaves no process behind', async () => {
    const { file, data, folder } = given(TWO_ARMS('1..3', 30))
    for (let kill = 0; kill < 4; kill++) {
      const run = begin('experiment', kill === 0 ? 'run' : 'resume', file, '--data', data)
      // What is killed before there is a plan has nothing to go on with.
      await expect.poll(() => existsSync(join(folder, 'plan.json')), { timeout: 20_000 }).toBe(true)
      await sleep(400 + 150 * kill)
      const workers = process.platform === 'linux' ? workersOf(run) : []
      run.kill('SIGKILL')
      await ended(run)
      for (const pid of workers) await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
    }
    expect(await zorkgpt('experiment', 'resume', file, '--data', data)).toMatchObject({ status: 0 })
    expect(await reportOf(file, data)).toMatchObject({ done: 6, missing: [] })
  }, 60_000)

  it('refuses what has changed, and takes what was added', async () => {
    const { file, data, write } = given(TWO_ARMS('1..2', 4))
    await zorkgpt('experiment', 'run', file, '--data', data)
    write(TWO_ARMS('1..2', 5))
    const changed = await zorkgpt('experiment', 'run', file, '--data', data)
    expect(changed).toMatchObject({ status: 2 })
    expect(changed.stderr).toMatch(
      /"random" plays by other rules now \(orchestrator\.max_turns_per_episode\)\. Put it back/,
    )
    write(TWO_ARMS('2..3', 4))
    expect((await zorkgpt('experiment', 'run', file, '--data', data)).stderr).toContain('the seed 1 was part of it')
    write(`${TWO_ARMS('1..3', 4)}[[arm]]\nname = "other"\nrun.player = "random"\n`)
    expect(await zorkgpt('experiment', 'run', file, '--data', data)).toMatchObject({ status: 0 })
    expect(await reportOf(file, data)).toMatchObject({ done: 9, planned: 9 })
  })

  it.each([
    ['seeds that run backwards', TWO_ARMS('5..1', 4), /line 4: experiment\.seeds: .*"5\.\.1" ends before it begins/],
    ['an arm named twice', TWO_ARMS('1', 4).replace('"explorer"', '"random"'), /Two arms are called "random"/],
    ['a story that is not there', `${TWO_ARMS('1', 4)}[axes]\nstory = "nowhere"`, /nowhere.*glass-weather/],
    ['a budget of nothing', `${TWO_ARMS('1', 4)}[budget]\ntokens = 0`, /budget\.tokens: .*more than 0/i],
    ['a key that there is not', `${TWO_ARMS('1', 4)}llm.model = "x"`, /llm\.model/],
    [
      'a person as a player',
      TWO_ARMS('1', 4).replace('run.player = "random"', 'run.player = "human"'),
      /nobody is there/,
    ],
    ['a baseline that there is not', TWO_ARMS('1', 4).replace('seeds', 'baseline = "x"\nseeds'), /There is no arm "x"/],
  ])('says in a sentence what is wrong: %s', async (_what, text, sentence) => {
    const { file, data } = given(text)
    const { status, stderr } = await zorkgpt('experiment', 'run', file, '--data', data)
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(status).toBe(2)
  })

  it('is known to config check', async () => {
    const { file } = given(TWO_ARMS('1..3', 8).replace('seeds', 'sedes'))
    const { status, stdout } = await zorkgpt('config', 'check', '--config', file)
    expect(status).toBe(2)
    expect(stdout).toMatch(/experiment\.toml:\d+:\d+: .*sedes/)
  })

  it('is seen and cancelled from elsewhere', async () => {
    const { file, data } = given(TWO_ARMS('1..200', 40))
    const run = begin('experiment', 'run', file, '--data', data)
    const status = async () => (await zorkgpt('experiment', 'status', file, '--data', data)).stdout
    await expect.poll(status, { timeout: 20_000 }).toMatch(/[1-9]\d* of 400 played/)
    expect((await zorkgpt('experiment', 'run', file, '--data', data)).stderr).toContain('is run by another program')
    expect(await zorkgpt('experiment', 'cancel', file, '--data', data)).toMatchObject({ status: 0 })
    expect(await ended(run)).toBe(0)
    expect(await status()).toMatch(/not running · .*cancelled/)
  }, 40_000)
})

/** An answer that says one command and what it took. */
describe('an experiment with a model', () => {
  it('keeps to its budget, says so with exit status 3, and goes on with more', async () => {
    const endpoint = await startScriptedEndpoint(() => saying('look'))
    const { file, data, write } = given(
      ASKING(endpoint.baseUrl, '[budget]\ntokens = 12_000\nper_episode_tokens = 5_000'),
    )
    const { status, stdout } = await zorkgpt('experiment', 'run', file, '--data', data)
    expect(status).toBe(3)
    expect(stdout).toMatch(/budget .*resume/)
    expect(endpoint.requests.length).toBeLessThanOrEqual(12)
    write(ASKING(endpoint.baseUrl, '[budget]\ntokens = 40_000\nper_episode_tokens = 5_000'))
    expect(await zorkgpt('experiment', 'resume', file, '--data', data)).toMatchObject({ status: 0 })
    expect(endpoint.requests).toHaveLength(30)
    expect(await reportOf(file, data)).toMatchObject({ done: 6, arms: [{ tokens: 30_000 }] })
    await endpoint.close()
  }, 40_000)

  it('wants a price for a budget in dollars, and counts by it', async () => {
    const endpoint = await startScriptedEndpoint(() => saying('look'))
    const { file, data, write } = given(ASKING(endpoint.baseUrl, '[budget]\ncost_usd = 1'))
    const refused = await zorkgpt('experiment', 'run', file, '--data', data)
    expect(refused.status).toBe(2)
    expect(refused.stderr).toMatch(/nobody tells what a call of arm "model" costs.*\[prices\."scripted"\]/)
    write(
      ASKING(
        endpoint.baseUrl,
        '[budget]\ncost_usd = 100\nper_episode_cost_usd = 1.5\n[prices.scripted]\ninput = 1000\noutput = 1000',
      ),
    )
    expect(await zorkgpt('experiment', 'run', file, '--data', data)).toMatchObject({ status: 0 })
    // A dollar a call: an episode ends with the call that passes its limit, and counts as it stands.
    const report = await reportOf(file, data)
    expect(report.arms).toMatchObject([{ cost_usd: expect.closeTo(12, 5) as number, turns: 12 }])
    await endpoint.close()
  }, 40_000)

  it('lets an endpoint alone for as long as it asks, with all workers', async () => {
    let leftAlone = Infinity
    const early: number[] = []
    const endpoint = await startScriptedEndpoint((_request, index) => {
      const now = performance.now()
      if (index === 3) {
        leftAlone = now
        return { kind: 'error', status: 429, headers: { 'retry-after': '4' } }
      }
      // What was on its way already cannot be called back.
      if (now - leftAlone > 1500 && now - leftAlone < 3900) early.push(now - leftAlone)
      return saying('look')
    })
    const { file, data } = given(
      ASKING(endpoint.baseUrl, '[workers]\nprocesses = 3').replace('max_retries = 0', 'max_retries = 3'),
    )
    expect(await zorkgpt('experiment', 'run', file, '--data', data)).toMatchObject({ status: 0 })
    expect(early).toEqual([])
    expect(endpoint.requests).toHaveLength(31)
    await endpoint.close()
  }, 40_000)

  it('lets no more requests leave in a minute than the file allows, whichever worker asks', async () => {
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
    // One each 0.4 s: the last leaves eleven of these after the first, which left after the beginning.
    expect((at.at(-1) ?? 0) - begunAt).toBeGreaterThan(11 * 400)
    await endpoint.close()
  }, 40_000)

  it('waits for an endpoint that cannot be asked, and ends with its reason where it never answered', async () => {
    const { file, data } = given(ASKING('http://127.0.0.1:1/v1'))
    const run = begin('experiment', 'run', file, '--data', data)
    const status = async () => (await zorkgpt('experiment', 'status', file, '--data', data)).stdout
    await expect.poll(status, { timeout: 20_000 }).toMatch(/127\.0\.0\.1:1.*It is asked again in 15 s/)
    run.kill('SIGINT')
    expect(await ended(run)).toBe(1)
    expect(await reportOf(file, data)).toMatchObject({ done: 0, missing: { length: 6 } })
  }, 40_000)

  it('says at once that there is no key', async () => {
    const { file, data } = given(ASKING('https://openrouter.ai/api/v1'))
    const { status, stdout } = await zorkgpt('experiment', 'run', file, '--data', data)
    expect(status).toBe(1)
    expect(stdout).toMatch(/Arm "model" cannot be played: No API key/)
    expect(await reportOf(file, data)).toMatchObject({ done: 0, missing: { length: 6 } })
  })
})

function isAlive(pid: number): boolean {
  try {
    // What nobody has collected yet no longer runs.
    return process.kill(pid, 0) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

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
agent = ["python3", "${resolve(import.meta.dirname, '../../../examples/play-through-mcp.py')}", "9"]
`

  it('are programs of ones own, once somebody agreed to them', async () => {
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
  }, 40_000)

  it('fail with what a program complained of, three times and no more, until somebody wants them tried again', async () => {
    const script = join(home, 'agent.sh')
    writeFileSync(script, 'echo out of luck >&2; exit 1')
    const example = resolve(import.meta.dirname, '../../../examples/play-through-mcp.py')
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
  }, 40_000)

  it('are recorded episodes, each in the cell of its story, handicap and seed', async () => {
    const played = given(TWO_ARMS('1..2', 5))
    await zorkgpt('experiment', 'run', played.file, '--data', played.data)
    const [recording] = readdirSync(played.data).filter((name) => /explorer.*\.s1\./.test(name))
    const log = join(played.data, String(recording), 'events.jsonl')
    const copy = join(home, 'copy.zorkgpt')
    copyFileSync(log, copy)
    const { file, data, write } = given(TWO_ARMS('1..2', 5).replace('run.player = "explorer"', `files = ["${log}"]`))
    expect(await zorkgpt('experiment', 'run', file, '--data', data)).toMatchObject({ status: 0 })
    expect(await reportOf(file, data)).toMatchObject({
      done: 3,
      missing: [{ arm: 'explorer', seed: 2, reason: 'No recorded episode of this seed' }],
    })
    write(TWO_ARMS('1..2', 5).replace('run.player = "explorer"', `files = ["${log}", "${copy}"]`))
    expect((await zorkgpt('experiment', 'run', file, '--data', data)).stderr).toMatch(/fits no cell .* still free/)
  }, 40_000)
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
    const { status, stdout } = await new Promise<Ended>((done) => {
      const child = execFile(
        process.execPath,
        [cli, ...args],
        { env: environment(), cwd: folder },
        (_error, out, err) => done({ status: child.exitCode, stdout: out, stderr: err }),
      )
    })
    expect(status).toBe(0)
    expect(stdout).toMatch(/12 episodes \(6 arms[^]*budget: \$5\n[^]*The report is in/)
    const report = JSON.parse(readFileSync(join(folder, 'ablate-standard-scripted.report.json'), 'utf8')) as Report
    expect(report.arms.map(({ arm }) => arm)).toEqual([
      'standard',
      'without-context',
      'without-places',
      'without-frontier',
      'without-stuck',
      'none',
    ])
    expect(readFileSync(join(folder, 'ablate-standard-scripted.report.html'), 'utf8')).toContain('without-stuck')
    await endpoint.close()
  }, 40_000)
})

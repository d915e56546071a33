import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NEEDS_POSTGRES, POSTGRES_IS_ABSENT } from '../../../experiments/cluster/postgres.testkit'
import { startScriptedEndpoint } from '../../../llm/scripted-endpoint.testkit'
import { actionsIn, ASKING, cli, ended, saying, TWO_ARMS, workersOf, wrongClock } from './experiment.testkit'
import { useMachines } from './machines.testkit'

const root = resolve(import.meta.dirname, '../../../..')
const { home, zorkgpt, given, reportOf, beginWith, machine, episodesIn, useQueueAndBucket } = useMachines()

describe('an experiment without a queue', () => {
  it('is played in slices by machines that share one folder, with the same report as on one machine', async () => {
    const { name, file, data } = given(TWO_ARMS('1..2', 4))
    const alone = given(TWO_ARMS('1..2', 4))
    const store = join(home, 'slices')
    const published = await zorkgpt('experiment', 'publish', file, '--store', store, '--data', data)
    expect(published).toMatchObject({ status: 0, stdout: expect.stringContaining('4 episodes wait') as string })
    for (const slice of ['1/2', '2/2']) {
      const at = machine(`slice-${slice[0]}`)
      expect(
        await zorkgpt('experiment', 'worker', name, '--store', store, '--slice', slice, '--workers', '1', '--data', at),
      ).toMatchObject({ status: 0 })
      expect(episodesIn(at)).toHaveLength(2)
    }
    const followed = await zorkgpt('experiment', 'follow', name, '--store', store, '--data', data)
    expect(followed).toMatchObject({ status: 0, stdout: expect.stringContaining('4 of 4 played') as string })
    await zorkgpt('experiment', 'run', alone.file, '--workers', '1', '--data', alone.data)
    const [there, here] = [await reportOf(file, data), await reportOf(alone.file, alone.data)]
    expect(there).toMatchObject({ done: 4, missing: [] })
    expect(there.cells).toEqual(here.cells)
    expect(Object.values(actionsIn(data))).toEqual(Object.values(actionsIn(alone.data)))
    // Nothing is played twice.
    const again = machine('again')
    await zorkgpt('experiment', 'worker', name, '--store', store, '--slice', '1/1', '--data', again)
    expect(episodesIn(again)).toEqual([])
  })

  it('stays within its budget and rate limits over all slices', async () => {
    const endpoint = await startScriptedEndpoint(() => saying('look'))
    const { name, file, data } = given(
      ASKING(endpoint.baseUrl, '[budget]\ntokens = 12_000\n[provider.generic]\nepisodes = 2'),
    )
    const store = join(home, 'shares')
    await zorkgpt('experiment', 'publish', file, '--store', store, '--data', data)
    for (const slice of ['1/2', '2/2']) {
      const at = machine(`share-${slice[0]}`)
      const { status, stdout } = await zorkgpt(
        'experiment',
        'worker',
        name,
        '--store',
        store,
        '--slice',
        slice,
        '--data',
        at,
      )
      expect(status).toBe(3)
      expect(stdout).toMatch(/budget/)
    }
    expect(endpoint.requests.length).toBeLessThanOrEqual(14)
    await endpoint.close()
  })

  it('has recordings of the publishing machine, and is played to the end without missing ones', async () => {
    const { name, file, data } = given(`${TWO_ARMS('1..2', 4)}[[arm]]\nname = "old"\nfiles = ["old.jsonl"]\n`)
    const [store, before] = [join(home, 'recorded'), given(TWO_ARMS('1', 4))]
    await zorkgpt('experiment', 'run', before.file, '--data', before.data)
    const [first = ''] = episodesIn(before.data)
    cpSync(join(before.data, first, 'events.jsonl'), join(home, 'old.jsonl'))
    await zorkgpt('experiment', 'publish', file, '--store', store, '--data', data)
    rmSync(join(home, 'old.jsonl'))
    const plan = readFileSync(join(store, name, 'plan.json'), 'utf8')
    expect(plan).not.toContain(home)
    expect(plan).not.toContain(root)
    const at = machine('elsewhere')
    const played = await zorkgpt('experiment', 'worker', name, '--store', store, '--slice', '1/1', '--data', at)
    expect(played.status).toBe(0)
    // Standard error has the progress if the run takes a while.
    expect(played.stderr).not.toContain('zorkgpt:')
    const followed = await zorkgpt('experiment', 'follow', name, '--watch', '--store', store, '--data', at)
    expect(followed).toMatchObject({ status: 0, stdout: expect.stringContaining('5 of 6 played') as string })
  })

  it('is played by an array of tasks, as in the recipe for Slurm', async () => {
    const { name, file, data } = given(TWO_ARMS('1..2', 4))
    const store = join(home, 'slurm')
    await zorkgpt('experiment', 'publish', file, '--store', store, '--data', data)
    for (const task of ['1', '2'])
      execFileSync(join(root, 'examples/cluster/slurm.sh'), [name, store], {
        env: {
          ...process.env,
          ZORKGPT: `${process.execPath} ${cli}`,
          TMPDIR: machine('tmp'),
          SLURM_ARRAY_TASK_ID: task,
          SLURM_ARRAY_TASK_COUNT: '2',
        },
      })
    const { stdout } = await zorkgpt('experiment', 'follow', name, '--store', store, '--data', data)
    expect(stdout).toContain('4 of 4 played')
  })

  it('reports missing and wrong arguments', async () => {
    const { name, file, data } = given(TWO_ARMS('1', 2))
    const why = async (...args: string[]) => (await zorkgpt('experiment', ...args, '--data', data)).stderr
    expect(await why('publish', file)).toContain('--store is missing')
    expect(await why('worker', '--store', join(home, 'none'))).toContain('--queue is missing')
    expect(await why('worker', name, '--store', join(home, 'none'), '--slice', '3/2')).toContain('It must be I/N')
    expect(await why('worker', name, '--store', join(home, 'none'), '--slice', '1/2')).toContain(
      `There is no experiment "${name}"`,
    )
    expect(await zorkgpt('experiment', 'publish', file, '--store', join(home, 'older'), '--data', data)).toMatchObject({
      status: 0,
    })
    const plan = join(home, 'older', name, 'plan.json')
    writeFileSync(plan, readFileSync(plan, 'utf8').replace(/"app_version":"[^"]*"/, '"app_version":"0.0.1"'))
    expect(await why('worker', name, '--store', join(home, 'older'), '--slice', '1/1')).toContain(
      'was published with version 0.0.1 of the app',
    )
    expect(await why('follow', name, '--store', 'shared')).toContain('the absolute path of a folder')
    expect(await why('worker', '--store', home, '--queue', 'postgres://127.0.0.1:9/x')).toContain('cannot be reached')
  })
})

describe.skipIf(POSTGRES_IS_ABSENT || process.platform !== 'linux')(
  `an experiment that several machines play${NEEDS_POSTGRES}`,
  () => {
    const { queue, bucket } = useQueueAndBucket()
    const worker = (at: string, minutesOff = 0) =>
      beginWith(wrongClock(minutesOff), 'experiment', 'worker', '--exit-when-empty', '--workers', '1', '--data', at)
    /** The minutes since its first episode began, by its own clock. */
    const minutesSince = (at: string) =>
      Math.min(
        ...episodesIn(at).map((episode) => {
          const [first = '{}'] = readFileSync(join(at, episode, 'events.jsonl'), 'utf8').split('\n')
          return (Date.now() - Date.parse((JSON.parse(first) as { at: string }).at)) / 60_000
        }),
      )
    /** Releases the units of a silent machine at once, as every machine does after 45 seconds. */
    const giveUp = () => queue().query("UPDATE pgboss.job SET state = 'retry' WHERE state = 'active'")

    it('has the same results although machines are killed, clocks are wrong and the database restarts', async () => {
      const { name, file, data, folder } = given(TWO_ARMS('1..6', 30))
      const alone = given(TWO_ARMS('1..6', 30))
      expect(await zorkgpt('experiment', 'publish', file, '--data', data)).toMatchObject({ status: 0 })
      const killed = worker(machine('killed'))
      await expect.poll(() => workersOf(killed).length).toBe(1)
      await expect.poll(() => queue().query(`SELECT count(*) FROM pgboss.job WHERE state = 'completed'`)).not.toBe('0')
      killed.kill('SIGKILL')
      await ended(killed)
      giveUp()
      const others = [worker(machine('one'), 10), worker(machine('two'), -10)]
      const following = zorkgpt('experiment', 'follow', name, '--watch', '--data', data)
      // A machine that finds no database at the start reports that and ends.
      await expect.poll(() => others.every((other) => workersOf(other).length === 1)).toBe(true)
      await expect.poll(() => existsSync(join(folder, 'progress.json'))).toBe(true)
      await queue().restart()
      expect(await Promise.all(others.map(ended))).toEqual([0, 0])
      expect(minutesSince(machine('one'))).toBeLessThan(-8)
      expect(minutesSince(machine('two'))).toBeGreaterThan(8)
      expect(await following).toMatchObject({ status: 0, stdout: expect.stringContaining('12 of 12 played') as string })
      await zorkgpt('experiment', 'run', alone.file, '--data', alone.data)
      expect((await reportOf(file, data)).cells).toEqual((await reportOf(alone.file, alone.data)).cells)
      expect(Object.values(actionsIn(data))).toEqual(Object.values(actionsIn(alone.data)))
    })

    it('plays units that are added during the run, and skips an experiment that cannot be played here', async () => {
      const { name, file, data, write } = given(TWO_ARMS('1..3', 30))
      const agent = given(TWO_ARMS('1', 2).replace('run.player = "random"', 'agent = ["no-such-program"]'))
      await zorkgpt('experiment', 'publish', agent.file, '--agree', '--data', data)
      await zorkgpt('experiment', 'publish', file, '--data', data)
      const plays = worker(machine('grows'))
      await expect.poll(() => workersOf(plays).length).toBe(1)
      write(TWO_ARMS('1..6', 30))
      expect(await zorkgpt('experiment', 'publish', file, '--data', data)).toMatchObject({ status: 0 })
      expect(await ended(plays)).toBe(2)
      const { stdout } = await zorkgpt('experiment', 'follow', name, '--data', data)
      expect(stdout).toContain('12 of 12 played')
      await zorkgpt('experiment', 'cancel', agent.name)
    })

    it('continues on another machine from the sent log, and counts the spending of both', async () => {
      let isHanging = true
      const endpoint = await startScriptedEndpoint((_request, index) =>
        index >= 3 && isHanging ? { kind: 'stall', chunks: [] } : saying('look'),
      )
      const { name, file, data } = given(
        ASKING(endpoint.baseUrl, '[budget]\ntokens = 100_000').replace('"1..6"', '"1"'),
      )
      await zorkgpt('experiment', 'publish', file, '--data', data)
      const first = worker(machine('first'))
      await expect.poll(() => endpoint.requests.length).toBe(4)
      // The log is sent to the store every ten seconds.
      const sent = () => readdirSync(bucket, { recursive: true, encoding: 'utf8' })
      await expect.poll(() => sent().some((path) => path.includes(name) && path.includes('/000000000000'))).toBe(true)
      first.kill('SIGKILL')
      await ended(first)
      giveUp()
      const second = worker(machine('second'))
      await expect.poll(() => endpoint.requests.length).toBe(5)
      // A worker that ends in order sends its data and returns the unit at once.
      second.kill('SIGTERM')
      await ended(second)
      isHanging = false
      expect(await ended(worker(machine('third')))).toBe(0)
      // Five turns have five replies, of which the fourth was requested three times.
      expect(endpoint.requests).toHaveLength(7)
      const followed = await zorkgpt('experiment', 'follow', name, '--json', '--data', data)
      expect(JSON.parse(followed.stdout)).toMatchObject({ done: 1, spent: { tokens: 5000 } })
      await endpoint.close()
    })

    it('sends no request from any machine while an endpoint asks for a pause, even with wrong clocks', async () => {
      let heldFrom = Infinity
      const early: number[] = []
      const endpoint = await startScriptedEndpoint((_request, index) => {
        const now = performance.now()
        if (index === 5) {
          heldFrom = now
          return { kind: 'error', status: 429, headers: { 'retry-after': '4' } }
        }
        // Requests that were already on their way cannot be called back.
        if (now - heldFrom > 700 && now - heldFrom < 3900) early.push(now - heldFrom)
        return saying('look')
      })
      const { file, data } = given(
        ASKING(endpoint.baseUrl, '[provider.generic]\nepisodes = 4').replace('max_retries = 0', 'max_retries = 3'),
      )
      await zorkgpt('experiment', 'publish', file, '--data', data)
      const workers = [-10, 0, 10].map((minutesOff) => worker(machine(`off-${minutesOff}`), minutesOff))
      expect(await Promise.all(workers.map(ended))).toEqual([0, 0, 0])
      expect(early).toEqual([])
      expect(endpoint.requests).toHaveLength(31)
      await endpoint.close()
    })

    it('is cancelled and followed from any machine, and its names are checked', async () => {
      const { name, file, data } = given(TWO_ARMS('1..40', 60))
      await zorkgpt('experiment', 'publish', file, '--data', data)
      const one = worker(machine('paused'))
      await expect.poll(() => workersOf(one).length).toBe(1)
      expect(await zorkgpt('experiment', 'cancel', name)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('release their episodes') as string,
      })
      expect(await ended(one)).toBe(0)
      expect(queue().query("SELECT count(*) FROM pgboss.job WHERE state = 'active'")).toBe('0')
      expect((await zorkgpt('experiment', 'pause', 'absent')).stderr).toContain('has no experiment "absent"')
      await zorkgpt('experiment', 'cancel', name)
      expect((await zorkgpt('experiment', 'follow', name, '--data', data)).stdout).toContain(
        `The run was cancelled. Resume with: zorkgpt experiment resume ${name}\n`,
      )
      // A misspelled name is an error, not a reason to wait; a file counts as the name in it.
      const idle = (subject: string) =>
        zorkgpt('experiment', 'worker', subject, '--exit-when-empty', '--data', machine('idle'))
      expect((await idle('absent')).stderr).toContain('There is no experiment "absent"')
      expect(await idle(file)).toMatchObject({ status: 0, stderr: '' })
    })

    it('is paused and resumed by the window of a follower', async () => {
      const { name, file, data, folder } = given(TWO_ARMS('1', 2))
      await zorkgpt('experiment', 'publish', file, '--data', data)
      const follows = beginWith({}, 'experiment', 'follow', name, '--watch', '--data', data)
      const here = join(folder, 'wish.json')
      const there = () => queue().query(`SELECT wish FROM zorkgpt.experiment WHERE name = '${name}'`)
      await expect.poll(() => existsSync(join(folder, 'progress.json'))).toBe(true)
      writeFileSync(here, '"pause"')
      await expect.poll(there).toBe('pause')
      await zorkgpt('experiment', 'resume', name)
      await expect.poll(() => readFileSync(here, 'utf8')).toBe('"run"')
      await zorkgpt('experiment', 'cancel', name)
      expect(await ended(follows)).toBe(0)
    })
  },
)

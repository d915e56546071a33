import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NEEDS_POSTGRES, POSTGRES_IS_ABSENT } from '../../../experiments/cluster/postgres.testkit'
import { readArguments } from '../command/arguments'
import { actionsIn, ended, TWO_ARMS, workersOf } from './experiment.testkit'
import { useMachines } from './machines.testkit'

const root = resolve(import.meta.dirname, '../../../..')
const { home, zorkgpt, given, reportOf, begin, machine, episodesIn, useQueueAndBucket } = useMachines()

describe('an experiment without a queue', () => {
  it('is played in slices by machines that see one folder, and told as one that was played here', async () => {
    const { name, file, data } = given(TWO_ARMS('1..4', 12))
    const alone = given(TWO_ARMS('1..4', 12))
    const store = join(home, 'slices')
    const published = await zorkgpt('experiment', 'publish', file, '--store', store, '--data', data)
    expect(published).toMatchObject({ status: 0, stdout: expect.stringContaining('8 episodes wait') as string })
    for (const slice of ['1/2', '2/2']) {
      const at = machine(`slice-${slice[0]}`)
      expect(
        await zorkgpt('experiment', 'worker', name, '--store', store, '--slice', slice, '--data', at),
      ).toMatchObject({ status: 0 })
      expect(episodesIn(at)).toHaveLength(4)
    }
    const followed = await zorkgpt('experiment', 'follow', name, '--store', store, '--data', data)
    expect(followed).toMatchObject({ status: 0, stdout: expect.stringContaining('8 of 8 played') as string })
    await zorkgpt('experiment', 'run', alone.file, '--data', alone.data)
    const [there, here] = [await reportOf(file, data), await reportOf(alone.file, alone.data)]
    expect(there).toMatchObject({ done: 8, missing: [] })
    expect(there.cells).toEqual(here.cells)
    expect(Object.values(actionsIn(data))).toEqual(Object.values(actionsIn(alone.data)))
    // Nothing is played twice.
    const again = machine('again')
    await zorkgpt('experiment', 'worker', name, '--store', store, '--slice', '1/1', '--data', again)
    expect(episodesIn(again)).toEqual([])
  })

  it.each(['compose.yaml', 'kubernetes.yaml'])('%s gives a worker options that there are', (recipe) => {
    const text = readFileSync(join(root, 'examples/cluster', recipe), 'utf8')
    const [, list = ''] = /\[(experiment, worker[^\]]*)\]/.exec(text) ?? []
    const args = list.split(', ').map((word) => word.replaceAll("'", ''))
    expect(args.slice(0, 2)).toEqual(['experiment', 'worker'])
    expect(() => readArguments('experiment', args.slice(1), 2)).not.toThrow()
    const [, user] = /useradd --uid (\d+)/.exec(readFileSync(join(root, 'examples/cluster/Dockerfile'), 'utf8')) ?? []
    expect(/runAsUser: (\d+)/.exec(text)?.[1] ?? user).toBe(user)
    expect(text).not.toMatch(/(PASSWORD|SECRET\w*|KEY): *[a-z0-9]{9}/i)
  })
})

describe.skipIf(POSTGRES_IS_ABSENT || process.platform !== 'linux')(
  `an experiment that several machines play${NEEDS_POSTGRES}`,
  () => {
    const { queue } = useQueueAndBucket()
    const worker = (at: string) => begin('experiment', 'worker', '--exit-when-empty', '--workers', '1', '--data', at)

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
      expect((await zorkgpt('experiment', 'pause', 'nobody')).stderr).toContain('has no experiment "nobody"')
      await zorkgpt('experiment', 'cancel', name)
      expect((await zorkgpt('experiment', 'follow', name, '--data', data)).stdout).toContain(
        `The run was cancelled. Resume with: zorkgpt experiment resume ${name}\n`,
      )
      // A misspelled name is an error, not a reason to wait; a file stands for the name in it.
      const idle = (subject: string) =>
        zorkgpt('experiment', 'worker', subject, '--exit-when-empty', '--data', machine('idle'))
      expect((await idle('nobody')).stderr).toContain('There is no experiment "nobody"')
      expect(await idle(file)).toMatchObject({ status: 0, stderr: '' })
    })
  },
)

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readArguments } from '../command/arguments'
import { actionsIn, TWO_ARMS } from './experiment.testkit'
import { useMachines } from './machines.testkit'

const root = resolve(import.meta.dirname, '../../../..')
const { home, zorkgpt, given, reportOf, machine, episodesIn } = useMachines()

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

  it.each(['compose.yaml', 'kubernetes.yaml'])('%s gives a worker only options that exist', (recipe) => {
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

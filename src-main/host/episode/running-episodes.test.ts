import { expect, it } from 'vitest'
import { RunningEpisodes } from './running-episodes'

it('many episodes are opened four at a time, and none after the host closes', async () => {
  const running = new RunningEpisodes(() => {})
  const ends: (() => void)[] = []
  const open = () => new Promise<never>((_resolve, reject) => ends.push(() => reject(new Error('It cannot begin.'))))
  const opened = Array.from({ length: 10 }, () => running.open(open).catch((error: Error) => error.message))
  await new Promise(setImmediate)
  expect(ends).toHaveLength(4)
  ends[0]?.()
  await new Promise(setImmediate)
  expect(ends).toHaveLength(5)
  const suspended = running.suspendAll()
  for (const end of ends) end()
  await suspended
  expect(await Promise.all(opened)).toEqual([
    ...Array<string>(5).fill('It cannot begin.'),
    ...Array<string>(5).fill('The host is closing.'),
  ])
})

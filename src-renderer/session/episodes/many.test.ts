import { ExpectedError } from '@shared/base/expected-error'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectTo, forgetHost } from '../connection/connection.testkit'
import { dismissMany, doToMany, useMany } from './many'

beforeEach(() => connectTo())
afterEach(() => {
  dismissMany()
  forgetHost()
})

const episodes = ['a', 'b', 'c', 'd'].map((id) => ({ id, title: `Episode ${id}` }))
const ids = (of: readonly { readonly id: string }[]) => of.map(({ id }) => id).join('')

it('names those with which it went wrong, and goes on with the rest', async () => {
  const done = await doToMany('delete', episodes, async (_api, id) => {
    if (id === 'b') throw new ExpectedError('running', 'It is running.')
  })
  expect(ids(done)).toBe('acd')
  expect(useMany.getState().many).toMatchObject({
    kind: 'delete',
    total: 4,
    tried: 4,
    failures: [{ title: 'Episode b', reason: 'It is running.' }],
    isOver: true,
    isCancelled: false,
  })
})

it('tells how far it is, and is done with nothing to say where all went well', async () => {
  const seen: (number | undefined)[] = []
  await doToMany('tag', episodes, async () => void seen.push(useMany.getState().many?.tried))
  expect(seen).toEqual([0, 1, 2, 3])
  expect(useMany.getState().many).toBeNull()
})

it('stops where it is cancelled: what was done stays, and is told', async () => {
  const done = await doToMany('tag', episodes, async (_api, id) => {
    if (id === 'b') useMany.getState().many?.cancel()
  })
  expect(ids(done)).toBe('ab')
  expect(useMany.getState().many).toMatchObject({ tried: 2, total: 4, isCancelled: true, failures: [] })
})

it('is one work at a time, and ends where the host is gone', async () => {
  const asked: string[] = []
  const done = await doToMany('export', episodes, async (_api, id) => {
    asked.push(id)
    expect(await doToMany('delete', episodes, async () => asked.push('no'))).toEqual([])
    if (id === 'b') throw new ExpectedError('disconnected', 'gone')
  })
  expect([ids(done), asked]).toEqual(['a', ['a', 'b']])
  expect(useMany.getState().many?.failures.map(({ id }) => id)).toEqual(['b'])
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import { useNotice } from '../../kit/text/notice-store'
import { connectTo, forgetHost } from '../connection/connection.testkit'
import { dismissBulkAction, runBulkAction, useBulkAction } from './bulk-action'

beforeEach(() => connectTo())
afterEach(() => {
  dismissBulkAction()
  forgetHost()
})

const episodes = ['a', 'b', 'c', 'd'].map((id) => ({ id, title: `Episode ${id}` }))
const ids = (of: readonly { readonly id: string }[]) => of.map(({ id }) => id).join('')

it('lists the failures and continues with the rest', async () => {
  const done = await runBulkAction('delete', episodes, async (_api, id) => {
    if (id === 'b') throw new ExpectedError('running', 'It is running.')
  })
  expect(ids(done)).toBe('acd')
  expect(useBulkAction.getState().action).toMatchObject({
    kind: 'delete',
    total: 4,
    tried: 4,
    failures: [{ title: 'Episode b', reason: 'It is running.' }],
    isOver: true,
    isCancelled: false,
  })
})

it('reports progress, and clears itself if everything succeeded', async () => {
  const seen: (number | undefined)[] = []
  await runBulkAction('tag', episodes, async () => void seen.push(useBulkAction.getState().action?.tried))
  expect(seen).toEqual([0, 1, 2, 3])
  expect(useBulkAction.getState().action).toBeNull()
})

it('stops when cancelled, and reports what was done', async () => {
  const done = await runBulkAction('tag', episodes, async (_api, id) => {
    if (id === 'b') useBulkAction.getState().action?.cancel()
  })
  expect(ids(done)).toBe('ab')
  expect(useBulkAction.getState().action).toMatchObject({ tried: 2, total: 4, isCancelled: true, failures: [] })
})

it('runs one action at a time, says so, and ends if the host is lost', async () => {
  const asked: string[] = []
  const done = await runBulkAction('export', episodes, async (_api, id) => {
    asked.push(id)
    expect(await runBulkAction('delete', episodes, async () => asked.push('no'))).toEqual([])
    expect(useNotice.getState().text).toContain('Another action on several episodes is running')
    if (id === 'b') throw new ExpectedError('disconnected', 'gone')
  })
  expect([ids(done), asked]).toEqual(['a', ['a', 'b']])
  expect(useBulkAction.getState().action?.failures.map(({ id }) => id)).toEqual(['b'])
})

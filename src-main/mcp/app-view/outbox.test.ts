import { expect, it } from 'vitest'
import { Outbox } from './outbox'

it('takes a limited number of messages, and of characters, until they are read', () => {
  const outbox = new Outbox()
  const added = Array.from({ length: 501 }, () => outbox.add('x'))
  expect(added.indexOf(false)).toBe(500)
  expect(outbox.takeAll()).toHaveLength(500)
  const long = 'x'.repeat(15_000_000)
  expect([outbox.add(long), outbox.add(long), outbox.add(long)]).toEqual([true, true, false])
  expect(outbox.takeAll()).toHaveLength(2)
  expect(outbox.add(long)).toBe(true)
})

import { expect, it } from 'vitest'
import { isSliceOver, nextSlice } from './slices'

it('a timer fires during long work, also if several pieces of work run at once', async () => {
  const order: string[] = []
  const work = async (name: string) => {
    for (let slice = 0; slice < 3; slice++) {
      order.push(name)
      while (!isSliceOver());
      await nextSlice()
    }
  }
  setTimeout(() => order.push('timer'))
  await Promise.all([work('a'), work('b'), work('c')])
  expect(order).toHaveLength(10)
  expect(order.indexOf('timer')).toBeLessThan(7)
})

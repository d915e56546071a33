import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { HeldClock } from './held-clock'

it('a clock that is held lets no time pass, and then goes on with what was left', async () => {
  const clock = new HeldClock(() => performance.now())
  const order: string[] = []
  const rung = new Promise<void>((resolve) =>
    clock.start(20, () => {
      order.push('rung')
      resolve()
    }),
  )
  const [one, other] = [clock.hold(), clock.hold()]
  const later = new Promise<void>((resolve) =>
    clock.start(1, () => {
      order.push('later')
      resolve()
    }),
  )
  await sleep(60)
  one()
  one()
  await sleep(60)
  expect(order).toEqual([])
  other()
  await Promise.all([rung, later])
  expect(order).toEqual(['later', 'rung'])
})

it('what was taken back does not ring', async () => {
  const clock = new HeldClock(() => performance.now())
  let hasRung = false
  const stop = clock.start(1, () => (hasRung = true))
  const go = clock.hold()
  stop()
  go()
  await sleep(20)
  expect(hasRung).toBe(false)
})

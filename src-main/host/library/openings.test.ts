import { expect, it } from 'vitest'
import { Openings } from './openings'

const never = new AbortController().signal
async function* counting() {
  for (let n = 1; n <= 3; n++) yield n
}

/** Whether the work may go on before anything else happens. */
async function isFree(openings: Openings): Promise<boolean> {
  const others = new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))
  return Promise.race([openings.makeWay(never).then(() => true), others])
}

it('long work waits while an episode is being read, and goes on when all of it was', async () => {
  const openings = new Openings()
  expect(await isFree(openings)).toBe(true)
  for await (const _n of openings.during(counting())) expect(await isFree(openings)).toBe(false)
  expect(await isFree(openings)).toBe(true)
})

it('an episode that has been read and is only followed holds nobody up, nor does one whose reader went away', async () => {
  const openings = new Openings()
  const free: boolean[] = []
  for await (const n of openings.during(counting(), (batch) => batch === 2)) {
    free.push(await isFree(openings))
    if (n === 2) break
  }
  expect(free).toEqual([false, true])
  const left = openings.during(counting())
  await left.next()
  await left.return(undefined)
  expect(await isFree(openings)).toBe(true)
})

it('waits a moment at most', async () => {
  const openings = new Openings()
  await openings.during(counting()).next()
  await openings.makeWay(never)
})

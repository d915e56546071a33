import { expect, it } from 'vitest'
import { OpenReads } from './open-reads'

const never = new AbortController().signal
async function* counting() {
  for (let n = 1; n <= 3; n++) yield n
}

/** Whether the work may go on before anything else happens. */
async function isFree(openReads: OpenReads): Promise<boolean> {
  const others = new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))
  return Promise.race([openReads.makeWay(never).then(() => true), others])
}

it('long work waits while an episode is being read, and goes on when all of it was', async () => {
  const openReads = new OpenReads()
  expect(await isFree(openReads)).toBe(true)
  for await (const _n of openReads.during(counting())) expect(await isFree(openReads)).toBe(false)
  expect(await isFree(openReads)).toBe(true)
})

it('an episode that has been read and is only followed holds nobody up, nor does one whose reader went away', async () => {
  const openReads = new OpenReads()
  const free: boolean[] = []
  for await (const n of openReads.during(counting(), (batch) => batch === 2)) {
    free.push(await isFree(openReads))
    if (n === 2) break
  }
  expect(free).toEqual([false, true])
  const left = openReads.during(counting())
  await left.next()
  await left.return(undefined)
  expect(await isFree(openReads)).toBe(true)
})

it('waits a moment at most', async () => {
  const openReads = new OpenReads()
  await openReads.during(counting()).next()
  await openReads.makeWay(never)
})

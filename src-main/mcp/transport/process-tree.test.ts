import { expect, it } from 'vitest'
import { ProcessTree, shareTable } from './process-tree'

/** A Windows system on which process 1 ends after three checks, and leaves `orphans`. */
function windows(orphans: readonly { pid: number; asked: number }[] = []) {
  const left = new Map([{ pid: 1, asked: 3 }, ...orphans].map(({ pid, asked }) => [pid, asked]))
  let tables = 0
  return {
    tables: () => tables,
    platform: 'win32' as const,
    send(pid: number) {
      const asks = left.get(pid) ?? 0
      left.set(pid, asks - 1)
      return asks > 0
    },
    readTable: async () => {
      tables++
      return [...left].flatMap(([pid, asks]) => (asks > 0 ? [{ pid, parent: pid === 1 ? 0 : 1, group: 0 }] : []))
    },
  }
}

it('on Windows the process table is read once, when no known process runs any more', async () => {
  const system = windows()
  expect(await new ProcessTree(1, '', system).goneWithin(60_000)).toBe(true)
  expect(system.tables()).toBe(1)
})

it('on Windows unknown children of the leader are found in that table, and awaited', async () => {
  const system = windows([{ pid: 2, asked: 3 }])
  expect(await new ProcessTree(1, '', system).goneWithin(60_000)).toBe(true)
  expect(system.tables()).toBe(2)
})

it('on Windows the table is not read while known processes run', async () => {
  const system = windows([{ pid: 1, asked: Infinity }])
  expect(await new ProcessTree(1, '', system).goneWithin(0)).toBe(false)
  expect(system.tables()).toBe(0)
})

it('on Windows the servers of a turn share one table when they end', async () => {
  let time = 0
  const [one, other] = [windows(), windows()]
  let tables = 0
  const readTable = shareTable(
    async () => {
      tables++
      return [{ pid: 1, parent: 0, group: 0 }]
    },
    () => time,
  )
  for (const system of [one, other]) {
    const tree = new ProcessTree(1, '', { ...system, readTable })
    await tree.note()
    time += 200
    expect(await tree.goneWithin(60_000)).toBe(true)
  }
  expect(tables).toBe(1)
  time += 2000
  await new ProcessTree(1, '', { ...one, readTable }).note()
  expect(tables).toBe(2)
})

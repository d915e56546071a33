import { describe, expect, it } from 'vitest'
import { readDropped } from './dropped-files'

type Tree = { readonly [name: string]: Tree | string }

/** A file or folder as in the File and Directory Entries API. */
function entryOf(name: string, content: Tree | string, path = ''): FileSystemEntry {
  const fullPath = `${path}/${name}`
  if (typeof content === 'string')
    return {
      name,
      fullPath,
      isDirectory: false,
      isFile: true,
      file: (done: (file: File) => void) => done(new File([content], name)),
    } as unknown as FileSystemEntry
  const children = Object.entries(content).map(([child, of]) => entryOf(child, of, fullPath))
  return {
    name,
    fullPath,
    isDirectory: true,
    isFile: false,
    getFile: (wanted: string, _options: object, done: (entry: FileSystemEntry) => void, fail: () => void) => {
      const found = children.find((child) => child.name === wanted && child.isFile)
      if (found) done(found)
      else fail()
    },
    createReader: () => {
      const left = [...children]
      // Browsers return the entries in parts.
      return { readEntries: (done: (part: FileSystemEntry[]) => void) => done(left.splice(0, 10)) }
    },
  } as unknown as FileSystemEntry
}

const drop = (tree: Tree) => {
  const items = Object.entries(tree).map(([name, content]) => ({
    webkitGetAsEntry: () => entryOf(name, content),
    getAsFile: () => (typeof content === 'string' ? new File([content], name) : null),
  }))
  return readDropped({ items: items as unknown as DataTransferItemList })
}
const texts = async ({ files }: { readonly files: readonly File[] }) => Promise.all(files.map((file) => file.text()))

describe('a drop', () => {
  it('may be several files; the first is opened last and shown', async () => {
    expect(await texts(await drop({ 'a.zorkgpt': 'A', 'b.jsonl': 'B' }))).toEqual(['B', 'A'])
  })

  it('may be the folder of an episode', async () => {
    expect(
      await texts(await drop({ 'my-episode': { 'events.jsonl': 'log', 'summary.json': '{}', snapshots: {} } })),
    ).toEqual(['log'])
  })

  it('may be a folder of episodes; the newest is shown', async () => {
    expect(
      await texts(
        await drop({
          episodes: {
            '2026-01-01': { 'events.jsonl': 'old' },
            '2026-02-02': { 'events.jsonl': 'new' },
            notes: { 'readme.txt': '' },
          },
        }),
      ),
    ).toEqual(['old', 'new'])
  })

  it('opens at most 20 episodes and counts all', async () => {
    const dropped = await drop({
      episodes: Object.fromEntries(
        Array.from({ length: 35 }, (_, index) => [`episode-${index + 10}`, { 'events.jsonl': `${index + 10}` }]),
      ),
    })
    expect([dropped.files.length, dropped.found]).toEqual([20, 35])
    expect((await texts(dropped)).at(-1)).toBe('44')
  })

  it('names a folder that cannot be read', async () => {
    const closed = {
      readEntries: (_done: unknown, fail: (error: Error) => void) => fail(new Error('NotReadableError')),
    }
    const entry = Object.assign(entryOf('closed', {}), { createReader: () => closed })
    const items = [{ webkitGetAsEntry: () => entry, getAsFile: () => null }]
    expect(await readDropped({ items: items as unknown as DataTransferItemList })).toMatchObject({ empty: ['closed'] })
  })

  it('names folders without an episode', async () => {
    expect(await drop({ holiday: { 'photo.jpg': '' } })).toEqual({ files: [], found: 0, empty: ['holiday'] })
  })
})

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkParams } from '@shared/contract/contract'
import type { ControlCommand } from '@shared/contract/episodes'
import type { LibraryBatch, LibraryEntry } from '@shared/contract/library'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import type { Host } from '../host'
import { openTestHost } from '../open-host.testkit'

let dataFolder: string
let host: Host
let abort: AbortController
let rows: Map<string, LibraryEntry>
let feed: AsyncIterator<LibraryBatch>

const writeEpisode = async (id: string, turns = 1) => {
  await mkdir(join(dataFolder, id), { recursive: true })
  await writeFile(
    join(dataFolder, id, 'events.jsonl'),
    sampleEpisode({ turns })
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(''),
  )
}
const next = async () => {
  const { changed, removed, live } = (await feed.next()).value as LibraryBatch
  for (const row of changed) rows.set(row.id, row)
  for (const id of removed) rows.delete(id)
  return { changed: changed.map(({ id }) => id), removed, live }
}
/** Reads batches until every episode is listed, which takes several batches on a busy machine. */
const listed = async () => {
  while (!(await next()).live);
}

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'library-'))
  await writeEpisode('one')
  await writeEpisode('two')
  host = await openTestHost(dataFolder)
  abort = new AbortController()
  rows = new Map()
  feed = host.api.watchLibrary({}, abort.signal)[Symbol.asyncIterator]()
})
afterEach(async () => {
  abort.abort()
  await host.close()
  await rm(dataFolder, { recursive: true, force: true })
})

const note = { bookmarked: true, note: 'here' }

describe('the user’s notes of an episode', () => {
  it('are beside the log and do not change it', async () => {
    await listed()
    const log = await readFile(join(dataFolder, 'one', 'events.jsonl'), 'utf8')
    await host.api.renameEpisode({ episodeId: 'one', title: ' The lamp ' })
    expect((await next()).changed).toEqual(['one'])
    expect(rows.get('one')?.annotations.title).toBe('The lamp')
    await host.api.annotateTurn({ episodeId: 'one', turn: 1, change: note })
    await host.api.annotateTurn({ episodeId: 'one', turn: 1, change: { isBreakpoint: true } })
    await next()
    expect(rows.get('one')?.annotations.turns).toEqual([
      { turn: 1, bookmarked: true, isBreakpoint: true, note: 'here' },
    ])
    expect(await readFile(join(dataFolder, 'one', 'events.jsonl'), 'utf8')).toBe(log)
  })

  it('are complete after many changes at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, turn) => host.api.annotateTurn({ episodeId: 'two', turn, change: note })),
    )
    await listed()
    expect(rows.get('two')?.annotations.turns).toHaveLength(20)
  })

  it('keep the tags that two processes add at once, up to the limit', async () => {
    const other = await openTestHost(dataFolder)
    const tag = (episodeId: string, add: readonly string[], { api } = host) =>
      api.tagEpisode({ episodeId, add: [...add], remove: [] })
    await Promise.all(
      Array.from({ length: 18 }, (_, at) => tag('one', [`tag ${at % 9}${at % 2}`], at % 2 ? host : other)),
    )
    await host.api.renameEpisode({ episodeId: 'one', title: 'The lamp' })
    await host.api.tagEpisode({ episodeId: 'one', add: ['best'], remove: ['TAG 00'] })
    await listed()
    expect(rows.get('one')?.annotations.tags).toHaveLength(18)
    expect(rows.get('one')?.annotations.tags.slice(0, 2)).toEqual(['best', 'tag 01'])
    await expect(tag('one', ['a', 'b', 'c'])).rejects.toMatchObject({
      kind: 'not_possible',
      message: 'An episode can have at most 20 tags.',
    })
    await other.close()
    const long = (text: string) => () =>
      checkParams('command', 'tagEpisode', { episodeId: 'one', add: [text], remove: [] })
    expect(long('x'.repeat(1 << 20))).toThrow(/at most 40 characters/)
    expect(long('  ')).toThrow(/a tag needs a word/)
  })

  it('are not overwritten if they are damaged', async () => {
    await writeFile(join(dataFolder, 'one', 'annotations.json'), '{ "title": "half')
    await expect(host.api.renameEpisode({ episodeId: 'one', title: 'x' })).rejects.toThrow(/damaged/)
    expect(await readFile(join(dataFolder, 'one', 'annotations.json'), 'utf8')).toBe('{ "title": "half')
    await listed()
    expect(rows.get('one')?.readable).toBe(true)
  })
})

describe('an added episode', () => {
  const gzip = (events: readonly object[]) =>
    gzipSync(events.map((event) => `${JSON.stringify(event)}\n`).join('')).toString('base64')

  it('is listed under a different id, with the events that were sent', async () => {
    await listed()
    const sent = sampleEpisode({ turns: 2 })
    const { episodeId } = await host.api.addEpisode({ gzip: gzip(sent) })
    while (!rows.has(episodeId)) await next()
    expect(rows.get(episodeId)).toMatchObject({ readable: true, summary: { turns: 2 } })
    const lines = (await readFile(join(dataFolder, episodeId, 'events.jsonl'), 'utf8')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual(
      sent.map((event) => ({ ...event, episode_id: episodeId })),
    )
  })

  it('is refused, and leaves nothing, if a line is invalid or nothing can be unpacked', async () => {
    const before = await readdir(dataFolder)
    const [first = {}] = sampleEpisode({ turns: 1 })
    await expect(host.api.addEpisode({ gzip: gzip([first, { seq: 1 }]) })).rejects.toMatchObject({ kind: 'bad_log' })
    await expect(host.api.addEpisode({ gzip: gzip([{ ...first, seq: 1 }]) })).rejects.toThrow()
    await expect(host.api.addEpisode({ gzip: btoa('no gzip') })).rejects.toMatchObject({ kind: 'bad_input' })
    expect(await readdir(dataFolder)).toEqual(before)
  })
})

describe('a deleted episode', () => {
  it('is complete in the trash and can be restored', async () => {
    await listed()
    await host.api.deleteEpisode({ episodeId: 'one' })
    expect((await next()).removed).toEqual(['one'])
    expect(await readdir(join(dataFolder, '.trash', 'one'))).toContain('events.jsonl')
    await host.api.restoreEpisode({ episodeId: 'one' })
    expect((await next()).changed).toEqual(['one'])
    expect(rows.get('one')?.readable).toBe(true)
  })

  it('is refused with the way to restore it', async () => {
    await host.api.deleteEpisode({ episodeId: 'one' })
    await expect(host.api.resumeEpisode({ episodeId: 'one' })).rejects.toMatchObject({
      kind: 'not_found',
      message: 'Episode one was deleted. Restore it from the trash.',
    })
  })

  it('is refused while it is played, unless it is stopped first', async () => {
    const { episodeId } = await host.api.startEpisode({
      game: 'glass-weather',
      player: 'explorer',
      mcp: false,
      paused: true,
    })
    await expect(host.api.deleteEpisode({ episodeId })).rejects.toMatchObject({ kind: 'running' })
    expect(await readdir(dataFolder)).toContain(episodeId)
    await host.api.deleteEpisode({ episodeId, stop: true })
    expect(await readdir(join(dataFolder, '.trash'))).toContain(episodeId)
  })

  it('is refused while another process plays it', async () => {
    const marks = join(dataFolder, '.writers')
    const mark = JSON.stringify({ nonce: 'f'.repeat(32), machine: 'elsewhere', pid: 1, began: null })
    await mkdir(marks)
    await writeFile(join(marks, 'one.json'), mark)
    await expect(host.api.deleteEpisode({ episodeId: 'one' })).rejects.toMatchObject({ kind: 'running' })
    await rm(join(marks, 'one.json'))
    await host.api.deleteEpisode({ episodeId: 'one' })
    await writeFile(join(marks, 'one.json'), mark)
    await expect(host.api.restoreEpisode({ episodeId: 'one' })).rejects.toMatchObject({ kind: 'running' })
    await expect(host.api.eraseEpisodes({ episodeIds: ['one'] })).rejects.toMatchObject({ kind: 'running' })
    expect(await readdir(join(dataFolder, '.trash', 'one'))).toContain('events.jsonl')
    expect(await readFile(join(marks, 'one.json'), 'utf8')).toBe(mark)
  })

  it('that is not in the trash cannot be restored, but one that is already restored is no error', async () => {
    await expect(host.api.restoreEpisode({ episodeId: 'nothing' })).rejects.toMatchObject({
      kind: 'not_found',
      message: 'Episode nothing cannot be restored: it is no longer in the trash.',
    })
    expect(await host.api.restoreEpisode({ episodeId: 'one' })).toEqual({})
  })

  it('can be restored by two windows at once', async () => {
    const restore = () => host.api.restoreEpisode({ episodeId: 'one' })
    await host.api.deleteEpisode({ episodeId: 'one' })
    expect(await Promise.all([restore(), restore()])).toEqual([{}, {}])
    await host.api.deleteEpisode({ episodeId: 'one' })
    expect(await restore()).toEqual({})
  })
})

describe('the library', () => {
  it('sends at most a hundred rows at a time, newest first, and skips folders without a log', async () => {
    await Promise.all(
      Array.from({ length: 120 }, (_, index) => writeEpisode(`many-${String(index).padStart(3, '0')}`, 0)),
    )
    await mkdir(join(dataFolder, 'zz-empty'))
    const first = await next()
    // There may be fewer rows, because slow ones are sent last.
    expect(first.changed.length).toBeLessThan(100)
    expect(first.changed).toEqual(first.changed.toSorted().reverse())
    while (rows.size < 122) await next()
    expect([...rows.keys()].toSorted()).toEqual([
      ...Array.from({ length: 120 }, (_, index) => `many-${String(index).padStart(3, '0')}`),
      'one',
      'two',
    ])
  })

  it('names folders with a log that cannot be listed, as they come and go', async () => {
    const received = async () => ((await feed.next()).value as LibraryBatch).skipped
    expect(await received()).toBeUndefined()
    await writeEpisode('one (copy)')
    await writeEpisode('.hidden')
    await mkdir(join(dataFolder, 'no log'))
    await writeEpisode('y'.repeat(122))
    expect(await received()).toEqual(['one (copy)', 'y'.repeat(122)])
    await rm(join(dataFolder, 'y'.repeat(122)), { recursive: true })
    expect(await received()).toEqual(['one (copy)'])
  })

  it('lists every episode, whatever else a folder contains', async () => {
    await listed()
    const planted = [
      'null',
      '[]',
      '{"format":8}',
      '\0',
      '{"format":8,"log":{},"sha256":"","summary":{"turns":"x"}}',
      '{"format":5,"size":1,"summary":null}',
      `"${'x'.repeat(100_000)}"`,
    ]
    for (const [index, text] of planted.entries()) {
      await writeEpisode(`planted-${index}`)
      for (const name of ['summary.json', 'annotations.json', 'checked.json'])
        await writeFile(join(dataFolder, `planted-${index}`, name), text)
    }
    await mkdir(join(dataFolder, 'planted-x', 'events.jsonl'), { recursive: true })
    // Valid in form and size, but with other content.
    const file = join(dataFolder, 'one', 'summary.json')
    const kept = JSON.parse(await readFile(file, 'utf8')) as { readonly summary: object }
    await writeFile(file, JSON.stringify({ ...kept, summary: { ...kept.summary, startedAt: 'never', turns: 'many' } }))
    rows.clear()
    feed = host.api.watchLibrary({}, abort.signal)[Symbol.asyncIterator]()
    while (rows.size < 2 + planted.length + 1) await next()
    for (const [id, { readable, summary }] of rows)
      expect([id, readable, summary?.turns]).toEqual(id === 'planted-x' ? [id, false, undefined] : [id, true, 1])
    expect(rows.get('planted-x')?.reason).toBeTruthy()
  })
})

describe('the row of an episode that is played', () => {
  it('shows pause, resume and end, and shows no end while the episode runs', async () => {
    const { episodeId } = await host.api.startEpisode({ game: 'glass-weather', player: 'human', paused: true })
    const states = async (command?: ControlCommand) => {
      if (command) await host.api.controlEpisode({ episodeId, command })
      const row = () => rows.get(episodeId)
      for (const before = row(); row() === before || (command === 'stop' && row()?.running);) await next()
      return { running: row()?.running, isPaused: row()?.summary?.isPaused, ended: row()?.summary?.ended }
    }
    expect(await states()).toEqual({ running: true, isPaused: true, ended: null })
    expect(await states('resume')).toEqual({ running: true, isPaused: false, ended: null })
    expect(await states('stop')).toEqual({ running: false, isPaused: false, ended: 'stopped' })
  })
})

describe('an episode that was interrupted', () => {
  it('can be ended: its log records the end, and incomplete turns are gone', async () => {
    const file = join(dataFolder, 'one', 'events.jsonl')
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    await writeFile(file, `${lines.filter((line) => !line.includes('"episode_ended"')).join('\n')}\n{"seq":`)
    await listed()
    expect(rows.get('one')?.summary?.ended).toBeNull()
    await host.api.controlEpisode({ episodeId: 'one', command: 'stop' })
    await next()
    expect(rows.get('one')?.summary?.ended).toBe('stopped')
    expect((await readFile(file, 'utf8')).trimEnd().split('\n').at(-1)).toContain('Ended after an interruption')
  })

  it('cannot be paused', async () => {
    await expect(host.api.controlEpisode({ episodeId: 'one', command: 'pause' })).rejects.toMatchObject({
      kind: 'not_possible',
      message: 'Episode one is not running.',
    })
  })

  it('is erased only when it is named', async () => {
    await host.api.renameEpisode({ episodeId: 'one', title: 'The lamp' })
    for (const episodeId of ['one', 'two']) await host.api.deleteEpisode({ episodeId })
    expect((await host.api.readTrash({})).map(({ id, annotations }) => [id, annotations.title])).toEqual([
      ['two', null],
      ['one', 'The lamp'],
    ])
    await host.api.eraseEpisodes({ episodeIds: ['one'] })
    expect((await host.api.readTrash({})).map(({ id }) => id)).toEqual(['two'])
    await expect(host.api.restoreEpisode({ episodeId: 'one' })).rejects.toThrow(/cannot be restored/)
    await host.api.restoreEpisode({ episodeId: 'two' })
    expect(await host.api.readTrash({})).toEqual([])
  })

  it('with a name that leads out of the trash is refused', () => {
    for (const id of ['../one', '..', 'a/b', '/etc'])
      expect(() => checkParams('command', 'eraseEpisodes', { episodeIds: [id] }), id).toThrow(
        /is not the name of an episode/,
      )
  })
})

describe('the export of an episode', () => {
  const wanted = {
    episodeId: 'one',
    format: 'csv',
    included: { key: false, path: false, settings: false },
    range: null,
    withThoughts: false,
    withNotes: false,
  } as const
  const exported = async (params: Parameters<typeof host.api.exportEpisode>[0]) => {
    const parts: string[] = []
    const names = new Set<string>()
    for await (const { file, bytes } of host.api.exportEpisode(params, abort.signal)) {
      names.add(file)
      parts.push(new TextDecoder().decode(bytes))
    }
    return { names: [...names], text: parts.join('') }
  }

  it('is sent in parts', async () => {
    const { names, text } = await exported(wanted)
    expect(names).toEqual(['one.csv'])
    expect(text).toMatch(/^episode,/)
    expect(text.trimEnd().split('\r\n')).toHaveLength(3)
  })

  it('is refused for a missing episode or turn, and for an unknown format', async () => {
    await expect((async () => exported({ ...wanted, episodeId: 'none' }))()).rejects.toMatchObject({
      kind: 'not_found',
    })
    await expect(exported({ ...wanted, range: { from: 1, to: 9 } })).rejects.toMatchObject({ kind: 'not_found' })
    expect(() => checkParams('feed', 'exportEpisode', { ...wanted, format: 'pdf' })).toThrow(/format/)
    expect(() => checkParams('feed', 'exportEpisode', { ...wanted, range: { from: -1, to: 2 } })).toThrow(/range/)
  })
})

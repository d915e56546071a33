import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LibraryEntry } from '@shared/contract/library'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { CANNOT_PLANT, NEEDS_PLANTS, plantHuge, plantPipe } from '../../../base/files/planted.testkit'
import type { Host } from '../../host'
import { openTestHost } from '../../open-host.testkit'

const episodeId = 'played'
const RUN = { game: 'glass-weather', player: 'explorer' } as const
let played: string
let dataFolder: string
let outside: string
let host: Host

async function untilItsEnd({ api }: Host, id: string): Promise<void> {
  for await (const _batch of api.watchEpisode({ episodeId: id, fromSeq: 0 }, new AbortController().signal)) {
  }
}

/** An episode of two turns on disk. */
beforeAll(async () => {
  played = mkdtempSync(join(tmpdir(), 'played-'))
  const first = await openTestHost(played)
  const { episodeId: id } = await first.api.startEpisode({ ...RUN, seed: 1, pace: 'batch', mcp: false, turnLimit: 2 })
  await untilItsEnd(first, id)
  await first.close()
  renameSync(join(played, id), join(played, episodeId))
})
afterAll(() => rmSync(played, { recursive: true, force: true }))

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
  dataFolder = join(folder, 'data')
  outside = join(folder, 'home')
  mkdirSync(outside)
  writeFileSync(join(outside, 'treasure'), 'mine')
  cpSync(join(played, episodeId), join(dataFolder, episodeId), { recursive: true })
  rmSync(join(dataFolder, episodeId, 'summary.json'), { force: true })
  host = await openTestHost(dataFolder)
})
afterEach(async () => {
  await host.close()
  rmSync(dirname(dataFolder), { recursive: true, force: true })
})

const PLANTS: readonly (readonly [name: string, plant: (path: string) => void])[] = [
  ['a link into the home', (path) => symlinkSync(join(outside, 'treasure'), path)],
  ['a link to where nothing is yet', (path) => symlinkSync(join(outside, 'new'), path)],
  ['a link to an endless device', (path) => symlinkSync('/dev/zero', path)],
  ['a pipe', plantPipe],
  ['a terabyte of nothing', plantHuge],
]

/** Replaces a file or folder of the data folder. */
function plantAt(plant: (path: string) => void, ...names: readonly string[]): string {
  const path = join(dataFolder, ...names)
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { recursive: true, force: true })
  plant(path)
  return path
}

async function readLibrary(): Promise<ReadonlyMap<string, LibraryEntry>> {
  const rows = new Map<string, LibraryEntry>()
  const abort = new AbortController()
  for await (const { changed, live } of host.api.watchLibrary({}, abort.signal)) {
    for (const row of changed) rows.set(row.id, row)
    if (live) break
  }
  abort.abort()
  return rows
}

const resume = () => host.api.resumeEpisode({ episodeId, turnLimit: 4, pace: 'batch' })
const untouched = () => {
  expect(readdirSync(outside)).toEqual(['treasure'])
  expect(readFileSync(join(outside, 'treasure'), 'utf8')).toBe('mine')
}

const longLog = sampleEpisode({ turns: 1500 })
  .map((event) => `${JSON.stringify(event)}\n`)
  .join('')

describe.skipIf(CANNOT_PLANT)(`nothing leads out of a foreign folder${NEEDS_PLANTS}:`, () => {
  describe.each(PLANTS)('%s', (_what, plant) => {
    it('in place of a cache is replaced, and the episode is shown', async () => {
      const caches = [plantAt(plant, episodeId, 'summary.json'), plantAt(plant, 'long', 'checked.json')]
      writeFileSync(join(dataFolder, 'long', 'events.jsonl'), longLog)
      const rows = await readLibrary()
      expect(rows.get(episodeId)).toMatchObject({ readable: true, summary: { turns: 2 } })
      expect(rows.get('long')).toMatchObject({ readable: true, summary: { turns: 1500 } })
      for (const path of caches) {
        const { size } = lstatSync(path)
        expect([lstatSync(path).isFile(), size > 0 && size < 2000], path).toEqual([true, true])
      }
      untouched()
    })

    it('in place of the log makes that episode unreadable, with the reason, and is not written to', async () => {
      const path = plantAt(plant, 'other', 'events.jsonl')
      const rows = await readLibrary()
      expect(rows.get(episodeId)).toMatchObject({ readable: true })
      const reason = expect.stringMatching(/move it away|longer than/i) as string
      expect(rows.get('other')).toMatchObject({ readable: false, reason })
      await expect(host.api.resumeEpisode({ episodeId: 'other' })).rejects.toThrow()
      await expect(host.api.controlEpisode({ episodeId: 'other', command: 'stop' })).rejects.toThrow()
      if (lstatSync(path).isFile()) expect(lstatSync(path).size).toBe(2 ** 40)
      untouched()
    })

    it('in place of the notes is reported when they change, and the episode is shown without them', async () => {
      const path = plantAt(plant, episodeId, 'annotations.json')
      expect((await readLibrary()).get(episodeId)).toMatchObject({ readable: true, annotations: { title: null } })
      await expect(host.api.renameEpisode({ episodeId, title: 'Lamps' })).rejects.toThrow(path)
      untouched()
    })

    it('in place of the presets is reported when they are listed', async () => {
      const path = plantAt(plant, '.start.json')
      await expect(host.api.readStart({})).rejects.toThrow(path)
      await expect(host.api.savePreset({ name: 'Mine', params: RUN })).rejects.toThrow(path)
      untouched()
    })

    it('among the stories is not listed', async () => {
      plantAt(plant, '.stories', 'trap.z5')
      expect((await host.api.listStories({})).map(({ id }) => id)).not.toContain('trap')
      untouched()
    })

    it('in place of a snapshot is ignored: replaying leads to the same state', async () => {
      plantAt(plant, episodeId, 'snapshots', 'turn-00002.qzl')
      await resume()
      await untilItsEnd(host, episodeId)
      expect((await readLibrary()).get(episodeId)).toMatchObject({ summary: { turns: 4, ended: 'turn_limit' } })
      untouched()
    })
  })

  it.each(['episode.log', 'snapshots', 'events.jsonl'])('no episode resumes with a link for its %s', async (name) => {
    const log = readFileSync(join(dataFolder, episodeId, 'events.jsonl'), 'utf8')
    const kept = name === 'events.jsonl' ? outside : join(dataFolder, episodeId)
    renameSync(join(dataFolder, episodeId, name), join(outside, name))
    plantAt((path) => symlinkSync(join(outside, name), path), episodeId, name)
    await expect(resume()).rejects.toThrow(`${join(dataFolder, episodeId, name)} is a link`)
    expect(readFileSync(join(kept, 'events.jsonl'), 'utf8')).toBe(log)
  })

  it('a link in place of an episode is not an episode, and its target is not written to', async () => {
    renameSync(join(dataFolder, episodeId), join(outside, 'episode'))
    const before = readdirSync(join(outside, 'episode'))
    plantAt((path) => symlinkSync(join(outside, 'episode'), path), episodeId)
    expect((await readLibrary()).has(episodeId)).toBe(false)
    await expect(resume()).rejects.toThrow('is a link')
    await expect(host.api.renameEpisode({ episodeId, title: 'Lamps' })).rejects.toThrow('is a link')
    await expect(host.api.forkEpisode({ episodeId, turn: 1 })).rejects.toThrow('is a link')
    expect(readdirSync(join(outside, 'episode'))).toEqual(before)
  })

  it('nothing is played, deleted, erased or added through a link for a folder beside the episodes', async () => {
    for (const name of ['.writers', '.trash', '.stories']) plantAt((path) => symlinkSync(outside, path), name)
    mkdirSync(join(outside, 'gone'))
    writeFileSync(join(outside, 'gone', 'events.jsonl'), '')
    const story = readFileSync(join(import.meta.dirname, '../../../../build/story/glass-weather.z5'))
    story.write('990101', 0x12, 'latin1')
    await expect(resume()).rejects.toThrow(`${join(dataFolder, '.writers')} is a link`)
    await expect(host.api.deleteEpisode({ episodeId })).rejects.toThrow('is a link')
    await expect(host.api.readTrash({})).rejects.toThrow('is a link')
    await expect(host.api.restoreEpisode({ episodeId: 'gone' })).rejects.toThrow('is a link')
    await expect(host.api.eraseEpisodes({ episodeIds: ['gone'] })).rejects.toThrow('is a link')
    const base64 = story.toString('base64')
    await expect(host.api.addStory({ fileName: 'own.z5', base64 })).rejects.toThrow('is a link')
    expect(readdirSync(outside).toSorted()).toEqual(['gone', 'treasure'])
    expect(existsSync(join(dataFolder, episodeId, 'events.jsonl'))).toBe(true)
  })

  it('a story that a log names is not read if it is a device or a pipe', async () => {
    const log = join(dataFolder, episodeId, 'events.jsonl')
    const text = readFileSync(log, 'utf8')
    const pipe = plantAt(plantPipe, 'pipe.z5')
    for (const path of ['/dev/zero', pipe]) {
      const manifest = JSON.parse(text.slice(0, text.indexOf('\n'))) as { game: object; settings: object }
      const game = { ...manifest.game, sha256: '0'.repeat(64) }
      const other = { ...manifest, game, settings: { ...manifest.settings, story_path: path } }
      writeFileSync(log, `${JSON.stringify(other)}${text.slice(text.indexOf('\n'))}`)
      await expect(resume()).rejects.toThrow(path)
    }
  })

  it('an episode is deleted, even if its log is a link that leads nowhere, or to itself', async () => {
    for (const target of [join(outside, 'nothing'), join(dataFolder, episodeId, 'events.jsonl')]) {
      plantAt((path) => symlinkSync(target, path), episodeId, 'events.jsonl')
      await expect(host.api.resumeEpisode({ episodeId })).rejects.toThrow('is a link')
      await host.api.deleteEpisode({ episodeId })
      await host.api.restoreEpisode({ episodeId })
    }
    await host.api.deleteEpisode({ episodeId })
    untouched()
  })

  it('an episode with links is deleted and erased, and their targets outside are left alone', async () => {
    symlinkSync(outside, join(dataFolder, episodeId, 'home'))
    plantAt((path) => symlinkSync(outside, path), episodeId, 'snapshots')
    await host.api.deleteEpisode({ episodeId })
    await host.api.restoreEpisode({ episodeId })
    await host.api.deleteEpisode({ episodeId })
    await host.api.eraseEpisodes({ episodeIds: [episodeId] })
    expect(existsSync(join(dataFolder, '.trash', episodeId))).toBe(false)
    untouched()
  })

  it('an episode is played through a link to the data folder that the user chose', async () => {
    const link = join(outside, '..', 'linked')
    symlinkSync(dataFolder, link)
    await host.close()
    host = await openTestHost(link)
    await resume()
    await untilItsEnd(host, episodeId)
    expect((await readLibrary()).get(episodeId)).toMatchObject({ summary: { turns: 4 } })
    await host.api.savePreset({ name: 'Mine', params: RUN })
    expect((await host.api.readStart({})).presets).toHaveLength(1)
  })
})

import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { checkedEvents } from '../../episode/log/read-log'
import type { Host } from '../host'
import { openTestHost } from '../open-host.testkit'
import { loadSettings } from '../settings/load-settings'

/** A data folder, an export and a settings file of an earlier version: see the README in this folder. */
const EARLIER = join(import.meta.dirname, 'earlier-data')
const EXPLORED = '2026-02-01T00-00-02-glass-weather'
const FORKED = '2026-02-01T00-00-50-glass-weather'

let folder: string
let host: Host

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earlier-'))
  await cp(join(EARLIER, 'episodes'), folder, { recursive: true })
  host = await openTestHost(folder)
})
afterEach(async () => {
  await host.close()
  await rm(folder, { recursive: true, force: true })
})

async function watch(episodeId: string, isEnough: (state: EpisodeState) => boolean): Promise<EpisodeState> {
  let state = emptyEpisode
  const abort = new AbortController()
  for await (const { events } of host.api.watchEpisode({ episodeId, fromSeq: 0 }, abort.signal)) {
    state = events.reduce(reduceEpisode, state)
    if (isEnough(state)) break
  }
  abort.abort()
  return state
}

it('episodes of an earlier version are listed with their results, titles and tags', async () => {
  const abort = new AbortController()
  const rows = new Map<string, { readonly turns: number | undefined; readonly title: string | null; tags: unknown }>()
  for await (const { changed } of host.api.watchLibrary({}, abort.signal)) {
    for (const { id, readable, reason, summary, annotations } of changed) {
      expect([id, readable, reason]).toEqual([id, true, null])
      rows.set(id, { turns: summary?.turns, title: annotations.title ?? null, tags: annotations.tags ?? [] })
    }
    if (rows.size === 6) break
  }
  abort.abort()
  expect(rows.get(EXPLORED)).toEqual({ turns: 6, title: 'The explorer in the rain', tags: ['seed 7', 'weather'] })
  expect(rows.get(FORKED)?.turns).toBe(3)
  expect(rows.get('2026-02-01T00-00-00-mind')?.turns).toBe(24)
})

it('an episode of an earlier version is resumed, and can be forked', async () => {
  await host.api.resumeEpisode({ episodeId: EXPLORED, turnLimit: 8, pace: 'batch' })
  const resumed = await watch(EXPLORED, ({ ended, turns }) => ended !== null && turns.length === 8)
  expect(resumed.ended?.ended).toBe('turn_limit')

  const { episodeId } = await host.api.forkEpisode({ episodeId: EXPLORED, turn: 2, turnLimit: 4, pace: 'batch' })
  const forked = await watch(episodeId, ({ ended }) => ended !== null)
  expect(forked.turns.map(({ action }) => action?.action).slice(0, 2)).toEqual(
    resumed.turns.map(({ action }) => action?.action).slice(0, 2),
  )
  expect(forked.turns).toHaveLength(4)
})

it('presets and filters of an earlier version are offered', async () => {
  const { presets, filters } = await host.api.readStart({})
  expect(presets.map(({ name }) => name)).toEqual(['Careful'])
  expect(filters.map(({ name }) => name)).toEqual(['Stuck ones'])
})

it('settings of an earlier version are read', async () => {
  const { run, pause, mcp } = await loadSettings(join(EARLIER, 'zorkgpt.toml'))
  expect([run.seed, run.story, pause.died, mcp.enabled]).toEqual([7, 'glass-weather', true, false])
})

it('an export of an earlier version is read', async () => {
  const events = [...checkedEvents(await readFile(join(EARLIER, 'episode.zorkgpt')), 0)]
  expect(events.reduce(reduceEpisode, emptyEpisode).turns).toHaveLength(6)
})

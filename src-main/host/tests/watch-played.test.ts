import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { advancesAlone, type Played } from '../episode/watch-played'
import type { Host } from '../host'
import { openTestHost } from '../open-host.testkit'

let dataFolder: string
let host: Host
let watching: AbortController
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'zorkgpt-played-'))
  host = await openTestHost(dataFolder)
  watching = new AbortController()
})
afterEach(async () => {
  watching.abort()
  await host.close()
  await rm(dataFolder, { recursive: true, force: true })
})

const start = (player: 'explorer' | 'human') =>
  host.api.startEpisode({
    game: 'glass-weather',
    player,
    seed: 1,
    turnLimit: 3,
    pace: 'batch',
    mcp: false,
    paused: true,
  })

/** Waits until the played episodes match. */
async function until(feed: AsyncIterator<Played>, isWanted: (played: Played) => boolean): Promise<Played> {
  for (;;) {
    const { value } = (await feed.next()) as { value: Played }
    if (isWanted(value)) return value
  }
}

it('a shell is notified when an episode starts, pauses, resumes, plays and ends', async () => {
  const feed = host.watchPlayed(watching.signal)[Symbol.asyncIterator]()
  expect((await feed.next()).value).toEqual({ here: [], gone: [] })
  const { episodeId } = await start('explorer')
  const paused = await until(feed, ({ here }) => here[0]?.state.control.mode === 'paused')
  expect([paused.here.map(({ id }) => id), paused.here.filter(advancesAlone)]).toEqual([[episodeId], []])
  await host.api.controlEpisode({ episodeId, command: 'resume' })
  expect((await until(feed, ({ here }) => here.some(advancesAlone))).gone).toEqual([])
  const { here, gone } = await until(feed, (played) => played.gone.length > 0)
  expect([here, gone.map(({ id, state }) => [id, state.turns.length, state.ended?.ended])]).toEqual([
    [],
    [[episodeId, 3, 'turn_limit']],
  ])
})

it('an episode in which a person enters each action does not advance alone', async () => {
  const feed = host.watchPlayed(watching.signal)[Symbol.asyncIterator]()
  const { episodeId } = await start('human')
  await host.api.controlEpisode({ episodeId, command: 'resume' })
  const { here } = await until(feed, (played) => played.here[0]?.state.control.mode === 'running')
  expect(here.filter(advancesAlone)).toEqual([])
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stampAll } from '@shared/episode/arbitrary-episode.testkit'
import type { EpisodeBatch } from '@shared/contract/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LOG_FILE } from '../episodes/episode-log'
import { NOTHING_RECORDED } from '../episodes/read-log'
import { watchEpisode } from './watch-episode'

let folder: string
beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), 'zorkgpt-watch-')) })
afterEach(() => rm(folder, { recursive: true }))

const watch = async (fromSeq: number) => {
  const feed = watchEpisode(folder, () => null, { fromSeq, draftLength: 0, asLines: true }, new AbortController().signal)
  const batches: EpisodeBatch[] = []
  for await (const batch of feed) batches.push(batch)
  return batches
}

it('a viewer who has all of a log is told nothing more', async () => {
  await writeFile(join(folder, LOG_FILE), stampAll([{ event_type: 'turn_started', turn: 1 }]).map((event) => `${JSON.stringify(event)}\n`).join(''))
  expect(await watch(0)).toHaveLength(1)
  expect(await watch(1)).toEqual([])
})

it('a log without an event that nobody writes is refused, with the reason', async () => {
  for (const log of ['', '{"seq":0,"at":"20']) {
    await writeFile(join(folder, LOG_FILE), log)
    await expect(watch(0)).rejects.toThrow(NOTHING_RECORDED)
  }
})

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { assembleStory } from '../../../story/zmachine/tiny-story.testkit'
import type { Host } from '../../host'
import { openTestHost } from '../../open-host.testkit'

const appRoot = resolve(import.meta.dirname, '../../../..')
const READ_KEY = [0xf6, 0x7f, 1, 16]
const LOOP_FOR_EVER = [0x95, 17, 0x8c, 0xff, 0xfd]

let folder: string
let host: Host
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  host = await openTestHost(join(folder, 'data'))
})
afterEach(async () => {
  await host.close()
  await rm(folder, { recursive: true, force: true })
})

async function play(bytes: Uint8Array): Promise<EpisodeState> {
  const path = join(folder, 'story.z5')
  await writeFile(path, bytes)
  const { episodeId } = await host.api.startEpisode({
    game: path,
    player: 'random',
    seed: 1,
    turnLimit: 5,
    pace: 'batch',
    mcp: false,
  })
  let state = emptyEpisode
  for await (const { events } of host.api.watchEpisode({ episodeId, fromSeq: 0 }, new AbortController().signal)) {
    state = events.reduce(reduceEpisode, state)
    if (state.ended) break
  }
  return state
}

it('a story that loops forever ends its episode within the budget, and the next episode is played', async () => {
  const { ended, turns } = await play(assembleStory({ version: 5, code: [...READ_KEY, ...LOOP_FOR_EVER] }))
  expect(ended?.ended).toBe('error')
  expect(ended?.reason).toMatch(/^The story's program failed: The step took more than \d+ instructions\.$/)
  expect(turns).toHaveLength(1)
  expect((await play(assembleStory({ version: 5, code: READ_KEY }))).ended?.ended).not.toBe('error')
})

it('a story that fails before its first input ends its episode with a sentence', async () => {
  const { ended, opening } = await play(assembleStory({ version: 5, code: [0x1f, 0, 0] }))
  expect(opening?.fault).toBe(true)
  expect(ended).toEqual({
    ended: 'error',
    reason: "The story's program failed: Opcode 2OP:31 does not exist in version 5.",
  })
})

it.each([
  ['cut in half', (story: Uint8Array) => story.subarray(0, story.length >> 1), /truncated/],
  ['with a damaged header', (story: Uint8Array) => story.fill(0xff, 4, 16), /0xffff/],
])('a story %s is refused with a sentence, and nothing is begun', async (_, damage, sentence) => {
  const story = new Uint8Array(await readFile(join(appRoot, 'build/story/glass-weather.z5')))
  await expect(play(damage(story))).rejects.toThrow(sentence)
  for await (const batch of host.api.watchLibrary({}, new AbortController().signal)) {
    expect(batch.changed).toEqual([])
    break
  }
})

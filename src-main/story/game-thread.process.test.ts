import { resolve } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type EpisodeGame, openEpisodeGame } from './episode/episode-game'
import { openGameThread } from './episode/game-thread'
import { readBundled } from './story-files.testkit'
import { assembleStory } from './zmachine/tiny-story.testkit'

const WORKER_FILE = resolve(import.meta.dirname, '../../out/main/game-worker.js')
const { story, walkthrough } = readBundled()

let game: EpisodeGame | null = null
afterEach(async () => game?.close())
const openThread = (bytes: Uint8Array) => (game = openGameThread(bytes, WORKER_FILE))

it('turns in another thread are the same as in this thread', async () => {
  const [here, there] = [openEpisodeGame(story), openThread(story)]
  expect(await there.start(7)).toEqual(await here.start(7))
  for (const action of walkthrough.slice(0, 5)) {
    expect(await there.play(action)).toEqual(await here.play(action))
    expect(await there.survey()).toEqual(await here.survey())
  }
})

it('a thread restores the end of a log', async () => {
  const here = openEpisodeGame(story)
  await here.start(7)
  const { quetzal, stateHash } = await here.play('take crook')
  const past = { seed: 7, reseeds: [], actions: ['take crook'], quetzal, stateHash }
  expect(await openThread(story).resume(past)).toBe(true)
  expect((await game!.play('drop crook')).stateHash).toBe((await here.play('drop crook')).stateHash)
  expect(await game!.resume({ ...past, actions: [], quetzal: null })).toBe(false)
})

it('a story that spends its budget does not block this thread', async () => {
  const thread = openThread(assembleStory({ version: 5, code: [0xf6, 0x7f, 1, 16, 0x95, 17, 0x8c, 0xff, 0xfd] }))
  await thread.start(1)
  let ticks = 0
  const clock = setInterval(() => ticks++, 1)
  const { observation } = await thread.play('x')
  clearInterval(clock)
  expect(observation.fault).toBe(true)
  expect(ticks).toBeGreaterThan(10)
})

it('a thread that has ended refuses calls', async () => {
  const thread = openThread(story)
  const started = thread.start(1)
  await thread.close()
  await expect(started).rejects.toThrow('The thread of the game has ended.')
  await expect(thread.play('look')).rejects.toThrow('The thread of the game has ended.')
  await expect(openThread(new Uint8Array(70)).start(1)).rejects.toThrow(
    'The thread of the game failed: The story file cannot be played',
  )
})

import { describe, expect, it } from 'vitest'
import { readBundled, readZork } from '../story-files.testkit'
import { openEpisodeGame } from './episode-game'

const { story, walkthrough } = readBundled()
const actions = walkthrough.slice(0, 6)

async function playAll() {
  const game = openEpisodeGame(story)
  const turns = [await game.start(1)]
  for (const action of actions) turns.push(await game.play(action))
  return turns
}

it('a game has the names of all its objects, except endless ones', async () => {
  const damaged = readZork(1)
  const bytes = new DataView(damaged.buffer)
  const [objects, object, endless] = [bytes.getUint16(0x0a) + 31 * 2, 200, 0xf000]
  bytes.setUint16(objects + (object - 1) * 9 + 7, endless)
  // Words without the bit that ends a text.
  damaged.fill(0x11, endless, endless + 2000)
  const [whole, rest] = await Promise.all([readZork(1), damaged].map((bytes) => openEpisodeGame(bytes).names()))
  expect(whole).toContain('brass lantern')
  const named = (names: readonly string[] = []) => names.filter((name) => name !== '').length
  expect(named(rest)).toBe(named(whole) - 1)
})

describe('a game that continues where a log ended', () => {
  it.each([
    ['by the snapshot', (quetzal: Uint8Array | null) => quetzal],
    ['by the actions where there is no snapshot', () => null],
    ['by the actions where the snapshot is damaged', () => new TextEncoder().encode('no snapshot')],
  ])('is in the logged state, %s', async (_how, snapshotOf) => {
    const turns = await playAll()
    const { quetzal = null, stateHash } = turns.at(-1) ?? {}
    const game = openEpisodeGame(story)
    expect(await game.resume({ seed: 1, reseeds: [], actions, quetzal: snapshotOf(quetzal), stateHash })).toBe(true)
    const [next, expected] = [await game.play('look'), await openAndPlay([...actions, 'look'])]
    expect(next.stateHash).toBe(expected)
  })

  it('ignores a snapshot of another turn and replays the actions to the logged state', async () => {
    const turns = await playAll()
    const game = openEpisodeGame(story)
    expect(
      await game.resume({
        seed: 1,
        reseeds: [],
        actions,
        quetzal: turns[2]?.quetzal ?? null,
        stateHash: turns.at(-1)?.stateHash,
      }),
    ).toBe(true)
    expect((await game.play('look')).stateHash).toBe(await openAndPlay([...actions, 'look']))
  })

  it('is not resumed if neither leads to the logged state', async () => {
    const turns = await playAll()
    const past = { reseeds: [], actions, quetzal: turns.at(-1)?.quetzal ?? null, stateHash: 'of another game' }
    expect(await openEpisodeGame(story).resume({ seed: 1, ...past })).toBe(false)
    expect(
      await openEpisodeGame(story).resume({ seed: 2, ...past, quetzal: null, stateHash: turns.at(-1)?.stateHash }),
    ).toBe(false)
  })
})

async function openAndPlay(commands: readonly string[]): Promise<string> {
  const game = openEpisodeGame(story)
  let { stateHash } = await game.start(1)
  for (const command of commands) ({ stateHash } = await game.play(command))
  return stateHash
}

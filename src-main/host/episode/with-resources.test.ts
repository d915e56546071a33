import { describe, expect, it } from 'vitest'
import { settings } from '@shared/settings/settings'
import { memorySecrets } from '../../secrets/secret-store'
import { openSecrets } from '../../secrets/secrets'
import type { LibraryStory } from '../../story/catalog/story-library'
import { type EpisodeGame, openEpisodeGame } from '../../story/episode/episode-game'
import { readBundled } from '../../story/story-files.testkit'
import { type EpisodeOptions, withResources } from './with-resources'

const story = { bytes: readBundled().story } as LibraryStory
const wanted = {
  story,
  kind: 'random' as const,
  settings: settings.parse({}),
  usesMcp: false,
  serversOff: [],
  batch: true,
  seed: 1,
  prompt: null,
  model: undefined,
  baseUrl: undefined,
}
const optionsWith = (game: Partial<EpisodeGame>, { signal } = new AbortController()) =>
  ({
    openGame: () => ({ ...openEpisodeGame(story.bytes), ...game }),
    secrets: openSecrets(memorySecrets(), {}, []),
    env: {},
    signal,
  }) as unknown as EpisodeOptions

it('resources of an episode that cannot start are closed in reverse order, even if closing fails', async () => {
  const closed: string[] = []
  const part = (name: string, close: () => Promise<void> = async () => {}) => ({
    close: () => (closed.push(name), close()),
  })
  const options = optionsWith(part('game'))
  const opening = withResources(wanted, options, async (_resources, keep) => {
    keep(part('folder'))
    keep(part('log', () => Promise.reject(new Error('the disk is full'))))
    throw new Error('it cannot begin')
  })
  await expect(opening).rejects.toThrow('it cannot begin')
  expect(closed).toEqual(['log', 'folder', 'game'])
})

describe('a host that closes', () => {
  it('does not wait for the game of an episode that has not started', async () => {
    const host = new AbortController()
    let fail = (_error: Error) => {}
    const options = optionsWith(
      {
        start: () => new Promise((_resolve, reject) => (fail = reject)),
        close: async () => fail(new Error('The thread of the game has ended.')),
      },
      host,
    )
    const opening = withResources(wanted, options, ({ game }) => game.start(1))
    // A call of the game is pending after this.
    await new Promise(setImmediate)
    host.abort(new Error('The host is closing.'))
    await expect(opening).rejects.toThrow('The host is closing.')
  })

  it('leaves nothing of an episode that was about to start, and starts one that has a log', async () => {
    for (const [keepsFirst, hasBegun] of [
      [false, false],
      [true, true],
    ]) {
      const host = new AbortController()
      const closed: string[] = []
      const part = (name: string) => ({ close: async () => void closed.push(name) })
      const opening = withResources(wanted, optionsWith(part('game'), host), async (_resources, keep) => {
        if (keepsFirst) keep(part('log'))
        host.abort(new Error('The host is closing.'))
        if (!keepsFirst) keep(part('log'))
        return 'begun'
      })
      expect(await opening.catch((error: Error) => error.message)).toBe(hasBegun ? 'begun' : 'The host is closing.')
      expect(closed).toEqual(hasBegun ? [] : ['game', 'log', 'game'])
    }
  })
})

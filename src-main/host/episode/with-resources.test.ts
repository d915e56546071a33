import { settings } from '@shared/config/settings'
import { expect, it } from 'vitest'
import { openEpisodeGame } from '../../game/episode/episode-game'
import { readBundled } from '../../game/shared-files.testkit'
import type { LibraryStory } from '../../game/library/story-library'
import { memorySecrets } from '../../secrets/secret-store'
import { openSecrets } from '../../secrets/secrets'
import { type OpenOptions, withResources } from './with-resources'

it('what was opened for an episode that cannot begin is closed, the last first, also where closing fails', async () => {
  const closed: string[] = []
  const part = (name: string, close: () => Promise<void> = async () => {}) => ({
    close: () => (closed.push(name), close()),
  })
  const game = openEpisodeGame(readBundled().story)
  const options = {
    openGame: () => ({ ...game, ...part('game') }),
    secrets: openSecrets(memorySecrets(), {}, []),
    env: {},
  } as unknown as OpenOptions
  const story = { bytes: readBundled().story } as LibraryStory
  const wanted = {
    story,
    kind: 'random' as const,
    settings: settings.parse({}),
    usesMcp: false,
    serversOff: [],
    batch: true,
    seed: 1,
    model: undefined,
    baseUrl: undefined,
  }
  const opening = withResources(wanted, options, async (_resources, keep) => {
    keep(part('folder'))
    keep(part('log', () => Promise.reject(new Error('the disk is full'))))
    throw new Error('it cannot begin')
  })
  await expect(opening).rejects.toThrow('it cannot begin')
  expect(closed).toEqual(['log', 'folder', 'game'])
})

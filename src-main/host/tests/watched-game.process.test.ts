import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { memorySecrets } from '../../secrets/secret-store'
import { createHost, type Host } from '../host'

const appRoot = resolve(import.meta.dirname, '../../..')
let folder: string
let host: Host
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watched-'))
  host = await createHost({
    shell: 'web',
    appRoot,
    dataFolder: join(folder, 'data'),
    configFile: null,
    mcpConfigFile: null,
    gameWorkerFile: join(appRoot, 'out/main/game-worker.js'),
    env: process.env,
    secrets: memorySecrets(),
    now: () => new Date(),
    onFault: (error) => {
      throw error
    },
  })
})
afterEach(async () => {
  await host.close()
  await rm(folder, { recursive: true, force: true })
})

async function follow(episodeId: string): Promise<EpisodeState> {
  let state = emptyEpisode
  for await (const { events } of host.api.watchEpisode({ episodeId, fromSeq: 0 }, new AbortController().signal)) {
    state = events.reduce(reduceEpisode, state)
    if (state.ended && state.turns.length === state.turnLimit) break
  }
  return state
}

const play = async (pace: 'watch' | 'batch', turnLimit: number) =>
  (await host.api.startEpisode({ game: 'glass-weather', player: 'random', seed: 3, turnLimit, pace, mcp: false }))
    .episodeId
/** The observations without paths and times. */
const played = ({ turns }: EpisodeState) =>
  turns.map(({ observation, completed }) => [
    { ...observation, seq: null, at: null, episode_id: null },
    completed?.stateHash,
  ])

it('an episode whose game runs in a thread plays and resumes like any other', async () => {
  const whole = await follow(await play('batch', 6))
  const watched = await play('watch', 3)
  expect((await follow(watched)).ended?.ended).toBe('turn_limit')
  // The thread ends shortly after the episode.
  await expect
    .poll(() => host.api.resumeEpisode({ episodeId: watched, turnLimit: 6, pace: 'watch' }).catch(() => null))
    .not.toBeNull()
  expect(played(await follow(watched))).toEqual(played(whole))
})

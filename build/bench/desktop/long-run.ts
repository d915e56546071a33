import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeSnapshot } from '../../../src-main/episode/snapshots'
import { openEpisodeGame } from '../../../src-main/story/episode/episode-game'
import { longEpisode, TURNS, writeEpisode } from '../viewer/episode'

export const LONG = 'long'
export const FORK_TURN = TURNS / 2

/**
 * Writes the generated episode so that it can be resumed at its end and forked at `FORK_TURN`, with a model at
 * `baseUrl`. Every snapshot is the beginning of the bundled story. Returns the size of the log in bytes.
 */
export async function writeResumable(dataFolder: string, baseUrl: string): Promise<number> {
  const fileName = 'glass-weather.z5'
  const story = readFileSync(join('build/story', fileName))
  const game = openEpisodeGame(story)
  const { quetzal, stateHash } = await game.start(1)
  if (quetzal === null) throw new Error('The story saves no snapshot.')
  const events = longEpisode().map((event) => {
    if (event.event_type === 'episode_started')
      return {
        ...event,
        game: { ...event.game, file_name: fileName, sha256: createHash('sha256').update(story).digest('hex') },
        player: { ...event.player, kind: 'llm' as const, model: 'talking', profile: 'generic', base_url: baseUrl },
      }
    return event.event_type === 'turn_completed' ? { ...event, state_hash: stateHash } : event
  })
  const bytes = await writeEpisode(dataFolder, LONG, events)
  const turns = Array.from({ length: TURNS }, (_, index) => index + 1)
  for (const turn of turns) await writeSnapshot(join(dataFolder, LONG), turn, quetzal)
  return bytes
}

import { Readable } from 'node:stream'
import type { LoggedEvent } from '@shared/episode/log/event'
import { pathIn } from '../base/files/plain-file'
import { replacePlain } from '../base/files/replace-file'
import { writeError } from '../base/files/write-error'
import { LOG_FILE } from './log/log-lines'
import { makeEpisodeFolder } from './make-episode-folder'

/** Writes a whole log as a new episode, or nothing. `name` is part of its id. Rejects with `cannot_write`. */
export async function addLog(dataFolder: string, events: readonly LoggedEvent[], name: string): Promise<string> {
  const made = await makeEpisodeFolder(dataFolder, new Date(events[0]?.at ?? 0), name)
  const lines = function* () {
    for (const event of events) yield Buffer.from(`${JSON.stringify({ ...event, episode_id: made.id })}\n`)
  }
  try {
    await replacePlain(pathIn(dataFolder, made.id, LOG_FILE), Readable.from(lines()))
    return made.id
  } catch (error) {
    await made.close()
    throw writeError('Not added', made.folder, error)
  }
}

import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LONGEST_OPENED_BYTES } from '@shared/episode/log/episode-file'
import { makePlainFolder, pathIn, pathInside } from '../../base/files/plain-file'
import { replacePlain } from '../../base/files/replace-file'
import { LOG_FILE } from '../../episode/log/log-lines'
import { withWriterLease } from '../../episode/writer-lease'
import type { LogSync, UnitAttempt } from '../run/other-machines'
import { type ExperimentStore, LOG_PART_BYTES } from '../store/experiment-store'

/** Synchronizes the episodes of a data folder with the store that machines share. */
export function createLogSync(store: ExperimentStore, dataFolder: string): LogSync {
  return {
    async beginAttempt({ key, episode }) {
      const known = await store.readResult(key)
      if (known !== null) return known.result
      const { attempt, before } = await store.beginAttempt(key)
      if (before !== null) await fetchLog(store, key, before, dataFolder, episode)
      return openAttempt(store, key, attempt, join(dataFolder, episode, LOG_FILE))
    },
    saveFailure: (failure) => store.saveFailure(failure),
  }
}

/** Replaces the log of the episode with the log of an attempt. Rejects with `running` while a process writes it. */
export async function fetchLog(
  store: ExperimentStore,
  key: string,
  attempt: number,
  dataFolder: string,
  episode: string,
): Promise<void> {
  const place = pathIn(dataFolder, episode)
  await withWriterLease(place.path, 'The log was not fetched', async () => {
    await rm(place.path, { recursive: true, force: true })
    await makePlainFolder(place)
    await replacePlain(pathInside(place.path, LOG_FILE), store.readLog(key, attempt))
  })
}

function openAttempt(store: ExperimentStore, key: string, attempt: number, path: string): UnitAttempt {
  let sent = 0
  let last: Promise<void> = Promise.resolve()
  /** Sequential, so that no byte is sent twice. */
  const send = () => (last = last.catch(() => {}).then(sendRest))

  async function sendRest(): Promise<void> {
    const file = await open(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    try {
      for (;;) {
        const room = Math.min(LOG_PART_BYTES, LONGEST_OPENED_BYTES - sent)
        const { bytesRead = 0, buffer } = (await file?.read(Buffer.alloc(room), 0, room, sent)) ?? {}
        if (bytesRead === 0 || buffer === undefined) return
        await store.sendLog(key, attempt, sent, buffer.subarray(0, bytesRead))
        sent += bytesRead
      }
    } finally {
      await file?.close()
    }
  }

  return {
    name: `${key}/${attempt}`,
    sendLog: send,
    saveResult: (result) => store.saveResult(attempt, result),
  }
}

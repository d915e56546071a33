import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LONGEST_OPENED_BYTES } from '@shared/episode/log/episode-file'
import { LOG_FILE } from '../../episode/log/log-lines'
import { asWriter } from '../../episode/writer-mark'
import { makePlainFolder } from '../../base/files/make-folder'
import { placeInside, placeIn } from '../../base/files/plain-file'
import { replacePlain } from '../../base/files/replace-file'
import type { Attempt, Courier } from '../run/exchange'
import { type ExperimentStore, LOG_PART_BYTES } from '../store/experiment-store'

/** Between the episodes of a data folder and what machines share of them. */
export function createCourier(store: ExperimentStore, dataFolder: string): Courier {
  return {
    async begin({ key, episode }) {
      const known = await store.readResult(key)
      if (known !== null) return known.result
      const { attempt, before } = await store.beginAttempt(key)
      if (before !== null) await bringLog(store, key, before, dataFolder, episode)
      return sending(store, key, attempt, join(dataFolder, episode, LOG_FILE))
    },
    keepFailure: (failure) => store.keepFailure(failure),
  }
}

/** Puts the log of an attempt in the place of the episode's. Rejects with `running` while somebody writes it. */
export async function bringLog(
  store: ExperimentStore,
  key: string,
  attempt: number,
  dataFolder: string,
  episode: string,
): Promise<void> {
  const place = placeIn(dataFolder, episode)
  await asWriter(place.path, 'The log was not brought', async () => {
    await rm(place.path, { recursive: true, force: true })
    await makePlainFolder(place)
    await replacePlain(placeInside(place.path, LOG_FILE), store.readLog(key, attempt))
  })
}

function sending(store: ExperimentStore, key: string, attempt: number, path: string): Attempt {
  let sent = 0
  let last: Promise<void> = Promise.resolve()
  /** One after the other, so that no byte goes twice. */
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
    send,
    keep: (result) => store.keepResult(attempt, result),
  }
}

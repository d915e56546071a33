import { setTimeout as sleep } from 'node:timers/promises'
import { ExpectedError } from '@shared/base/expected-error'
import { acquireLease, type LeaseTiming } from './lease'
import type { RootedPath } from './plain-file'
import { writeError } from './write-error'

/** A lock is held for milliseconds; a longer wait means that its process died or sleeps. */
const TIMING: LeaseTiming = { heartbeatMs: 1_000, staleAfterMs: 10_000, takeoverDelayMs: 2_500 }
const LONGEST_WAIT_MS = 20_000
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [2, 20]

const IS_BUSY = 'is being changed by another program. Try again.'

/** Runs `act` while no other process holds the lock of the file. Rejects with `not_possible` or `cannot_write`. */
export async function withLock<Result>({ root, path }: RootedPath, act: () => Promise<Result>): Promise<Result> {
  for (const startMs = Date.now(); ;) {
    const lock = await acquireLease({ root, path: `${path}.lock` }, TIMING).catch((error: unknown) => {
      throw writeError('Not saved', path, error)
    })
    if (lock !== null) {
      try {
        return await act()
      } finally {
        await lock.release()
      }
    }
    if (Date.now() - startMs > LONGEST_WAIT_MS) throw new ExpectedError('not_possible', `${path} ${IS_BUSY}`)
    // Random, so that waiting processes do not collide.
    await sleep(SHORTEST_PAUSE_MS + Math.random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS))
  }
}

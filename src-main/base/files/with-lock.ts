import { setTimeout as sleep } from 'node:timers/promises'
import { ExpectedError } from '@shared/base/expected-error'
import { acquireLease, type LeaseTiming } from './lease'
import { notWritten } from './not-written'
import type { RootedPath } from './plain-file'

/** It is held for some milliseconds; whoever waits longer waits for a program that died, or sleeps. */
const TIMING: LeaseTiming = { heartbeatMs: 1_000, staleAfterMs: 10_000, takeoverDelayMs: 2_500 }
const LONGEST_WAIT_MS = 20_000
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [2, 20]

const IS_BUSY = 'is being changed by another program. Try again.'

/**
 * Does what reads a file and writes it back, while no other program does the same to it; they wait for each other.
 * Rejects with `not_possible` if one of them does not come to an end, and with `cannot_write`.
 */
export async function withLock<Result>({ root, path }: RootedPath, act: () => Promise<Result>): Promise<Result> {
  for (const began = Date.now(); ;) {
    const lock = await acquireLease({ root, path: `${path}.lock` }, TIMING).catch((error: unknown) => {
      throw notWritten('Not saved', path, error)
    })
    if (lock !== null) {
      try {
        return await act()
      } finally {
        await lock.release()
      }
    }
    if (Date.now() - began > LONGEST_WAIT_MS) throw new ExpectedError('not_possible', `${path} ${IS_BUSY}`)
    // Not in step with the others that wait.
    await sleep(SHORTEST_PAUSE_MS + Math.random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS))
  }
}

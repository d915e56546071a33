import type { Ledger } from './ledger'
import type { PlayOrder } from './messages'
import type { LogSync, UnitAttempt } from './other-machines'
import type { Claim } from './run-queue'
import type { PlayOutcome, WorkerPool } from './worker-pool'

/** Interval at which the log of a unit is sent to the store, so that another machine can continue the unit. */
const SEND_INTERVAL_MS = 10_000

export interface ClaimRun {
  readonly pool: WorkerPool
  readonly ledger: Ledger
  /** Null if everything is on this machine. */
  readonly logSync: LogSync | null
  /** Number of turns in the log of the unit; 0 until a turn is played after the claim. */
  readonly turnsOf: (key: string) => number
}

/** Plays the unit in a worker, and sends its log and its result to the machines that share the experiment. */
export async function playClaim(
  { unit, signal }: Claim,
  order: PlayOrder,
  { pool, ledger, logSync, turnsOf }: ClaimRun,
): Promise<PlayOutcome> {
  const own: { attempt?: UnitAttempt } = {}
  const prepare = async (): Promise<PlayOutcome | null> => {
    const begun = await logSync?.beginAttempt(unit)
    if (begun === undefined) return null
    if ('key' in begun) return { kind: 'done', result: begun }
    own.attempt = begun
    await ledger.startAttempt(unit, begun)
    return null
  }
  const release = () => pool.release(unit.key)
  signal.addEventListener('abort', release, { once: true })
  const sending = setInterval(() => {
    // Before the first turn the worker may still truncate the log. A part that cannot be sent is sent with the next
    // one.
    if (turnsOf(unit.key) > 0) void own.attempt?.sendLog().catch(() => {})
  }, SEND_INTERVAL_MS)
  try {
    const outcome = await pool.play(order, prepare)
    if (outcome.kind === 'done') {
      await own.attempt?.sendLog()
      await own.attempt?.saveResult(outcome.result)
    } else await own.attempt?.sendLog().catch(() => {})
    return outcome
  } finally {
    clearInterval(sending)
    signal.removeEventListener('abort', release)
  }
}

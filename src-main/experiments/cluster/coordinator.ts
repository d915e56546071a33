import { setTimeout as sleep } from 'node:timers/promises'
import { DESIRED_STATES, type DesiredState } from '@shared/contract/experiments'
import type { Spending } from '../run/budget'
import type { ClusterCoordinator, ClusterStatus } from '../run/other-machines'
import { retryUntilAvailable, type QueueDatabase } from './queue-database'

/** Longer waits are split, because a hold of the endpoint may be extended during the wait. */
const LONGEST_WAIT_MS = 5000

/** The coordinator of machines that play one experiment. All times are those of the database's clock. */
export function createCoordinator(database: QueueDatabase, experiment: string): ClusterCoordinator {
  const unwritten = new Map<string, { unit: string; turns: number; spent: Spending }>()
  return {
    async waitForRequestSlot(address, perMinute, stop) {
      // The slot is reserved once; holds are checked until it is reached.
      let slotAt: string | null = null
      while (!stop.aborted) {
        const rows: readonly Readonly<Record<string, unknown>>[] | null = await retryUntilAvailable(
          () =>
            slotAt === null
              ? reserveRequestSlot(database, address, perMinute)
              : readRequestSlot(database, address, slotAt),
          stop,
        )
        if (rows === null) return
        const [{ place: slot = null, wait_ms: wait = 0 } = {}] = rows
        if (typeof slot === 'string') slotAt = slot
        if (Number(wait) <= 0) return
        await sleep(Math.min(Number(wait) + 1, LONGEST_WAIT_MS), undefined, { signal: stop }).catch(() => {})
      }
    },
    async holdEndpoint(address, ms) {
      await retryUntilAvailable(
        () =>
          database.query(
            `INSERT INTO zorkgpt.gate AS gate (address, held_until) VALUES ($1, now() + $2 * interval '1 ms')
             ON CONFLICT (address) DO UPDATE SET held_until = greatest(gate.held_until, excluded.held_until)`,
            [address, ms],
          ),
        AbortSignal.timeout(60_000),
      )
    },
    recordSpending(attempt, unit, turns, spent) {
      unwritten.set(attempt, { unit, turns, spent })
    },
    async readStatus(): Promise<ClusterStatus> {
      const rows = [...unwritten]
      if (rows.length > 0) {
        await database.query(
          `INSERT INTO zorkgpt.spent AS spent (experiment, attempt, unit, turns, tokens, cost_usd)
           SELECT $1, * FROM unnest($2::text[], $3::text[], $4::int[], $5::float8[], $6::float8[])
           ON CONFLICT (experiment, attempt) DO UPDATE
           SET turns = greatest(spent.turns, excluded.turns), tokens = greatest(spent.tokens, excluded.tokens),
               cost_usd = greatest(spent.cost_usd, excluded.cost_usd)`,
          [
            experiment,
            rows.map(([attempt]) => attempt),
            rows.map(([, { unit }]) => unit),
            rows.map(([, { turns }]) => turns),
            rows.map(([, { spent }]) => spent.tokens),
            rows.map(([, { spent }]) => spent.cost_usd),
          ],
        )
        for (const [attempt, row] of rows) if (unwritten.get(attempt) === row) unwritten.delete(attempt)
      }
      const [row] = await database.query(
        `SELECT wish, extract(epoch FROM now() - published_at) * 1000 AS wall_ms,
                (SELECT coalesce(sum(tokens), 0) FROM zorkgpt.spent WHERE experiment = name) AS tokens,
                (SELECT coalesce(sum(cost_usd), 0) FROM zorkgpt.spent WHERE experiment = name) AS cost_usd
           FROM zorkgpt.experiment WHERE name = $1`,
        [experiment],
      )
      return {
        desiredState: desiredStateOf(row?.wish),
        wallMs: Number(row?.wall_ms ?? 0),
        spent: { tokens: Number(row?.tokens ?? 0), cost_usd: Number(row?.cost_usd ?? 0) },
      }
    },
  }
}

/** `cancel` for an experiment that is not in the database, and for an unknown state. */
const desiredStateOf = (wish: unknown): DesiredState => DESIRED_STATES.find((known) => known === wish) ?? 'cancel'

const reserveRequestSlot = (database: QueueDatabase, address: string, perMinute: number | undefined) =>
  database.query(
    `INSERT INTO zorkgpt.gate AS gate (address, next_at) VALUES ($1, now() + $2::float8 * interval '1 ms')
     ON CONFLICT (address) DO UPDATE SET next_at = greatest(gate.next_at, now(), gate.held_until) + $2::float8 * interval '1 ms'
     RETURNING (next_at - $2::float8 * interval '1 ms')::text AS place,
               extract(epoch FROM greatest(next_at - $2::float8 * interval '1 ms', held_until) - now()) * 1000 AS wait_ms`,
    [address, perMinute === undefined ? 0 : 60_000 / perMinute],
  )

const readRequestSlot = (database: QueueDatabase, address: string, place: string) =>
  database.query(
    `SELECT extract(epoch FROM greatest($2::timestamptz, held_until) - now()) * 1000 AS wait_ms
       FROM zorkgpt.gate WHERE address = $1`,
    [address, place],
  )

import { setTimeout as sleep } from 'node:timers/promises'
import { DESIRED_STATES, type DesiredState } from '@shared/contract/experiments'
import type { Spending } from '../run/budget'
import type { ClusterCoordinator, ClusterStatus } from '../run/other-machines'
import { retryUntilAvailable, type QueueDatabase } from './queue-database'

/** Waits are cut in parts: an endpoint may ask to be left alone for longer meanwhile. */
const LONGEST_WAIT_MS = 5000

/** What machines that play one experiment tell each other, by the clock of their database alone. */
export function createCoordinator(database: QueueDatabase, experiment: string): ClusterCoordinator {
  const untold = new Map<string, { unit: string; turns: number; spent: Spending }>()
  return {
    async waitForRequestSlot(address, perMinute, stop) {
      // A place in the queue of requests is taken once; that nobody asked to be left alone is looked at to the last.
      let placeAt: string | null = null
      while (!stop.aborted) {
        const rows: readonly Readonly<Record<string, unknown>>[] | null = await retryUntilAvailable(
          () =>
            placeAt === null
              ? reserveRequestSlot(database, address, perMinute)
              : readRequestSlot(database, address, placeAt),
          stop,
        )
        if (rows === null) return
        const [{ place = null, wait_ms: wait = 0 } = {}] = rows
        if (typeof place === 'string') placeAt = place
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
      untold.set(attempt, { unit, turns, spent })
    },
    async readStatus(): Promise<ClusterStatus> {
      const rows = [...untold]
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
        for (const [attempt, row] of rows) if (untold.get(attempt) === row) untold.delete(attempt)
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

/** Nobody wants an experiment that is not there. */
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

import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { ExpectedError, isExpected } from '@shared/base/expected-error'
import type { DesiredState } from '@shared/contract/experiments'

export interface QueueTiming {
  /** Interval of the heartbeats for a held unit. */
  readonly heartbeatSeconds: number
  /** Age of the last heartbeat at which the unit goes to another machine. */
  readonly expireSeconds: number
  /** Interval at which each machine looks for units with expired heartbeats. */
  readonly superviseSeconds: number
}

/** Time limit of a query. Queries take milliseconds, a migration of the tables takes seconds. */
const QUERY_TIMEOUT_MS = 30_000

const TIMING: QueueTiming = { heartbeatSeconds: 15, expireSeconds: 45, superviseSeconds: 15 }

/** Must be raised when the tables below change. */
const TABLES_VERSION = 1
const TABLES = `
  CREATE SCHEMA IF NOT EXISTS zorkgpt;
  CREATE TABLE IF NOT EXISTS zorkgpt.version (version int NOT NULL);
  CREATE TABLE IF NOT EXISTS zorkgpt.experiment (
    name text PRIMARY KEY,
    wish text NOT NULL DEFAULT 'run',
    published_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE IF NOT EXISTS zorkgpt.spent (
    experiment text NOT NULL,
    attempt text NOT NULL,
    unit text NOT NULL,
    turns int NOT NULL,
    tokens double precision NOT NULL,
    cost_usd double precision NOT NULL,
    PRIMARY KEY (experiment, attempt)
  );
  CREATE TABLE IF NOT EXISTS zorkgpt.gate (
    address text PRIMARY KEY,
    held_until timestamptz NOT NULL DEFAULT '-infinity',
    next_at timestamptz NOT NULL DEFAULT '-infinity'
  );
  INSERT INTO zorkgpt.version SELECT ${TABLES_VERSION} WHERE NOT EXISTS (SELECT FROM zorkgpt.version);
`

export interface Unfinished {
  readonly name: string
  /** Whether units wait to be claimed. */
  readonly hasWaitingUnits: boolean
}

/**
 * The database that machines share. Units are in the tables of pg-boss, spending and rate limits in tables of the app.
 */
export class QueueDatabase {
  readonly boss: PgBoss
  readonly timing: QueueTiming
  readonly #db: ReturnType<PgBoss['getDb']>

  private constructor(boss: PgBoss, timing: QueueTiming) {
    this.boss = boss
    this.timing = timing
    this.#db = boss.getDb()
  }

  /**
   * `url`: postgres://USER:PASSWORD@HOST:PORT/DATABASE. Rejects with `bad_input` or `not_received`; no message contains
   * the password.
   */
  static async open(url: string, timing = TIMING, queryTimeoutMs = QUERY_TIMEOUT_MS): Promise<QueueDatabase> {
    const where = describeAddress(url)
    const network = {
      connectionTimeoutMillis: 10_000,
      // A connection that hangs reports no error; after this time the query is repeated on another one.
      query_timeout: queryTimeoutMs,
      keepAlive: true,
    }
    const boss = new PgBoss({
      ...network,
      connectionString: url,
      application_name: 'zorkgpt',
      max: 4,
      schedule: false,
      superviseIntervalSeconds: timing.superviseSeconds,
      monitorIntervalSeconds: timing.superviseSeconds,
    })
    // Ignored here, because the callers retry their queries.
    boss.on('error', () => {})
    try {
      await boss.start()
      const database = new QueueDatabase(boss, timing)
      await database.#prepare()
      return database
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => {})
      throw isExpected(error) ? error : new ExpectedError('not_received', describeFailure(where, error))
    }
  }

  async close(): Promise<void> {
    await this.boss.stop({ graceful: false }).catch(() => {})
  }

  async query(text: string, values: readonly unknown[] = []): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const { rows } = await this.#db.executeSql(text, [...values])
    return rows as Readonly<Record<string, unknown>>[]
  }

  /** Sets the state for all machines that play the experiment. */
  async setDesiredState(experiment: string, wish: DesiredState): Promise<void> {
    await this.query(
      `INSERT INTO zorkgpt.experiment (name, wish) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET wish = excluded.wish`,
      [experiment, wish],
    )
  }

  async isPublished(experiment: string): Promise<boolean> {
    return (await this.query('SELECT FROM zorkgpt.experiment WHERE name = $1', [experiment])).length > 0
  }

  /**
   * Experiments with the desired state `run` and waiting or playing units, oldest first; empty once `stop` is aborted.
   */
  async unfinished(stop: AbortSignal): Promise<readonly Unfinished[]> {
    const rows = await retryUntilAvailable(() => this.#readUnfinished(), stop)
    return (rows ?? []).map(({ name, waits }) => ({ name: String(name), hasWaitingUnits: waits === true }))
  }

  #readUnfinished(): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const has = (states: string) =>
      `EXISTS (SELECT FROM pgboss.job AS job WHERE job.name = 'zorkgpt.' || experiment.name AND job.state IN (${states}))`
    return this.query(
      `SELECT * FROM (SELECT name, published_at, ${has("'created', 'retry'")} AS waits, ${has("'active'")} AS is_played
         FROM zorkgpt.experiment AS experiment WHERE wish = 'run') AS wanted
       WHERE waits OR is_played ORDER BY published_at`,
    )
  }

  async #prepare(): Promise<void> {
    // Locked, because several programs may create the tables at the same time.
    await this.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtext('zorkgpt')); ${TABLES} COMMIT;`)
    const [row] = await this.query('SELECT version FROM zorkgpt.version')
    if (row?.version !== TABLES_VERSION)
      throw new ExpectedError(
        'bad_input',
        `The tables of the queue have version ${String(row?.version)}, and this app needs version ${TABLES_VERSION}. Use the same version of the app on all machines, or another database.`,
      )
  }
}

/** Repeats a query while the database is unavailable, as during a restart. Resolves to null once `stop` is aborted. */
export async function retryUntilAvailable<Answer>(
  ask: () => Promise<Answer>,
  stop: AbortSignal,
): Promise<Answer | null> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (isExpected(error) || !isUnavailable(error)) throw error
      if (stop.aborted) return null
      await sleep(1000, undefined, { signal: stop }).catch(() => {})
    }
  }
}

/**
 * Whether the database is unreachable, starting, shutting down, out of resources, or read-only during a failover
 * (PostgreSQL manual, appendix A, classes 08, 25, 53 and 57).
 */
function isUnavailable(error: unknown): boolean {
  const { code = '', message } = error as NodeJS.ErrnoException
  return (
    /^(08|57P|53|25006)/.test(code) ||
    /^E[A-Z_]+$/.test(code) ||
    /terminat|timeout|connection|ended|closed/i.test(message)
  )
}

function describeAddress(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null || !/^postgres(ql)?:$/.test(parsed.protocol))
    throw new ExpectedError(
      'bad_input',
      'The address of the queue is not that of a PostgreSQL database. Give postgres://USER:PASSWORD@HOST:PORT/DATABASE, preferably in ZORKGPT_QUEUE_URL.',
    )
  const { host, pathname, searchParams } = parsed
  // The parser has read a slash in the user or password as the end of the host name.
  if (pathname.includes('@'))
    throw new ExpectedError(
      'bad_input',
      'The address of the queue has a slash in its user or password: write %2F instead, and encode other special characters as well.',
    )
  return `${host || searchParams.get('host') || 'localhost'}${pathname}`
}

function describeFailure(where: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  switch (code) {
    case '28P01':
    case '28000':
      return `The database ${where} rejects the user or the password. Check ZORKGPT_QUEUE_URL.`
    case '3D000':
      return `There is no database ${where}. Create it (createdb), or name another.`
    case '42501':
      return `The user has no rights in the database ${where} (${message}). It needs the right to create schemas: GRANT CREATE ON DATABASE … TO ….`
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ETIMEDOUT':
    case 'ENOENT':
    case 'EHOSTUNREACH':
      return `The database ${where} cannot be reached (${code}). Check its address and whether it is running.`
    default:
      return `The database ${where} cannot be used: ${message || code}.`
  }
}

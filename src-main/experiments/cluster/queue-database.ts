import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { DesiredState } from '@shared/contract/experiments'
import { ExpectedError, isExpected } from '@shared/base/expected-error'

/**
 * Whoever plays a unit says so this often; after so long without it, the unit goes to another. It is looked for such
 * units this often, by every machine. All in seconds.
 */
export interface QueueTiming {
  readonly heartbeatSeconds: number
  readonly expireSeconds: number
  readonly superviseSeconds: number
}

/** What is asked of the database takes milliseconds; a migration of its tables, seconds. */
const ANSWERS_WITHIN_MS = 30_000

const BEATS: QueueTiming = { heartbeatSeconds: 15, expireSeconds: 45, superviseSeconds: 15 }

/** Raised when the tables below change. */
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
  /** Something of it is to be had. */
  readonly hasWaitingUnits: boolean
}

/** The database that machines share: pg-boss keeps the units in it, and a few tables of ours what else they share. */
export class QueueDatabase {
  readonly boss: PgBoss
  readonly timing: QueueTiming
  readonly #db: ReturnType<PgBoss['getDb']>

  private constructor(boss: PgBoss, beats: QueueTiming) {
    this.boss = boss
    this.timing = beats
    this.#db = boss.getDb()
  }

  /**
   * `url` as postgres://USER:PASSWORD@HOST:PORT/DATABASE. Rejects with `bad_input` or `not_received`, and a sentence
   * that does not repeat the password.
   */
  static async open(url: string, beats = BEATS, answersWithinMs = ANSWERS_WITHIN_MS): Promise<QueueDatabase> {
    const where = describeAddress(url)
    const network = {
      connectionTimeoutMillis: 10_000,
      // One that was cut off, or hangs, does not say so: it is asked again by another connection.
      query_timeout: answersWithinMs,
      keepAlive: true,
    }
    const boss = new PgBoss({
      ...network,
      connectionString: url,
      application_name: 'zorkgpt',
      max: 4,
      schedule: false,
      superviseIntervalSeconds: beats.superviseSeconds,
      monitorIntervalSeconds: beats.superviseSeconds,
    })
    // A database that is away for a while is asked again by whoever wants something of it.
    boss.on('error', () => {})
    try {
      await boss.start()
      const database = new QueueDatabase(boss, beats)
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

  /** What is wanted of an experiment, by whoever plays it. */
  async setDesiredState(experiment: string, wish: DesiredState): Promise<void> {
    await this.query(
      `INSERT INTO zorkgpt.experiment (name, wish) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET wish = excluded.wish`,
      [experiment, wish],
    )
  }

  async isPublished(experiment: string): Promise<boolean> {
    return (await this.query('SELECT FROM zorkgpt.experiment WHERE name = $1', [experiment])).length > 0
  }

  /** Those that are wanted and not played to the end, the oldest first; of some all that is left is played now. */
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
    // Two that come at once would both find nothing.
    await this.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtext('zorkgpt')); ${TABLES} COMMIT;`)
    const [row] = await this.query('SELECT version FROM zorkgpt.version')
    if (row?.version !== TABLES_VERSION)
      throw new ExpectedError(
        'bad_input',
        `The tables of the queue are of version ${String(row?.version)}, and this app knows version ${TABLES_VERSION}. Use the same version of the app everywhere, or another database.`,
      )
  }
}

/** Asks until the database answers, for a restart of it is no reason to lose anything; until `stop` is aborted. */
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
 * Not there, starting, going down, without room, or read-only until another server takes over; see appendix A of the
 * manual of PostgreSQL, classes 08, 25, 53 and 57.
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
      'The address of the queue is none of a PostgreSQL database. Give postgres://USER:PASSWORD@HOST:PORT/DATABASE, best as ZORKGPT_QUEUE_URL.',
    )
  const { host, pathname, searchParams } = parsed
  // A slash of the password ended the name of the machine.
  if (pathname.includes('@'))
    throw new ExpectedError(
      'bad_input',
      'The address of the queue has a slash in its user or password: write %2F in its place, as other signs of an address.',
    )
  return `${host || searchParams.get('host') || 'localhost'}${pathname}`
}

function describeFailure(where: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  switch (code) {
    case '28P01':
    case '28000':
      return `The database ${where} does not take the user or the password. Check ZORKGPT_QUEUE_URL.`
    case '3D000':
      return `There is no such database at ${where}. Make it (createdb), or name another.`
    case '42501':
      return `The user has no rights in the database ${where} (${message}). It has to be allowed to create schemas there: GRANT CREATE ON DATABASE … TO ….`
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ETIMEDOUT':
    case 'ENOENT':
    case 'EHOSTUNREACH':
      return `The database ${where} cannot be reached (${code}). Check its address, and that it runs.`
    default:
      return `The database ${where} cannot be used: ${message || code}.`
  }
}

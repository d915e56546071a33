import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Unit } from '@shared/experiments/plan'
import type { Claim, ClaimLimits } from '../run/run-queue'
import { createCoordinator } from './coordinator'
import { NEEDS_POSTGRES, type Postgres, POSTGRES_IS_ABSENT, startPostgres } from './postgres.testkit'
import { retryUntilAvailable, QueueDatabase } from './queue-database'
import { type UnitGroups, SharedQueue } from './shared-queue'

const unit = (name: string, arm = 'one'): Unit => ({
  arm,
  story: 'zork1',
  handicap: 'L2',
  seed: 1,
  repeat: 1,
  key: createHash('sha256').update(name).digest('hex'),
  episode: name,
})
const units = (...names: string[]) => new Map(names.map((name) => [unit(name).key, unit(name)]))
const MAX_EMPTY_QUERIES = 20
const ALL: ClaimLimits = { admits: () => true, changed: () => Promise.resolve() }

/** A proxy to a database. While it is silent, no answer arrives. */
async function startProxy(url: string) {
  const to = new URL(url)
  const { port, hostname } = to
  const sockets = new Set<Socket>()
  const proxy = { isSilent: false, url: '', close: async () => {} }
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
    near.on('data', (data) => far.write(data)).on('close', () => far.destroy())
    far.on('data', (data) => proxy.isSilent || near.write(data)).on('close', () => near.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  to.port = String((server.address() as AddressInfo).port)
  proxy.url = to.href
  proxy.close = async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return proxy
}

describe.skipIf(POSTGRES_IS_ABSENT)(`a queue on PostgreSQL${NEEDS_POSTGRES}`, () => {
  let postgres: Postgres
  let database: QueueDatabase
  let other: QueueDatabase
  beforeAll(async () => {
    postgres = await startPostgres()
    const timing = { heartbeatSeconds: 1, expireSeconds: 10, superviseSeconds: 1 }
    ;[database, other] = await Promise.all([
      QueueDatabase.open(postgres.url, timing),
      QueueDatabase.open(postgres.url, timing),
    ])
  })
  afterAll(async () => {
    await database?.close()
    await other?.close()
    await postgres?.stop()
  })

  const failures: string[] = []
  /** The units of the published plan. */
  let planned: ReadonlyMap<string, Unit> = new Map()
  const groups: UnitGroups = {
    groupOf: ({ arm }) => arm,
    limitOf: (group) => (group === 'few' ? 1 : undefined),
    isPlanned: async (key) => planned.has(key),
    recordFailure: async (_unit, reason, isFinal) => {
      failures.push(reason)
      return isFinal
    },
  }
  const never = new AbortController().signal
  const queueOf = (name: string, all: ReadonlyMap<string, Unit>, of = database) =>
    new SharedQueue(of, name, all, groups, never)
  /** Null if several queries in a row find no unit. */
  const next = async (queue: SharedQueue, limits = ALL): Promise<Claim | null> => {
    const stop = new AbortController()
    let queries = 0
    const changed = async () => {
      if (++queries === MAX_EMPTY_QUERIES) stop.abort()
    }
    for await (const claim of queue.claims({ ...limits, changed }, stop.signal)) return claim
    return null
  }

  it('gives each unit to one machine, in order, and ends when all are settled', async () => {
    const all = units('a', 'b', 'c', 'd')
    const [here, there] = [queueOf('order', all), queueOf('order', all, other)]
    await here.add([...all.values()])
    await there.add([...all.values()])
    expect(await here.counts()).toMatchObject({ waiting: 4, done: 0 })
    const given: string[] = []
    const drain = async (queue: SharedQueue) => {
      for await (const claim of queue.claims(ALL, never)) {
        given.push(claim.unit.episode)
        expect(await claim.settle({ kind: 'done', result: {} as never })).toBe(true)
      }
    }
    await drain(here)
    expect(given).toEqual(['a', 'b', 'c', 'd'])
    await drain(there)
    expect(await there.counts()).toEqual({ waiting: 0, playing: 0, done: 4, failed: 0 })
  })

  it('repeats released, lost and failed units, and ends those that failed for good', async () => {
    const all = units('e')
    const queue = queueOf('back', all)
    await queue.add([...all.values()])
    expect(await (await next(queue))?.settle({ kind: 'released' })).toBe(false)
    expect(await (await next(queue))?.settle({ kind: 'lost', turns: 3 })).toBe(false)
    expect(await (await next(queue))?.settle({ kind: 'failed', reason: 'once', isFinal: false })).toBe(false)
    const last = await next(queue)
    expect(last?.attempt).toBe(4)
    await last?.settle({ kind: 'failed', reason: 'for good', isFinal: true })
    expect(failures).toEqual(['once', 'for good'])
    expect(await queue.counts()).toEqual({ waiting: 0, playing: 0, done: 0, failed: 1 })
    await queue.add([...all.values()])
    expect(await queue.counts()).toMatchObject({ waiting: 1, failed: 0 })
  })

  it('gives up a unit after 60 claims that never ended', async () => {
    const all = units('deadly')
    const queue = queueOf('deadly', all)
    await queue.add([...all.values()])
    postgres.query("UPDATE pgboss.job SET retry_count = 60 WHERE name = 'zorkgpt.deadly'")
    expect(await next(queue)).toBeNull()
    expect(failures.at(-1)).toBe('It was claimed 60 times and never ended.')
    expect(await queue.counts()).toEqual({ waiting: 0, playing: 0, done: 0, failed: 1 })
  })

  it('leaves added units to machines that have read the current plan', async () => {
    const [before, all] = [units('n'), units('n', 'o')]
    planned = all
    const [queue, current] = [queueOf('grows', before), queueOf('grows', all)]
    await current.add([...all.values()])
    const given: string[] = []
    for await (const claim of queue.claims(ALL, never)) {
      given.push(claim.unit.episode)
      await claim.settle({ kind: 'done', result: {} as never })
    }
    expect(given).toEqual(['n'])
    expect(await queue.counts()).toMatchObject({ waiting: 1, done: 1, failed: 0 })
    expect((await next(current))?.unit.episode).toBe('o')
  })

  it('ignores jobs of other programs', async () => {
    const all = units('p')
    const queue = queueOf('foreign', all)
    await queue.add([...all.values()])
    const rows = [null, {}, 'key', { key: 'ab' }, { key: unit('p').key }].map((data) => `'${JSON.stringify(data)}'`)
    postgres.query(
      `INSERT INTO pgboss.job (name, data, priority) SELECT 'zorkgpt.foreign', data::jsonb, 9 FROM unnest(ARRAY[NULL, ${rows.join(', ')}]) AS data`,
    )
    const claim = await next(queue)
    expect(claim?.unit.episode).toBe('p')
    expect(await claim?.settle({ kind: 'done', result: {} as never })).toBe(true)
    expect(await queue.counts()).toEqual({ waiting: 0, playing: 0, done: 1, failed: 6 })
  })

  it('does not exceed the limit of a group over all machines, nor the admitted number', async () => {
    const few = new Map(['f', 'g'].map((name) => [unit(name).key, unit(name, 'few')]))
    const all = new Map([...few, ...units('h')])
    const [here, there] = [queueOf('groups', all), queueOf('groups', all, other)]
    await here.add([...all.values()])
    const first = await next(here)
    expect(first?.unit.arm).toBe('few')
    expect((await next(there, { ...ALL, admits: ({ arm }) => arm === 'few' }))?.unit).toBeUndefined()
    expect((await next(there))?.unit.episode).toBe('h')
    await first?.settle({ kind: 'done', result: {} as never })
    expect((await next(there))?.unit.episode).toBe('g')
  })

  it('gives the unit of a silent machine to another, and ignores the outcome of the first', async () => {
    const all = units('i')
    // Sends no heartbeats, like a frozen machine.
    const frozen = await QueueDatabase.open(postgres.url, {
      heartbeatSeconds: 3600,
      expireSeconds: 10,
      superviseSeconds: 1,
    })
    const queue = queueOf('silent', all)
    await queue.add([...all.values()])
    const held = await next(queueOf('silent', all, frozen))
    expect(await next(queue)).toBeNull()
    await expect.poll(async () => (await queue.counts()).waiting).toBe(1)
    const taken = await next(queue)
    expect(await held?.settle({ kind: 'done', result: {} as never })).toBe(false)
    expect((await queue.counts()).playing).toBe(1)
    expect(await taken?.settle({ kind: 'done', result: {} as never })).toBe(true)
    await frozen.close()
  })

  it('aborts the claims of cancelled units on all machines', async () => {
    const all = units('j')
    const queue = queueOf('unwanted', all)
    await queue.add([...all.values()])
    const claim = await next(queue)
    await queueOf('unwanted', all, other).cancel([...all.keys()])
    await expect.poll(() => claim?.signal.aborted).toBe(true)
    expect(await claim?.settle({ kind: 'done', result: {} as never })).toBe(false)
  })

  it('keeps a unit that it claims again before the return of that unit is confirmed', async () => {
    const all = units('again')
    const queue = queueOf('again', all)
    await queue.add([...all.values()])
    const confirm = new AbortController()
    const confirmed = once(confirm.signal, 'abort')
    const fail = database.boss.fail.bind(database.boss)
    vi.spyOn(database.boss, 'fail').mockImplementationOnce(async (...args) => {
      const answer = await fail(...args)
      await confirmed
      return answer
    })
    const returned = (await next(queue))?.settle({ kind: 'released' })
    const again = await next(queue)
    confirm.abort()
    await returned
    await queue.cancel([...all.keys()])
    await expect.poll(() => again?.signal.aborted).toBe(true)
  })

  it('holds back the requests of all machines, by holds and rate limits', async () => {
    const [here, there] = [createCoordinator(database, 'x'), createCoordinator(other, 'x')]
    await here.holdEndpoint('https://a', 1500)
    const from = performance.now()
    await there.waitForRequestSlot('https://a', undefined, never)
    expect(performance.now() - from).toBeGreaterThan(1400)
    await here.holdEndpoint('https://held', 3_600_000)
    await Promise.all([
      here.waitForRequestSlot('https://a', undefined, never),
      there.waitForRequestSlot('https://b', undefined, never),
    ])
    // At 600 requests a minute, the last of six is sent after half a second.
    const paced = performance.now()
    await Promise.all(
      [here, there, here, there, here, there].map((one) => one.waitForRequestSlot('https://c', 600, never)),
    )
    expect(performance.now() - paced).toBeGreaterThan(450)
    const stop = new AbortController()
    await here.holdEndpoint('https://a', 60_000)
    setTimeout(() => stop.abort(), 100)
    await there.waitForRequestSlot('https://a', undefined, stop.signal)
  })

  it('sums the spending of all machines, and shares the desired state', async () => {
    await database.setDesiredState('spends', 'run')
    const [here, there] = [createCoordinator(database, 'spends'), createCoordinator(other, 'spends')]
    here.recordSpending('k/1', 'k', 3, { tokens: 100, cost_usd: 0.5 })
    there.recordSpending('k/2', 'k', 5, { tokens: 40, cost_usd: 0.25 })
    await here.readStatus()
    here.recordSpending('k/1', 'k', 4, { tokens: 110, cost_usd: 0.5 })
    await here.readStatus()
    await other.setDesiredState('spends', 'pause')
    expect(await there.readStatus()).toMatchObject({ desiredState: 'pause', spent: { tokens: 150, cost_usd: 0.75 } })
    // Failed writes are repeated with the next status, successful ones are not.
    const writes = () => Number(postgres.query(`SELECT n_tup_upd FROM pg_stat_user_tables WHERE relname = 'spent'`))
    postgres.query('ALTER TABLE zorkgpt.spent RENAME TO gone')
    here.recordSpending('k/3', 'k', 1, { tokens: 7, cost_usd: 0 })
    await expect(here.readStatus()).rejects.toThrow('spent')
    postgres.query('ALTER TABLE zorkgpt.gone RENAME TO spent')
    expect((await here.readStatus()).spent.tokens).toBe(157)
    const before = writes()
    here.recordSpending('k/3', 'k', 2, { tokens: 8, cost_usd: 0 })
    expect((await here.readStatus()).spent.tokens).toBe(158)
    await expect.poll(writes).toBe(before + 1)
    expect((await createCoordinator(database, 'never').readStatus()).desiredState).toBe('cancel')
  })

  it('continues after a restart of the database', async () => {
    const all = units('l', 'm')
    const queue = queueOf('restarted', all)
    await queue.add([...all.values()])
    const claim = await next(queue)
    const [, settled] = await Promise.all([postgres.restart(), claim?.settle({ kind: 'done', result: {} as never })])
    expect(settled).toBe(true)
    expect((await next(queue))?.unit.episode).toBe('m')
  })

  it('continues after a connection hangs, and after the database is read-only', async () => {
    const proxy = await startProxy(postgres.url)
    const across = await QueueDatabase.open(
      proxy.url,
      { heartbeatSeconds: 1, expireSeconds: 10, superviseSeconds: 1 },
      1500,
    )
    proxy.isSilent = true
    const query = vi.fn(() => across.query('SELECT 1 AS one'))
    const asked = retryUntilAvailable(query, never)
    await expect.poll(() => query.mock.settledResults[0]?.type, { timeout: 30_000 }).toBe('rejected')
    proxy.isSilent = false
    expect(await asked).toEqual([{ one: 1 }])
    await across.close()
    await proxy.close()
    const all = units('q')
    const queue = queueOf('read-only', all)
    await queue.add([...all.values()])
    const claim = await next(queue)
    const setReadOnly = async (value: 'on' | 'off') => {
      postgres.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`)
      postgres.query('SELECT pg_reload_conf()')
      await vi.waitUntil(() => postgres.query('SHOW default_transaction_read_only') === value, { timeout: 60_000 })
    }
    await setReadOnly('on')
    const complete = vi.spyOn(database.boss, 'complete')
    const settled = claim?.settle({ kind: 'done', result: {} as never })
    await expect.poll(() => complete.mock.settledResults[0]?.type, { timeout: 30_000 }).toBe('rejected')
    await setReadOnly('off')
    expect(await settled).toBe(true)
  })

  it('explains wrong addresses, users and tables, and never repeats the password', async () => {
    const why = async (url: string) =>
      QueueDatabase.open(url).then(
        () => 'opened',
        (error: Error) => error.message,
      )
    postgres.query("CREATE ROLE visitor LOGIN PASSWORD 'visitor'")
    for (const name of ['newer', 'closed']) postgres.query(`CREATE DATABASE ${name}`)
    postgres.query('REVOKE CREATE ON DATABASE closed FROM PUBLIC')
    expect(await why('http://localhost')).toContain('Give postgres://USER:PASSWORD@HOST:PORT/DATABASE')
    expect(await why('postgres://owner:x@127.0.0.1:9/postgres')).toContain('cannot be reached (ECONNREFUSED)')
    const slashed = await why('postgres://owner:12/wrong-one@127.0.0.1:9/postgres')
    expect(slashed).toContain('write %2F')
    expect(slashed).not.toContain('wrong-one')
    expect(await why(postgres.urlOf({ password: 'wrong-one' }))).toMatch(/rejects the user or the password/)
    expect(await why(postgres.urlOf({ password: 'wrong-one' }))).not.toContain('wrong-one')
    expect(await why(postgres.urlOf({ database: 'nowhere' }))).toContain('There is no database')
    expect(await why(postgres.urlOf({ user: 'visitor', password: 'visitor', database: 'closed' }))).toContain(
      'no rights',
    )
    const newer = await QueueDatabase.open(postgres.urlOf({ database: 'newer' }))
    await newer.query('UPDATE zorkgpt.version SET version = 99')
    await newer.close()
    expect(await why(postgres.urlOf({ database: 'newer' }))).toContain('have version 99')
  })
})

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Debian has a folder for each version. */
const DEBIAN = '/usr/lib/postgresql'
const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((one, other) => Number(other) - Number(one)) : []
const programs = versions.map((version) => join(DEBIAN, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))

export const POSTGRES_IS_ABSENT = programs === undefined
/** For the titles of tests that are skipped without Debian's package postgresql. */
export const NEEDS_POSTGRES = POSTGRES_IS_ABSENT ? ' (skipped: PostgreSQL is not installed)' : ''

export interface Postgres {
  readonly url: string
  /** The address with another user, password or database. */
  urlOf(changed: { readonly user?: string; readonly password?: string; readonly database?: string }): string
  query(sql: string): string
  /** Ends all connections with a fast shutdown, and starts the server. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const PASSWORD = 'pass word/:@'

/**
 * A real server in a temporary folder. If the test runs as root, which PostgreSQL refuses, the server runs as the user
 * nobody.
 */
export async function startPostgres(): Promise<Postgres> {
  if (programs === undefined) throw new Error('PostgreSQL is not installed.')
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const who = process.getuid?.() === 0 ? userNobody() : null
  if (who !== null) chownSync(folder, who.uid, who.gid)
  const data = join(folder, 'data')
  const env = { ...process.env, LC_ALL: 'C', PGPASSWORD: PASSWORD }
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, { ...who, env, cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  const secret = join(folder, 'password')
  writeFileSync(secret, PASSWORD)
  run('initdb', '-D', data, '-U', 'owner', '-A', 'scram-sha-256', `--pwfile=${secret}`)
  const port = await freePort()
  const begin = async () => {
    const options = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-F']
    const server = spawn(join(programs, 'postgres'), options, { ...who, env, stdio: 'ignore' })
    for (let tries = 0; tries < 200; tries++) {
      try {
        run('pg_isready', '-h', '127.0.0.1', '-p', String(port))
        return server
      } catch {
        await sleep(100)
      }
    }
    throw new Error('PostgreSQL does not answer.')
  }
  let server = await begin()
  const end = async (signal: NodeJS.Signals) => {
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
  }
  const urlOf = ({ user = 'owner', password = PASSWORD, database = 'postgres' }) =>
    `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
  return {
    url: urlOf({}),
    urlOf,
    query: (sql) => run('psql', urlOf({}), '-Atqc', sql).trim(),
    async restart() {
      await end('SIGINT')
      server = await begin()
    },
    async stop() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function userNobody(): { readonly uid: number; readonly gid: number } {
  const idOf = (what: string) => Number(execFileSync('id', [what, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

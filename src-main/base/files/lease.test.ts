import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeStaleDrafts, isLeasedElsewhere, type FileLease, acquireLease } from './lease'
import { pathIn } from './plain-file'
import { CANNOT_PLANT, NEEDS_PLANTS } from './planted.testkit'
import { thisProcess } from './process-identity'

/** A lease is stale after a tenth of a second instead of a minute. */
const QUICK = { heartbeatMs: 10, staleAfterMs: 100, takeoverDelayMs: 50 }
let root: string
let file: string
const taken: (FileLease | null)[] = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mark-'))
  file = join(root, 'marks', 'one')
  mkdirSync(join(root, 'marks'))
})
afterEach(async () => {
  for (const lease of taken.splice(0)) await lease?.release()
  rmSync(root, { recursive: true, force: true })
})

async function take(timing = QUICK): Promise<FileLease | null> {
  const lease = await acquireLease(pathIn(root, 'marks', 'one'), timing)
  taken.push(lease)
  return lease
}

const NONCE = '0123456789abcdef'.repeat(2)
const OTHER_MACHINE = { nonce: NONCE, machine: 'elsewhere', pid: 1, began: '1' }
/** Writes a lease with a heartbeat `agoMs` ago. */
function leave(lease: object | string, agoMs = 0, at = file): void {
  writeFileSync(at, typeof lease === 'string' ? lease : JSON.stringify(lease))
  const then = new Date(Date.now() - agoMs)
  utimesSync(at, then, then)
}
const nonceIn = (path: string): unknown => (JSON.parse(readFileSync(path, 'utf8')) as { readonly nonce: unknown }).nonce
/** The number of a process that has ended. */
const deadPid = async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

describe('a lease', () => {
  it('belongs to one process until its release, which leaves no files', async () => {
    const lease = await take()
    expect(await take()).toBeNull()
    expect(await lease?.isHeld()).toBe(true)
    await lease?.release()
    expect(readdirSync(join(root, 'marks'))).toEqual([])
    expect(await take()).not.toBeNull()
  })

  it('goes to one of many that try at once, also after an orphaned lease', async () => {
    for (const left of [null, { ...thisProcess, nonce: NONCE, pid: await deadPid() }]) {
      if (left) leave(left)
      const leases = await Promise.all(Array.from({ length: 50 }, () => take()))
      expect(leases.filter((lease) => lease !== null)).toHaveLength(1)
      for (const lease of leases) await lease?.release()
      expect(readdirSync(join(root, 'marks'))).toEqual([])
    }
  })

  it('of a dead process is taken over at once, also if its number is reused', async () => {
    leave({ ...thisProcess, nonce: NONCE, pid: await deadPid() })
    expect(await isLeasedElsewhere(pathIn(root, 'marks', 'one'))).toBe(false)
    const lease = await take({ ...QUICK, staleAfterMs: 60_000, takeoverDelayMs: 60_000 })
    expect(lease).not.toBeNull()
    await lease?.release()
    // Without start times of processes, a lease is orphaned when its heartbeats stop.
    leave({ ...thisProcess, nonce: NONCE, pid: process.ppid, began: thisProcess.began && '1' }, 1000)
    expect(await take()).not.toBeNull()
  })

  it('that this process no longer holds is taken over', async () => {
    leave({ ...thisProcess, nonce: NONCE }, 1000)
    expect(await take()).not.toBeNull()
  })

  it('of another machine is held while it has heartbeats', async () => {
    leave({ ...OTHER_MACHINE, pid: await deadPid() })
    expect(await isLeasedElsewhere(pathIn(root, 'marks', 'one'))).toBe(true)
    expect(await take({ ...QUICK, staleAfterMs: 60_000 })).toBeNull()
    expect(nonceIn(file)).toBe(NONCE)
  })

  it('of another machine is taken over without heartbeats, after a delay', async () => {
    leave(OTHER_MACHINE, 1000)
    // The heartbeat is old, but is refreshed during the delay, as by a machine whose clock is slow.
    let ageMs = 1_000_000
    leave(OTHER_MACHINE, ageMs)
    const beats = setInterval(() => {
      const then = new Date(Date.now() - (ageMs -= 10))
      utimesSync(file, then, then)
    }, 1)
    expect(await take({ ...QUICK, takeoverDelayMs: 200 })).toBeNull()
    clearInterval(beats)
    leave(OTHER_MACHINE, 1000)
    expect(await take()).not.toBeNull()
    await taken.pop()?.release()
    // A machine whose clock is fast does not hold the lease forever.
    leave(OTHER_MACHINE, -3_600_000)
    expect(await take()).not.toBeNull()
  })

  it('is held while it is being written, and taken over if it stays incomplete', async () => {
    leave('')
    expect(await take({ ...QUICK, staleAfterMs: 60_000 })).toBeNull()
    leave('{"nonce":"../../../home/x","machine":"m","pid":1,"began":null}', 1000)
    expect(await take()).not.toBeNull()
    expect(readdirSync(join(root, 'marks'))).toEqual(['one'])
  })

  it('is taken over after processes died during takeovers', async () => {
    const dead = { ...thisProcess, pid: await deadPid() }
    const second = 'f'.repeat(32)
    leave({ ...dead, nonce: NONCE })
    leave({ ...dead, nonce: second }, 0, `${file}.${NONCE}`)
    leave({ ...dead, nonce: 'e'.repeat(32) }, 0, `${file}.${second}`)
    const lease = await take()
    expect(lease).not.toBeNull()
    expect(readdirSync(join(root, 'marks'))).toEqual(['one'])
    await lease?.release()
  })

  it('loses the drafts of dead processes, and keeps those of live ones', async () => {
    const dead = { ...thisProcess, nonce: NONCE, pid: await deadPid() }
    const living = { ...thisProcess, nonce: NONCE, pid: process.ppid, began: null }
    const draft = (name: string) => join(root, 'marks', `${name}.new`)
    leave(dead, 0, draft('dead'))
    leave('', 3_600_000, draft('torn'))
    leave('', 0, draft('just being written'))
    leave(living, 0, draft('living'))
    leave(dead, 0, join(root, 'marks', 'a mark'))
    await removeStaleDrafts(root, 'marks')
    expect(readdirSync(join(root, 'marks')).toSorted()).toEqual(['a mark', 'just being written.new', 'living.new'])
    await removeStaleDrafts(root, 'nowhere')
  })

  it('is created again if its file is deleted', async () => {
    const lease = await take()
    const before = nonceIn(file)
    rmSync(join(root, 'marks'), { recursive: true })
    while (!existsSync(file) || readFileSync(file).length === 0) await new Promise((tick) => setTimeout(tick, 5))
    expect(await lease?.isHeld()).toBe(true)
    expect(nonceIn(file)).toBe(before)
  })

  it('is lost after a takeover, and its release leaves the other lease', async () => {
    const lease = await take()
    leave(OTHER_MACHINE)
    const lost = async () => !(await lease?.isHeld())
    while (!(await lost())) await new Promise((tick) => setTimeout(tick, 5))
    await lease?.release()
    expect(nonceIn(file)).toBe(NONCE)
  })

  it('is checked after late heartbeats, before anything is written', async () => {
    const hourMs = 3_600_000
    const lease = await take({ ...QUICK, heartbeatMs: hourMs })
    leave(OTHER_MACHINE)
    expect(await lease?.isHeld()).toBe(true)
    const now = Date.now
    Date.now = () => now() + 3 * hourMs
    try {
      expect(await lease?.isHeld()).toBe(false)
    } finally {
      Date.now = now
    }
  })

  it('belongs to one process also on a disk without hard links', async () => {
    const { link } = promises
    promises.link = () => Promise.reject(Object.assign(new Error('EPERM: no'), { code: 'EPERM' }))
    syncBuiltinESMExports()
    try {
      leave({ ...thisProcess, nonce: NONCE, pid: await deadPid() })
      const leases = await Promise.all(Array.from({ length: 20 }, () => take()))
      expect(leases.filter((lease) => lease !== null)).toHaveLength(1)
      expect(readdirSync(join(root, 'marks'))).toEqual(['one'])
    } finally {
      promises.link = link
      syncBuiltinESMExports()
    }
  })

  it('has heartbeats while it is held', async () => {
    await take()
    const { mtimeMs } = statSync(file)
    await expect.poll(() => statSync(file).mtimeMs).toBeGreaterThan(mtimeMs)
  })

  it.skipIf(CANNOT_PLANT)(`is never a link${NEEDS_PLANTS}`, async () => {
    writeFileSync(join(root, 'treasure'), 'mine')
    symlinkSync(join(root, 'treasure'), file)
    await expect(take()).rejects.toMatchObject({ kind: 'not_plain' })
    expect(await isLeasedElsewhere(pathIn(root, 'marks', 'one'))).toBe(false)
    expect(readFileSync(join(root, 'treasure'), 'utf8')).toBe('mine')
  })
})

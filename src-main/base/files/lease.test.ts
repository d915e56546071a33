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
import { thisProgram } from './program'

/** A minute of the real times is a tenth of a second here. */
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
  for (const mark of taken.splice(0)) await mark?.release()
  rmSync(root, { recursive: true, force: true })
})

async function take(timing = QUICK): Promise<FileLease | null> {
  const mark = await acquireLease(pathIn(root, 'marks', 'one'), timing)
  taken.push(mark)
  return mark
}

const NONCE = '0123456789abcdef'.repeat(2)
const OTHER_MACHINE = { nonce: NONCE, machine: 'elsewhere', pid: 1, began: '1' }
/** Puts a mark there that was touched so long ago. */
function leave(mark: object | string, agoMs = 0, at = file): void {
  writeFileSync(at, typeof mark === 'string' ? mark : JSON.stringify(mark))
  const then = new Date(Date.now() - agoMs)
  utimesSync(at, then, then)
}
const nonceIn = (path: string): unknown => (JSON.parse(readFileSync(path, 'utf8')) as { readonly nonce: unknown }).nonce
/** A number that no process has. */
const deadPid = async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

describe('a mark', () => {
  it("is one program's until it is released, and then nothing is left of it", async () => {
    const mark = await take()
    expect(await take()).toBeNull()
    expect(await mark?.isHeld()).toBe(true)
    await mark?.release()
    expect(readdirSync(join(root, 'marks'))).toEqual([])
    expect(await take()).not.toBeNull()
  })

  it("is one's of many that try at once, also where one was left behind", async () => {
    for (const left of [null, { ...thisProgram, nonce: NONCE, pid: await deadPid() }]) {
      if (left) leave(left)
      const marks = await Promise.all(Array.from({ length: 50 }, () => take()))
      expect(marks.filter((mark) => mark !== null)).toHaveLength(1)
      for (const mark of marks) await mark?.release()
      expect(readdirSync(join(root, 'marks'))).toEqual([])
    }
  })

  it("of a program that is gone is taken over at once, also when its number is another program's now", async () => {
    leave({ ...thisProgram, nonce: NONCE, pid: await deadPid() })
    expect(await isLeasedElsewhere(pathIn(root, 'marks', 'one'))).toBe(false)
    const mark = await take({ ...QUICK, staleAfterMs: 60_000, takeoverDelayMs: 60_000 })
    expect(mark).not.toBeNull()
    await mark?.release()
    // Where the system does not say when a process began, it is gone when the mark is no longer touched.
    leave({ ...thisProgram, nonce: NONCE, pid: process.ppid, began: thisProgram.began && '1' }, 1000)
    expect(await take()).not.toBeNull()
  })

  it('that this process has forgotten is none', async () => {
    leave({ ...thisProgram, nonce: NONCE }, 1000)
    expect(await take()).not.toBeNull()
  })

  it('of another machine is kept while it is touched, whatever its number is here', async () => {
    leave({ ...OTHER_MACHINE, pid: await deadPid() })
    expect(await isLeasedElsewhere(pathIn(root, 'marks', 'one'))).toBe(true)
    expect(await take({ ...QUICK, staleAfterMs: 60_000 })).toBeNull()
    expect(nonceIn(file)).toBe(NONCE)
  })

  it('of another machine is taken over when it falls silent, and not while it only looks silent', async () => {
    leave(OTHER_MACHINE, 1000)
    const watching = take({ ...QUICK, takeoverDelayMs: 1_500 })
    await new Promise((resume) => setTimeout(resume, 50))
    leave(OTHER_MACHINE, 900)
    expect(await watching).toBeNull()
    expect(await take()).not.toBeNull()
    await taken.pop()?.release()
    // A clock that runs ahead does not keep it for ever.
    leave(OTHER_MACHINE, -3_600_000)
    expect(await take()).not.toBeNull()
  })

  it('that is just being written is kept, and one that was never finished is taken over', async () => {
    leave('')
    expect(await take()).toBeNull()
    leave('{"nonce":"../../../home/x","machine":"m","pid":1,"began":null}', 1000)
    expect(await take()).not.toBeNull()
    expect(readdirSync(join(root, 'marks'))).toEqual(['one'])
  })

  it('that was being taken over when that program died too is taken over all the same', async () => {
    const dead = { ...thisProgram, pid: await deadPid() }
    const second = 'f'.repeat(32)
    leave({ ...dead, nonce: NONCE })
    leave({ ...dead, nonce: second }, 0, `${file}.${NONCE}`)
    leave({ ...dead, nonce: 'e'.repeat(32) }, 0, `${file}.${second}`)
    const mark = await take()
    expect(mark).not.toBeNull()
    expect(readdirSync(join(root, 'marks'))).toEqual(['one'])
    await mark?.release()
  })

  it('of which a program that is gone left the draft leaves nothing, and that of one that lives stays', async () => {
    const dead = { ...thisProgram, nonce: NONCE, pid: await deadPid() }
    const living = { ...thisProgram, nonce: NONCE, pid: process.ppid, began: null }
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

  it('is not lost when somebody tidies up, and is put there again', async () => {
    const mark = await take()
    const before = nonceIn(file)
    rmSync(join(root, 'marks'), { recursive: true })
    while (!existsSync(file) || readFileSync(file).length === 0) await new Promise((tick) => setTimeout(tick, 5))
    expect(await mark?.isHeld()).toBe(true)
    expect(nonceIn(file)).toBe(before)
  })

  it('that another has by now is known to be lost, and is not taken away', async () => {
    const mark = await take()
    leave(OTHER_MACHINE)
    const lost = async () => !(await mark?.isHeld())
    while (!(await lost())) await new Promise((tick) => setTimeout(tick, 5))
    await mark?.release()
    expect(nonceIn(file)).toBe(NONCE)
  })

  it('is asked after when its beats were late, before anything else is done', async () => {
    const mark = await take({ ...QUICK, heartbeatMs: 1000 })
    leave(OTHER_MACHINE)
    expect(await mark?.isHeld()).toBe(true)
    const now = Date.now
    Date.now = () => now() + 3000
    try {
      expect(await mark?.isHeld()).toBe(false)
    } finally {
      Date.now = now
    }
  })

  it("is one program's also on a disk where a file has but one name", async () => {
    const { link } = promises
    promises.link = () => Promise.reject(Object.assign(new Error('EPERM: no'), { code: 'EPERM' }))
    syncBuiltinESMExports()
    try {
      leave({ ...thisProgram, nonce: NONCE, pid: await deadPid() })
      const marks = await Promise.all(Array.from({ length: 20 }, () => take()))
      expect(marks.filter((mark) => mark !== null)).toHaveLength(1)
      expect(readdirSync(join(root, 'marks'))).toEqual(['one'])
    } finally {
      promises.link = link
      syncBuiltinESMExports()
    }
  })

  it('is touched while it is kept', async () => {
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

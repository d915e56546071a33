// For what two programs must not do in one folder at once, as a build: each would take away the files of the other.
// Node 20.19 must be able to read this file.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longest build (ms): a process with the number in `file` after that is another program. */
const PATIENCE_MS = 300_000

/**
 * Does `work` once no other program is at it. `file` says which one is; one that was killed counts no more.
 *
 * @param {string} file
 * @param {() => void | Promise<void>} work
 */
export async function oneAtATime(file, work) {
  while (!take(file)) await sleep(100)
  try {
    await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    // If nothing can be written here, the work itself fails with its own message.
    if (error.code !== 'EEXIST') return true
    if (!isAtIt(file)) rmSync(file, { force: true })
    return false
  }
}

function isAtIt(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > PATIENCE_MS) return false
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return true
  } catch (error) {
    // The process belongs to another user, or has just ended.
    return error.code === 'EPERM' || error.code === 'ENOENT'
  }
}

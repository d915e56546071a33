// A lock for work that two processes must not do in one folder at once, such as a build that deletes old files. This
// file must run on Node 20.19.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longest duration of a build in milliseconds. After it, a process with the id in `file` is an unrelated one. */
const PATIENCE_MS = 300_000

/**
 * Waits until no other process does this work, and does it. `file` contains the id of the process that works; a killed
 * process is ignored.
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
    // If the folder is not writable, the work itself fails with a better message.
    if (error.code !== 'EEXIST') return true
    if (!isWorking(file)) rmSync(file, { force: true })
    return false
  }
}

function isWorking(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > PATIENCE_MS) return false
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return true
  } catch (error) {
    // The process belongs to another user, or has just ended its work.
    return error.code === 'EPERM' || error.code === 'ENOENT'
  }
}

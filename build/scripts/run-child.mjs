// The one program that `npm start` runs at a time. It ends in order with this process and never outlives it.
import { spawn } from 'node:child_process'

const onWindows = process.platform === 'win32'
/** More than the shells themselves allow for completing their logs and ending their servers. */
const CLOSE_LIMIT_MS = 10_000
/** npm passes on the Ctrl+C that the terminal has already sent to us: within this time it is the same one. */
const SAME_PRESS_MS = 1_000

let child = null
let stopAskedAt = null

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stopOrEnd)
process.on('SIGHUP', stop)
process.on('exit', endGroup)
// A terminal that was closed takes no more words, and the end has to be in order all the same.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/**
 * Exit status of a program; we end with it where it was told to end. It runs in a group of its own: a terminal sends
 * Ctrl+C to all of ours, and Electron, which gets it from us as well, would end at once at the second one. A program
 * with a channel to us hears by it when we are killed.
 */
export function run(command, args, options, watch = () => {}) {
  return new Promise((done) => {
    child = spawn(command, args, { ...options, detached: !onWindows })
    child.on('error', (error) => {
      process.stderr.write(`${error.message}\n`)
      done(1)
    })
    child.on('close', (code) => {
      endGroup()
      if (stopAskedAt !== null) process.exit(0)
      done(code ?? 1)
    })
    watch(child)
  })
}

/** Asks the program to end, once; after 10 s it is ended. */
export function stop() {
  if (stopAskedAt !== null) return
  stopAskedAt = Date.now()
  if (child === null) process.exit(0)
  setTimeout(() => process.exit(1), CLOSE_LIMIT_MS)
  // The only signal that electron-vite forwards. Windows has none; there a closed channel has the same effect.
  if (!onWindows) child.kill('SIGINT')
  else if (child.connected) child.disconnect()
  else process.exit(0)
}

/** A second Ctrl+C ends everything at once. */
function stopOrEnd() {
  if (stopAskedAt !== null && Date.now() - stopAskedAt > SAME_PRESS_MS) process.exit(1)
  stop()
}

function endGroup() {
  if (child?.pid !== undefined)
    try {
      if (onWindows) child.kill()
      else process.kill(-child.pid, 'SIGKILL')
    } catch {
      // Nothing of it is left.
    }
  child = null
}

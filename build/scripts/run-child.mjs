// Runs one program at a time for `npm start`. The program ends in order with this process and never survives it.
import { spawn } from 'node:child_process'

const onWindows = process.platform === 'win32'
/** Longer than the shells' limit for completing logs and ending servers. */
const CLOSE_LIMIT_MS = 10_000
/**
 * npm forwards a Ctrl+C that the terminal also sends to this process. Within this time, both are the same key press.
 */
const SAME_PRESS_MS = 1_000

let child = null
let stopAskedAt = null

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stopOrEnd)
process.on('SIGHUP', stop)
process.on('exit', endGroup)
// Writing to a closed terminal fails, which must not prevent an orderly end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/**
 * Resolves to the exit status of a program; after `stop`, this process ends with the program. The program has a
 * separate process group, because a terminal sends Ctrl+C to a whole group, and Electron ends at once at a second one.
 * If this process is killed, an IPC channel notifies the program.
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

/** Asks the program once to end, and kills it after 10 s. */
export function stop() {
  if (stopAskedAt !== null) return
  stopAskedAt = Date.now()
  if (child === null) process.exit(0)
  setTimeout(() => process.exit(1), CLOSE_LIMIT_MS)
  // SIGINT is the only signal that electron-vite forwards. Windows has no signals; there the closed channel has the
  // same effect.
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
      // The program has ended.
    }
  child = null
}

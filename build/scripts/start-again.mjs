// Restarts a command under Node 24 if an older Node started it. This file must run on Node 20.19.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { findNode24, isNewEnough } from './node24.mjs'

/** Marks the process as restarted. Removed from the environment, so that child processes do not inherit it. */
const MARK = 'ZORKGPT_STARTED_AGAIN'
const onWindows = process.platform === 'win32'
/** Signals that another process may send. With a listener, none of them ends this process. */
const FORWARDED = onWindows
  ? ['SIGINT', 'SIGBREAK', 'SIGHUP']
  : ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGWINCH', 'SIGTSTP', 'SIGCONT']
const CANNOT_RUN = 2

/**
 * Resolves at once under Node 24 or newer. Under an older Node, starts the same command under Node 24 in place of this
 * process, with the same input and output, signals and exit status. Without Node 24, prints how to get it and ends with
 * status 2.
 */
export async function ensureNode24() {
  if (process.env[MARK] !== undefined) endWithFirst()
  if (isNewEnough(process.versions.node)) return
  let node
  try {
    node = findNode24()
  } catch (error) {
    process.stderr.write(`zorkgpt: ${error.message}\n`)
    process.exit(CANNOT_RUN)
  }
  startAgain(node)
  await new Promise(() => {})
}

function startAgain(node) {
  const args = [...process.execArgv, ...process.argv.slice(1)]
  // Replaces this process, on Node 22.15 and newer except on Windows.
  process.execve?.(node, [process.argv0, ...args], process.env)

  // Detached, because a terminal sends Ctrl+C to the whole process group and the command would get it twice.
  const child = spawn(node, args, {
    argv0: process.argv0,
    detached: !onWindows,
    env: { ...process.env, [MARK]: '1' },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of FORWARDED) process.on(signal, () => pass(signal, child))
  child.on('error', (error) => {
    process.stderr.write(`zorkgpt: Node 24 cannot be started: ${error.message}\n`)
    process.exit(CANNOT_RUN)
  })
  child.on('exit', (code, signal) => (signal === null ? process.exit(code) : endBy(signal)))
}

/** On Windows, does nothing: the console signals both processes, and signals cannot be forwarded. */
function pass(signal, child) {
  if (onWindows) return
  child.kill(signal === 'SIGTSTP' ? 'SIGSTOP' : signal)
  if (signal === 'SIGTSTP') process.kill(process.pid, 'SIGSTOP')
}

/** Ends this process by the signal that ended the command. */
function endBy(signal) {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  // Reached if the signal does not end Node.
  process.exit(128 + constants.signals[signal])
}

/** Ends this process when the one that restarted it is killed. */
function endWithFirst() {
  delete process.env[MARK]
  const end = () => process.kill(process.pid, 'SIGKILL')
  if (!process.connected) {
    process.stderr.write(`zorkgpt: The variable ${MARK} is for internal use. Unset it, and try again.\n`)
    process.exit(CANNOT_RUN)
  }
  process.once('disconnect', end)
  process.channel.unref()
}

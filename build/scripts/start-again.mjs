// For a command that must run on Node 24, whatever Node it was started with. Node 20.19 must be able to read this file.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { findNode24, isNewEnough } from './node24.mjs'

/** Marks the process as restarted; removed before it starts others. */
const MARK = 'ZORKGPT_STARTED_AGAIN'
const onWindows = process.platform === 'win32'
/** What may be sent to a process from outside. Listened to, none of them ends this one. */
const FORWARDED = onWindows
  ? ['SIGINT', 'SIGBREAK', 'SIGHUP']
  : ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGWINCH', 'SIGTSTP', 'SIGCONT']
const CANNOT_RUN = 2

/**
 * Resolves at once under Node 24 or newer. Under an older one the same command is started again under Node 24, in the
 * place of this process: it has the same input and output, signals reach it, and its end is ours. Without a Node 24
 * this ends with status 2 and a sentence that says how to get one.
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
  // Node 22.15 and newer, but for Windows: nothing of this process is left.
  process.execve?.(node, [process.argv0, ...args], process.env)

  // In a session of its own: a terminal sends Ctrl+C to all of its group, and the command would get it twice, from
  // there and from here.
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

/**
 * On Windows the console signals both processes, and nothing can be forwarded: it is enough that this process
 * continues.
 */
function pass(signal, child) {
  if (onWindows) return
  child.kill(signal === 'SIGTSTP' ? 'SIGSTOP' : signal)
  if (signal === 'SIGTSTP') process.kill(process.pid, 'SIGSTOP')
}

/** Ends with the exit status of the command. */
function endBy(signal) {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  // A signal that ends no Node.
  process.exit(128 + constants.signals[signal])
}

/** When the process that was started first is killed, the one in its place is. */
function endWithFirst() {
  delete process.env[MARK]
  const end = () => process.kill(process.pid, 'SIGKILL')
  if (!process.connected) {
    process.stderr.write(
      `zorkgpt: The variable ${MARK} is set, and is not for anybody to set: unset it, and try again.\n`,
    )
    process.exit(CANNOT_RUN)
  }
  process.once('disconnect', end)
  process.channel.unref()
}

// Ends `npm start` when npm ends: a signal may reach only npm, and the shell between both may continue.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const WATCH_MS = 1_000

/**
 * Calls `end` once npm or the parent process has ended. If it is unknown which process is npm, only the parent is
 * watched.
 * @param {() => void} end
 */
export async function endWithNpm(end) {
  const parent = process.ppid
  const npm = await findNpm(parent)
  if (npm === null) return end()
  setInterval(() => {
    if (process.ppid !== parent || !isAlive(npm ?? parent)) end()
  }, WATCH_MS).unref()
}

/** The process id of the nearest npm among the ancestors; null if it has ended, undefined if unknown. */
async function findNpm(parent) {
  // Other package managers set npm's variables too, but with another user agent.
  if (!process.env.npm_config_user_agent?.startsWith('npm/')) return undefined
  const listed = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']).catch(() => null)
  const lines = listed?.stdout.matchAll(/^ *(\d+) +(\d+) +(.*)$/gm) ?? []
  const processes = new Map(Array.from(lines, ([, pid, above, args]) => [Number(pid), { above: Number(above), args }]))
  // There is no `ps`, or it lists the processes of another container.
  if (processes.get(process.pid)?.above !== parent) return undefined
  for (let pid = parent; processes.has(pid); pid = processes.get(pid).above)
    if (/\bnpm\b/.test(processes.get(pid).args)) return pid
  return null
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

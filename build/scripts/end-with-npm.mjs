// A signal to `npm start` itself may reach npm alone. What npm started ends with it, also while the shell lives on that
// npm started it by.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const WATCH_MS = 1_000

/**
 * Calls back once npm, or whatever stands between npm and us, is gone. Where `ps` does not tell, it is our parent alone
 * that is watched.
 *
 * @param {() => void} end
 */
export async function endWithNpm(end) {
  const parent = process.ppid
  const npm = await findNpm(parent)
  if (npm === null) return end()
  setInterval(() => {
    if (process.ppid !== parent || !isThere(npm ?? parent)) end()
  }, WATCH_MS).unref()
}

/** The nearest npm above us; null if it is gone, undefined where that cannot be told. */
async function findNpm(parent) {
  // Others that run scripts set npm's variables too, and call themselves otherwise.
  if (!process.env.npm_config_user_agent?.startsWith('npm/')) return undefined
  const listed = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']).catch(() => null)
  const lines = listed?.stdout.matchAll(/^ *(\d+) +(\d+) +(.*)$/gm) ?? []
  const processes = new Map(Array.from(lines, ([, pid, above, args]) => [Number(pid), { above: Number(above), args }]))
  // Without ps, or where it lists the processes of another container.
  if (processes.get(process.pid)?.above !== parent) return undefined
  for (let pid = parent; processes.has(pid); pid = processes.get(pid).above)
    if (/\bnpm\b/.test(processes.get(pid).args)) return pid
  return null
}

function isThere(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

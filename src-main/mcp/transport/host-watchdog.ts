import { ownNode } from './node-program'
import { TREE_MARK } from './process-tree'
import type { Program, StartProgram } from './start-program'

/** Prefix of the mark that every server of this host carries. */
export const HOST_MARK = `${process.pid}-${Date.now().toString(36)}`

/**
 * Ends the servers of a host that could not do it itself (SIGKILL, a crash). One small process per host reads the
 * leaders of the server trees from a pipe that only the host holds open: when the pipe ends, it ends the rest of the
 * list.
 */
const guarded = new Set<number>()
let watchdog: Program | null = null
let isStarting = false

/** To be called before a server is started: the host may be killed before it learns the pid. */
export function ensureWatchdog(startProgram: StartProgram): void {
  if (!watchdog && !isStarting) void startWatchdog(startProgram)
}

export function guard(pid: number): void {
  guarded.add(pid)
  watchdog?.stdin.write(`+${pid}\n`)
}

export function unguard(pid: number): void {
  guarded.delete(pid)
  watchdog?.stdin.write(`-${pid}\n`)
}

/** A server works without one, so that a watchdog that cannot be started fails nothing. */
async function startWatchdog(startProgram: StartProgram): Promise<void> {
  isStarting = true
  try {
    const program = await startProgram({
      file: ownNode(),
      args: ['-e', `(${watch.toString()})(${JSON.stringify(`${TREE_MARK}=${HOST_MARK}.`)}, ${process.pid})`],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' },
      cwd: process.cwd(),
    })
    // The host may exit while the pipe is open: that is the watchdog's signal.
    program.unref()
    program.stdin.on('error', () => {}) // It was ended from outside; the next server starts another.
    for (const pid of guarded) program.stdin.write(`+${pid}\n`)
    watchdog = program
    void program.exit.then(() => (watchdog = null))
  } catch {
    // The next server tries again.
  } finally {
    isStarting = false
  }
}

/** The program of the watchdog. It runs from its own source text, so it may only use globals of every Node process. */
function watch(mark: string, host: number): void {
  const { execFileSync } = process.getBuiltinModule('node:child_process')
  const { readdirSync, readFileSync } = process.getBuiltinModule('node:fs')
  const leaders = new Set<number>()
  let rest = ''

  const quietly = <T>(act: () => T, otherwise: T): T => {
    try {
      return act()
    } catch {
      return otherwise // It is already gone.
    }
  }
  const marked = () => {
    const pids = quietly(() => readdirSync('/proc'), []).filter((name) => /^\d+$/.test(name))
    return pids
      .filter((pid) => quietly(() => readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark), false))
      .map(Number)
  }
  const descendants = () => {
    const tree = new Set(leaders)
    const rows = quietly(
      () => execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n'),
      [],
    )
    for (let size = 0; size !== tree.size;) {
      size = tree.size
      for (const row of rows) {
        const [pid = 0, parent = 0] = row.trim().split(/\s+/).map(Number)
        if (tree.has(parent)) tree.add(pid)
      }
    }
    return [...tree]
  }

  /** The servers have seen the end of the same host: give them a moment to exit by themselves. */
  const end = () => {
    const isLinux = process.platform === 'linux'
    if (leaders.size === 0 && !isLinux) process.exit()
    if (process.platform === 'win32') {
      for (const pid of leaders)
        quietly(() => execFileSync('taskkill', ['/T', '/F', '/PID', String(pid)], { windowsHide: true }), Buffer.of())
      process.exit()
    }
    const tree = isLinux ? [] : descendants()
    // Marks are read each time, because a server that the host was starting has its mark later.
    const signalAll = (signal: NodeJS.Signals) => {
      const pids = [...[...leaders].map((pid) => -pid), ...(isLinux ? marked() : tree)]
      return pids.filter((pid) => quietly(() => process.kill(pid, signal), false)).length
    }
    setTimeout(() => {
      // A host that lives has lost the thread that holds the pipe, and ends those servers itself.
      if (process.ppid === host || signalAll('SIGTERM') === 0) process.exit()
    }, 200)
    setTimeout(() => {
      signalAll('SIGKILL')
      process.exit()
    }, 900)
  }
  process.stdin.setEncoding('utf8')
  process.stdin.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const pid = Number(line.slice(1))
      if (line.startsWith('+')) leaders.add(pid)
      else leaders.delete(pid)
    }
  })
  process.stdin.on('end', end)
  process.stdin.on('error', end)
}

import { ownNode } from './node-program'
import { TREE_MARK } from './process-tree'
import type { Program, StartProgram } from './start-program'

/** Prefix of the marks of all servers of this host. */
export const HOST_MARK = `${process.pid}-${Date.now().toString(36)}`

/**
 * The watchdog ends the servers of a host that could not end them itself (SIGKILL, a crash). It is one small process
 * per host, which reads the leaders of the server trees from a pipe that only the host holds open. When the pipe ends,
 * it ends the remaining servers. This set has their pids.
 */
const guarded = new Set<number>()
let watchdog: Program | null = null
let isStarting = false

/** Must be called before a server is started, because the host may be killed before it learns the pid. */
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

/** A watchdog that cannot be started is not an error, because servers work without it. */
async function startWatchdog(startProgram: StartProgram): Promise<void> {
  isStarting = true
  try {
    const program = await startProgram({
      file: ownNode(),
      args: ['-e', `(${watch.toString()})(${JSON.stringify(`${TREE_MARK}=${HOST_MARK}.`)}, ${process.pid})`],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' },
      cwd: process.cwd(),
    })
    // The open pipe must not keep the host alive, because the watchdog waits for the end of the pipe.
    program.unref()
    program.stdin.on('error', () => {}) // The watchdog was ended from outside; the next server starts another.
    for (const pid of guarded) program.stdin.write(`+${pid}\n`)
    watchdog = program
    void program.exit.then(() => (watchdog = null))
  } catch {
    // The next server tries to start it again.
  } finally {
    isStarting = false
  }
}

/**
 * The program of the watchdog. It runs from its source text, so it can use only globals that every Node process has.
 */
function watch(mark: string, host: number): void {
  const { execFileSync } = process.getBuiltinModule('node:child_process')
  const { readdirSync, readFileSync } = process.getBuiltinModule('node:fs')
  const leaders = new Set<number>()
  let rest = ''

  const quietly = <T>(act: () => T, otherwise: T): T => {
    try {
      return act()
    } catch {
      return otherwise // The process is already gone.
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

  /** Ends the servers, after a short delay in which they may exit by themselves, because their input has ended too. */
  const end = () => {
    const isLinux = process.platform === 'linux'
    if (leaders.size === 0 && !isLinux) process.exit()
    if (process.platform === 'win32') {
      for (const pid of leaders)
        quietly(() => execFileSync('taskkill', ['/T', '/F', '/PID', String(pid)], { windowsHide: true }), Buffer.of())
      process.exit()
    }
    const tree = isLinux ? [] : descendants()
    // Marks are read for each signal, because a server that is just starting gets its mark a little later.
    const signalAll = (signal: NodeJS.Signals) => {
      const pids = [...[...leaders].map((pid) => -pid), ...(isLinux ? marked() : tree)]
      return pids.filter((pid) => quietly(() => process.kill(pid, signal), false)).length
    }
    setTimeout(() => {
      // If the host is alive, only its thread with the pipe has ended. The host then ends the servers itself.
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

import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isSliceOver, nextSlice } from '../../base/limits/slices'

const run = promisify(execFile)

/** A running process. */
interface ProcessRow {
  readonly pid: number
  readonly parent: number
  /** Process group; 0 where there is none (Windows). */
  readonly group: number
  /** Start time in clock ticks since the system started; on Linux only. */
  readonly startedAt?: number
}

/** Access to the processes of the system. */
interface System {
  readonly platform: NodeJS.Platform
  /** Sends a signal to a process, or to a group if the number is negative; 0 only checks. Returns whether it exists. */
  readonly send: (pid: number, signal: NodeJS.Signals | 0) => boolean
  /** Resolves to null if the processes cannot be listed. */
  readonly readTable: () => Promise<readonly ProcessRow[] | null>
}

/**
 * Environment variable that every process of a server inherits. On Linux it identifies processes that have left both
 * the group and their parent.
 */
export const TREE_MARK = 'ZORKGPT_SERVER_TREE'

/**
 * A child process and everything it started: its process group, its descendants, and processes with its mark. If a
 * wrapper (`npx`, `sh -c`) ends alone, the real server stays, so the whole tree is signaled and awaited. The child must
 * lead its own group.
 */
export class ProcessTree {
  readonly #leader: number
  readonly #mark: string
  /** The descendants seen so far, which can no longer be found by their parent once it is gone. */
  readonly #known = new Set<number>()
  #startedAt = 0
  readonly #system: System

  constructor(leader: number, mark: string, system: System = thisSystem) {
    this.#leader = leader
    this.#mark = mark
    this.#system = system
  }

  /** Records the processes of the tree. They can be found most reliably while the leader is alive. */
  async note(): Promise<void> {
    await this.#living()
  }

  /** Resolves to whether no process of the tree is left, after at most `graceMs`. */
  async goneWithin(graceMs: number): Promise<boolean> {
    const deadline = performance.now() + graceMs
    let pollMs = 5
    for (;;) {
      if (!(await this.#lives())) return true
      if (performance.now() >= deadline) return false
      await sleep(pollMs)
      pollMs = Math.min(pollMs * 1.5, 50)
    }
  }

  async signal(name: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const { platform, send } = this.#system
    const living = await this.#living()
    if (platform === 'win32') {
      // Windows has no signals and no groups; /T ends child processes too. taskkill fails if the process has just
      // exited.
      if (living.length > 0)
        await run('taskkill', ['/T', '/F', ...living.flatMap((pid) => ['/PID', String(pid)])], {
          windowsHide: true,
        }).catch(() => {})
      return
    }
    send(-this.#leader, name)
    for (const pid of living) send(pid, name)
  }

  /**
   * Checks the known processes first, which is fast. On Windows, an existing process is running, and the table, which
   * needs a PowerShell, is read only after the known processes have ended, to find unknown ones. On other systems, the
   * group shows whether any process exists, and the table is read because it may be a zombie.
   */
  async #lives(): Promise<boolean> {
    const { platform, send } = this.#system
    const isKnown = [this.#leader, ...this.#known].some((pid) => send(pid, 0))
    if (platform === 'win32') return isKnown || (await this.#living()).length > 0
    return (isKnown || send(-this.#leader, 0)) && (await this.#living()).length > 0
  }

  async #living(): Promise<number[]> {
    const { platform, send } = this.#system
    const rows = await this.#system.readTable()
    // Without a table, check the leader, its group and the known processes.
    if (!rows)
      return [this.#leader, ...this.#known].filter((pid) => send(pid, 0) || (platform !== 'win32' && send(-pid, 0)))
    const tree = new Set([this.#leader, ...this.#known])
    for (let size = 0; size !== tree.size;) {
      size = tree.size
      for (const row of rows)
        if (tree.has(row.parent) || (row.group !== 0 && row.group === this.#leader)) tree.add(row.pid)
    }
    if (platform === 'linux') {
      this.#startedAt ||= rows.find(({ pid }) => pid === this.#leader)?.startedAt ?? 0
      // Reading the environment of a process may block while that process starts a program, so only processes younger
      // than the leader are read.
      const later = rows.filter(({ pid, startedAt = 0 }) => !tree.has(pid) && startedAt >= this.#startedAt)
      await inSlices(later, ({ pid }) => carriesMark(pid, this.#mark) && tree.add(pid))
    }
    // A shared table may be slightly out of date.
    const exists = (pid: number) => platform !== 'win32' || send(pid, 0)
    const living = rows.map((row) => row.pid).filter((pid) => tree.has(pid) && exists(pid))
    for (const pid of living) this.#known.add(pid)
    return living
  }
}

/** Time for which a table is shared, because on Windows a PowerShell takes up to a second to read one. */
const SHARED_MS = 1000

export function shareTable(read: System['readTable'], now: () => number): System['readTable'] {
  let table: ReturnType<System['readTable']> | null = null
  let until = 0
  return () => {
    if (table !== null && now() < until) return table
    until = Infinity
    table = read().finally(() => (until = now() + SHARED_MS))
    return table
  }
}

const thisSystem: System = {
  platform: process.platform,
  send,
  readTable: process.platform === 'win32' ? shareTable(readProcessTable, () => performance.now()) : readProcessTable,
}

/** EPERM means that the process exists and belongs to another user. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function carriesMark(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`${TREE_MARK}=${mark}\0`)
  } catch {
    return false // The process has ended, or belongs to another user.
  }
}

/** All running processes except zombies; null if they cannot be listed. */
async function readProcessTable(): Promise<readonly ProcessRow[] | null> {
  try {
    return await (process.platform === 'linux' ? readProc() : listProcesses())
  } catch {
    return null
  }
}

async function listProcesses(): Promise<readonly ProcessRow[]> {
  if (process.platform === 'win32') {
    const script = 'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) 0 R" }'
    return parseRows(
      (await run('powershell', ['-NoProfile', '-NonInteractive', '-Command', script], { windowsHide: true })).stdout,
    )
  }
  return parseRows((await run('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='])).stdout)
}

function parseRows(table: string): ProcessRow[] {
  return table.split('\n').flatMap((line) => {
    const [pid, parent, group, state] = line.trim().split(/\s+/)
    return pid && state && !state.startsWith('Z')
      ? [{ pid: Number(pid), parent: Number(parent), group: Number(group) }]
      : []
  })
}

/** Index of the start time in /proc/PID/stat, counted from `state`. */
const STARTED_AT = 19

/** Reads /proc, because small Linux systems have no `ps`. */
async function readProc(): Promise<readonly ProcessRow[]> {
  const rows: ProcessRow[] = []
  await inSlices(
    readdirSync('/proc').filter((name) => /^\d+$/.test(name)),
    (name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        // proc(5): "pid (name) state ppid pgrp ..."; the name may contain spaces and parentheses.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        const [state, parent, group] = fields
        const [pid, startedAt] = [Number(name), Number(fields[STARTED_AT])]
        if (state !== 'Z' && state !== 'X') rows.push({ pid, parent: Number(parent), group: Number(group), startedAt })
      } catch {
        // The process has ended since the listing.
      }
    },
  )
  return rows
}

/**
 * Reads in synchronous slices, because hundreds of small asynchronous reads are slow, and one long synchronous run
 * would block the next turn.
 */
async function inSlices<T>(all: readonly T[], read: (one: T) => unknown): Promise<void> {
  for (const one of all) {
    if (isSliceOver()) await nextSlice()
    read(one)
  }
}

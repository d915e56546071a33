import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { lowerPriority, PRIORITY } from '../../base/processes/lower-priority'
import type { FromWorker, PlayOrder, ToWorker, WorkerSetup } from './messages'
import { isPlayedLocally } from './play-order'
import type { UnitOutcome } from './run-queue'

/** `arm_failed`: every unit of the arm would fail the same way. */
export type PlayOutcome = UnitOutcome | { readonly kind: 'arm_failed'; readonly reason: string }

interface PoolOptions {
  readonly workerFile: string
  readonly processes: number
  readonly setup: WorkerSetup
  readonly onMessage: (message: FromWorker, answer: (message: ToWorker) => void) => void
  /** Called when several workers in a row have ended before they were ready. */
  readonly onStartFailure: () => void
}

interface Worker {
  readonly child: ChildProcess
  isReady: boolean
  /** Number of checks since its last message. */
  silentChecks: number
  readonly playing: Map<string, PlayedUnit>
}

interface PlayedUnit {
  readonly order: PlayOrder
  turns: number
  readonly settle: (outcome: PlayOutcome) => void
}

/** Time limit for the shutdown of a worker, in which it releases its episodes. */
const STOP_TIMEOUT_MS = 20_000
const CHECK_INTERVAL_MS = 5000
/**
 * A process that sends no message between this many checks in a row counts as frozen, and is killed. Checks are counted
 * instead of milliseconds, so that no process is killed because the machine slept.
 */
const MAX_SILENT_CHECKS = 12
/** After this many processes in a row have ended before they were ready, no more are started. */
const MAX_UNREADY = 4

/** Removed from the environment of workers, and so of the programs and MCP servers that they start. */
const PARENT_VARIABLES = [
  'ZORKGPT_QUEUE_URL',
  'PGPASSWORD',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'ZORKGPT_TOKEN',
]

/** The worker processes. One that dies is replaced, and its units settle as `lost`. */
export class WorkerPool {
  readonly #options: PoolOptions
  readonly #workers: Worker[] = []
  readonly #checking: NodeJS.Timeout
  #isEnding = false
  #unready = 0

  constructor(options: PoolOptions) {
    this.#options = options
    this.#checking = setInterval(() => this.#killFrozen(), CHECK_INTERVAL_MS)
    for (let count = 0; count < options.processes; count++) this.#start()
  }

  /** Whether a worker is free. Players that run on a processor of this machine do not share a process. */
  hasRoom(order: Pick<PlayOrder, 'player' | 'agent'>): boolean {
    return !isPlayedLocally(order) || this.#workers.some(({ playing }) => !isBusyLocally(playing))
  }

  /**
   * Reserves a worker, runs `prepare`, and plays the unit if that resolves to null; otherwise settles with its outcome.
   * Rejects if `prepare` does.
   */
  play(order: PlayOrder, prepare: () => Promise<PlayOutcome | null>): Promise<PlayOutcome> {
    const free = isPlayedLocally(order) ? this.#workers.filter(({ playing }) => !isBusyLocally(playing)) : this.#workers
    const [worker] = free.toSorted((a, b) => a.playing.size - b.playing.size)
    if (worker === undefined || this.#isEnding) return Promise.resolve({ kind: 'released' })
    const { key } = order.unit
    return new Promise((settle, reject) => {
      const played: PlayedUnit = { order, turns: 0, settle }
      worker.playing.set(key, played)
      prepare().then(
        (outcome) => {
          // If the process died during `prepare`, the unit is already settled.
          if (worker.playing.get(key) !== played) return
          if (outcome === null) return send(worker, { type: 'play', ...order })
          worker.playing.delete(key)
          settle(outcome)
        },
        (error: Error) => {
          worker.playing.delete(key)
          reject(error)
        },
      )
    })
  }

  resume(key: string): void {
    for (const worker of this.#workers) if (worker.playing.has(key)) send(worker, { type: 'resume', key })
  }

  release(key: string): void {
    for (const worker of this.#workers) if (worker.playing.has(key)) send(worker, { type: 'release', key })
  }

  broadcast(message: ToWorker): void {
    for (const worker of this.#workers) send(worker, message)
  }

  /** Releases all units. Resolves when no process is left. */
  async stop(): Promise<void> {
    this.#isEnding = true
    clearInterval(this.#checking)
    await Promise.all(
      this.#workers.map(async (worker) => {
        const { child } = worker
        if (child.exitCode !== null || child.signalCode !== null) return
        const gone = once(child, 'exit')
        send(worker, { type: 'end' })
        const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
        await gone
        clearTimeout(timer)
      }),
    )
  }

  #killFrozen(): void {
    for (const worker of this.#workers) if (++worker.silentChecks > MAX_SILENT_CHECKS) worker.child.kill('SIGKILL')
  }

  #start(): void {
    const { workerFile, setup, onMessage, onStartFailure } = this.#options
    const child = fork(workerFile, [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !PARENT_VARIABLES.includes(name))),
    })
    // The parent lowers the priority, before the process starts further threads, which inherit it.
    if (child.pid !== undefined) lowerPriority(child.pid, PRIORITY.experiment)
    const worker: Worker = { child, isReady: false, silentChecks: 0, playing: new Map() }
    this.#workers.push(worker)
    child.on('message', (message: FromWorker) => {
      worker.silentChecks = 0
      if ('key' in message) this.#receive(worker, message)
      if (message.type === 'ready') {
        worker.isReady = true
        this.#unready = 0
      }
      onMessage(message, (answer) => send(worker, answer))
    })
    // A message that cannot be sent is lost with the process.
    child.on('error', () => {})
    child.once('exit', (code) => {
      this.#workers.splice(this.#workers.indexOf(worker), 1)
      // A killed process does not mean that the next one will fail too.
      if (!worker.isReady && code !== null) this.#unready++
      if (!this.#isEnding && this.#unready < MAX_UNREADY) this.#start()
      else if (!this.#isEnding) onStartFailure()
      for (const { settle, turns } of worker.playing.values())
        settle(this.#isEnding ? { kind: 'released' } : { kind: 'lost', turns })
    })
    send(worker, { type: 'begin', ...setup })
  }

  #receive({ playing }: Worker, message: Extract<FromWorker, { readonly key: string }>): void {
    const played = playing.get(message.key)
    if (played === undefined) return
    if (message.type === 'progress') played.turns = message.turns
    const outcome = outcomeOf(message)
    if (outcome === null) return
    playing.delete(message.key)
    played.settle(outcome)
  }
}

function outcomeOf(message: FromWorker): PlayOutcome | null {
  switch (message.type) {
    case 'done':
      return { kind: 'done', result: message.result }
    case 'failed':
      return { kind: 'failed', reason: message.reason, isFinal: message.isFinal }
    case 'arm_failed':
      return { kind: 'arm_failed', reason: message.reason }
    case 'released':
      return { kind: 'released' }
    default:
      return null
  }
}

const isBusyLocally = (playing: Worker['playing']): boolean =>
  [...playing.values()].some(({ order }) => isPlayedLocally(order))

const send = ({ child }: Worker, message: ToWorker): void => {
  if (child.connected) child.send(message, () => {})
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { isSelfPlayed } from './play-order'
import type { FromWorker, PlayOrder, ToWorker, WorkerSetup } from './messages'
import type { UnitOutcome } from './run-queue'

interface PoolOptions {
  readonly workerFile: string
  readonly processes: number
  readonly setup: WorkerSetup
  /** Of units that are played: how far they are, that they stall; and what endpoints ask for. */
  readonly onMessage: (message: FromWorker, answer: (message: ToWorker) => void) => void
  /** Workers end before they have begun, again and again. */
  readonly onStartFailure: () => void
}

interface Worker {
  readonly child: ChildProcess
  isReady: boolean
  /** Looks since it last said anything. */
  silentChecks: number
  readonly playing: Map<string, PlayedUnit>
}

interface PlayedUnit {
  readonly order: PlayOrder
  turns: number
  readonly settle: (outcome: UnitOutcome) => void
}

/** How long a worker that was told to end may take to let go of its episodes. */
const ENDS_WITHIN_MS = 20_000
/** So often it is looked whether a process says anything. */
const LOOK_MS = 5000
/**
 * So many looks, one after the other, at which it had said nothing: it is frozen, and ended. Looks are counted and not
 * the time, for which a machine that slept is no reason to end anything.
 */
const MOST_SILENT = 12
/** So many that end before they have begun, one after the other, say that none will. */
const MOST_UNREADY = 4

/** What ties machines together is no business of whatever plays, nor of the programs and MCP servers that it starts. */
const OF_THE_PARENT = [
  'ZORKGPT_QUEUE_URL',
  'PGPASSWORD',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
]

/** The processes that play; one that dies is replaced, and what it played was lost. */
export class WorkerPool {
  readonly #options: PoolOptions
  readonly #workers: Worker[] = []
  readonly #looking: NodeJS.Timeout
  #isEnding = false
  #unready = 0

  constructor(options: PoolOptions) {
    this.#options = options
    this.#looking = setInterval(() => this.#look(), LOOK_MS)
    for (let count = 0; count < options.processes; count++) this.#start()
  }

  /** Whether one more could be played: what takes a whole processor is alone in its process. */
  hasRoom(order: Pick<PlayOrder, 'player' | 'agent'>): boolean {
    return !isSelfPlayed(order) || this.#workers.some(({ playing }) => !hasSelfPlayed(playing))
  }

  /**
   * `prepare` goes first, while the place is taken already; what it resolves to is what came of the unit, or null if it
   * is to be played. Rejects where that does.
   */
  play(order: PlayOrder, prepare: () => Promise<UnitOutcome | null> = async () => null): Promise<UnitOutcome> {
    const free = isSelfPlayed(order) ? this.#workers.filter(({ playing }) => !hasSelfPlayed(playing)) : this.#workers
    const [worker] = free.toSorted((one, other) => one.playing.size - other.playing.size)
    if (worker === undefined || this.#isEnding) return Promise.resolve({ kind: 'released' })
    const { key } = order.unit
    return new Promise((settle, reject) => {
      const played: PlayedUnit = { order, turns: 0, settle }
      worker.playing.set(key, played)
      prepare().then(
        (outcome) => {
          // Its process may be gone by now, and what it held with it.
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

  /** Lets go of all that is played. Resolves when no process is left. */
  async stop(): Promise<void> {
    this.#isEnding = true
    clearInterval(this.#looking)
    await Promise.all(
      this.#workers.map(async (worker) => {
        const { child } = worker
        if (child.exitCode !== null || child.signalCode !== null) return
        const gone = once(child, 'exit')
        send(worker, { type: 'end' })
        const timer = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
        await gone
        clearTimeout(timer)
      }),
    )
  }

  /** What a frozen process held is lost, as that of one that died. */
  #look(): void {
    for (const worker of this.#workers) if (++worker.silentChecks > MOST_SILENT) worker.child.kill('SIGKILL')
  }

  #start(): void {
    const { workerFile, setup, onMessage, onStartFailure } = this.#options
    const child = fork(workerFile, [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_THE_PARENT.includes(name))),
    })
    const worker: Worker = { child, isReady: false, silentChecks: 0, playing: new Map() }
    this.#workers.push(worker)
    child.on('message', (message: FromWorker) => {
      worker.silentChecks = 0
      if ('key' in message) this.#hear(worker, message)
      if (message.type === 'ready') {
        worker.isReady = true
        this.#unready = 0
      }
      onMessage(message, (answer) => send(worker, answer))
    })
    // What cannot be sent any more is lost with the process.
    child.on('error', () => {})
    child.once('exit', (code) => {
      this.#workers.splice(this.#workers.indexOf(worker), 1)
      // One that was killed says nothing of the next.
      if (!worker.isReady && code !== null) this.#unready++
      if (!this.#isEnding && this.#unready < MOST_UNREADY) this.#start()
      else if (!this.#isEnding) onStartFailure()
      for (const { settle, turns } of worker.playing.values())
        settle(this.#isEnding ? { kind: 'released' } : { kind: 'lost', turns })
    })
    send(worker, { type: 'begin', ...setup })
  }

  #hear({ playing }: Worker, message: Extract<FromWorker, { readonly key: string }>): void {
    const played = playing.get(message.key)
    if (played === undefined) return
    if (message.type === 'progress') played.turns = message.turns
    const outcome = outcomeOf(message)
    if (outcome === null) return
    playing.delete(message.key)
    played.settle(outcome)
  }
}

function outcomeOf(message: FromWorker): UnitOutcome | null {
  switch (message.type) {
    case 'done':
      return { kind: 'done', result: message.result }
    case 'failed':
      return { kind: 'failed', reason: message.reason, isFinal: message.isOfArm }
    case 'released':
      return { kind: 'released' }
    default:
      return null
  }
}

const hasSelfPlayed = (playing: Worker['playing']): boolean =>
  [...playing.values()].some(({ order }) => isSelfPlayed(order))

const send = ({ child }: Worker, message: ToWorker): void => {
  if (child.connected) child.send(message, () => {})
}

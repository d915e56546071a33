import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { freemem } from 'node:os'
import { ExpectedError } from '@shared/base/expected-error'
import { memoryNeeded } from '@shared/models/fit'
import type { FromModelWorker, ModelWorkerSetup } from '../runtime/worker-messages'
import type { ModelFile } from '../store/model-folder'

/** The settings for running a model. */
export interface RunSettings {
  readonly contextTokens: number
  /** 0: the number that llama.cpp chooses. */
  readonly threads: number
  /** Absent: any free port. */
  readonly port?: number
}

export interface ModelAddress {
  readonly port: number
  readonly token: string
}

export type RunState = { readonly kind: 'loading'; readonly share: number } | { readonly kind: 'loaded' }

interface ProcessOptions {
  /** The built `runtime/model-worker.ts`. */
  readonly workerFile: string
  /** The Node executable that runs it. */
  readonly node: string
  readonly onChange: () => void
  /** Free memory in bytes; null if the system does not report it. */
  readonly readFreeMemory?: () => number | null
  readonly idleMs?: number
}

/** A model without a request for this time is unloaded. */
const IDLE_MS = 10 * 60_000

interface Running {
  readonly child: ChildProcess
  readonly token: string
  /** The port; rejects like `loaded`. */
  readonly listening: Promise<number>
  /** Rejects with the reason why the model cannot be loaded, or why its process ended. */
  readonly loaded: Promise<void>
  /** Resolves to the reason why the process ended. */
  readonly ended: Promise<Error>
  readonly settings: string
  state: RunState
  /** Requests that are being answered. */
  requests: number
  idle: NodeJS.Timeout | undefined
}

/**
 * The processes of models, one per model. A process starts with the first request for its model, and again with the
 * next request after a crash. It ends with this process, or after a time without requests.
 */
export class ModelProcesses {
  readonly #options: ProcessOptions
  readonly #running = new Map<string, Running>()

  constructor(options: ProcessOptions) {
    this.#options = options
  }

  stateOf(name: string): RunState | null {
    return this.#running.get(name)?.state ?? null
  }

  isBusy(name: string): boolean {
    return (this.#running.get(name)?.requests ?? 0) > 0
  }

  /**
   * Calls `ask` with the address of the model's process, which is started if necessary and runs at least until `ask`
   * has resolved and `done` was called. Rejects with `not_possible` if there is too little memory.
   */
  async use<Result>(
    model: ModelFile,
    settings: RunSettings,
    ask: (address: ModelAddress, done: () => void) => Promise<Result>,
  ): Promise<Result> {
    const running = await this.#start(model, settings)
    running.requests++
    clearTimeout(running.idle)
    let isDone = false
    const done = () => {
      if (isDone) return
      isDone = true
      running.requests--
      if (running.requests === 0) this.#endWhenIdle(model.name, running)
    }
    try {
      return await ask({ port: await running.listening, token: running.token }, done)
    } catch (error) {
      done()
      // If the process has ended, this caused the broken connection.
      throw hasEnded(running.child) ? await running.ended : error
    }
  }

  /**
   * Serves a model until `signal` aborts. Rejects with the reason why it cannot be loaded, or why its process ended.
   */
  async serve(
    model: ModelFile,
    settings: RunSettings,
    signal: AbortSignal,
    onReady: (address: ModelAddress) => void,
  ): Promise<void> {
    const running = await this.#start(model, settings)
    const aborted = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)))
    running.requests++
    try {
      if ((await Promise.race([running.loaded, aborted])) === null || signal.aborted) return
      onReady({ port: await running.listening, token: running.token })
      const error = await Promise.race([running.ended, aborted])
      if (error !== null) throw error
    } finally {
      running.requests--
      await this.#kill(model.name, running)
    }
  }

  async end(name: string): Promise<void> {
    const running = this.#running.get(name)
    if (running) await this.#kill(name, running)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running].map(([name, running]) => this.#kill(name, running)))
  }

  async #start(model: ModelFile, settings: RunSettings): Promise<Running> {
    const { name } = model
    const wanted = JSON.stringify([model.path, settings])
    const known = this.#running.get(name)
    if (known?.settings === wanted) return known
    if (known) await this.#kill(name, known)
    await this.#requireMemory(model, settings)
    const other = this.#running.get(name)
    if (other) return other
    const running = this.#fork(model, settings, wanted)
    this.#running.set(name, running)
    this.#options.onChange()
    return running
  }

  #fork({ name, path, header }: ModelFile, settings: RunSettings, wanted: string): Running {
    const { workerFile, node, onChange } = this.#options
    const token = randomBytes(24).toString('base64url')
    const child = fork(workerFile, [], {
      execPath: node,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: workerEnvironment(),
    })
    const [listening, loaded, ended] = [settledLater<number>(), settledLater<void>(), settledLater<Error>()]
    const running: Running = {
      child,
      token,
      listening: listening.promise,
      loaded: loaded.promise,
      ended: ended.promise,
      settings: wanted,
      state: { kind: 'loading', share: 0 },
      requests: 0,
      idle: undefined,
    }
    const end = (error: Error) => {
      listening.reject(error)
      loaded.reject(error)
      ended.resolve(error)
      this.#forget(name, running)
    }
    child.on('message', (message: FromModelWorker) => {
      if (message.type === 'listening') listening.resolve(message.port)
      if (message.type === 'loading') running.state = { kind: 'loading', share: message.share }
      if (message.type === 'loaded') {
        running.state = { kind: 'loaded' }
        loaded.resolve()
      }
      if (message.type === 'failed') {
        end(new ExpectedError('bad_file', `The model ${name} cannot be loaded: ${message.reason}.`))
        // Waiting requests are answered with the reason; the next request starts another process.
        setTimeout(() => child.kill('SIGKILL'), LAST_ANSWERS_MS).unref()
      }
      onChange()
    })
    child.on('error', end)
    child.once('exit', (code, signal) => {
      end(new Error(`the process of the model ${name} ended (${signal ?? `exit status ${code}`})`))
      onChange()
    })
    const setup: ModelWorkerSetup = {
      file: path,
      name,
      template: header.template,
      token,
      port: settings.port ?? 0,
      contextTokens: contextOf(header, settings),
      threads: settings.threads,
    }
    child.send(setup, () => {})
    return running
  }

  /** Unloads idle models if there is too little memory. */
  async #requireMemory({ name, header, sizeBytes }: ModelFile, settings: RunSettings): Promise<void> {
    const read = this.#options.readFreeMemory ?? readFreeMemory
    const needed = memoryNeeded({ sizeBytes, ...header }, contextOf(header, settings))
    const lacks = () => (read() ?? Infinity) < needed
    for (const [other, running] of this.#running)
      if (lacks() && running.requests === 0) await this.#kill(other, running)
    const free = read()
    if (free !== null && free < needed)
      throw new ExpectedError(
        'not_possible',
        `The model ${name} needs ${gigabytes(needed)} GB of memory, and ${gigabytes(free)} GB are free. Close other programs, or choose a smaller model.`,
      )
  }

  #endWhenIdle(name: string, running: Running): void {
    const { idleMs = IDLE_MS } = this.#options
    running.idle = setTimeout(() => void this.#kill(name, running), idleMs)
    running.idle.unref()
  }

  #forget(name: string, running: Running): void {
    clearTimeout(running.idle)
    if (this.#running.get(name) === running) this.#running.delete(name)
  }

  async #kill(name: string, running: Running): Promise<void> {
    this.#forget(name, running)
    const { child } = running
    if (!hasEnded(child)) {
      const gone = once(child, 'exit')
      // The process has no state that could be lost.
      child.kill('SIGKILL')
      await gone
    }
    this.#options.onChange()
  }
}

/** Time to answer the requests that wait for a model that cannot be loaded. */
const LAST_ANSWERS_MS = 5000

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** A promise that its owner settles. An unhandled rejection is ignored. */
function settledLater<Value>() {
  let resolve = (_value: Value) => {}
  let reject = (_error: Error) => {}
  const promise = new Promise<Value>((...settle) => ([resolve, reject] = settle))
  promise.catch(() => {})
  return { promise, resolve, reject }
}

/** The context length of the settings, limited to that of the model, in tokens. */
export const contextOf = ({ contextLength }: ModelFile['header'], { contextTokens }: RunSettings): number =>
  contextLength > 0 ? Math.min(contextLength, contextTokens) : contextTokens

const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1)

/** Null on macOS, which counts as used also memory that it would free at once. */
const readFreeMemory = (): number | null => (process.platform === 'darwin' ? null : freemem())

/** The environment of a model's process. It contains no keys, because native code reads an untrusted file there. */
function workerEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH']
  const env = Object.fromEntries(
    kept.flatMap((key) => (process.env[key] === undefined ? [] : [[key, process.env[key]]])),
  )
  return { ...env, ...(process.versions.electron && { ELECTRON_RUN_AS_NODE: '1' }) }
}

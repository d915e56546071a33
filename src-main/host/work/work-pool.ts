import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { ExpectedError, isExpected, messageOf } from '@shared/base/expected-error'
import { connectApi } from '@shared/contract/rpc'
import { versionOf } from '../../episode/log/checked-note'
import { type LongWork, longWork } from './long-work'

/** Each thread takes memory, and users rarely start two long tasks at once. */
const MAX_THREADS = Math.max(2, Math.min(4, availableParallelism() - 1))
/** A shorter log is read in less time than a thread takes to start. */
const SHORT_LOG_BYTES = 1 << 20
/** A thread ends after this time without work. */
const IDLE_MS = 30_000
/**
 * Heap limit of a thread, twice the need of the page of the longest log. Beyond it the work fails, but not the host.
 */
const MOST_MEGABYTES = 2048

export interface WorkPool {
  readonly work: LongWork
  /** Resolves to `work`, or to work in the host's own thread if the log in `folder` is short. Rejects without a log. */
  readonly workOn: (folder: string) => Promise<LongWork>
  readonly close: () => Promise<void>
}

/**
 * Long work in threads, which run the built work-thread.ts and start with the first work. Without that file it is done
 * in this thread, as in the terminal, where nothing else waits.
 */
export function openWorkPool(workFile: string | undefined, mostMegabytes = MOST_MEGABYTES): WorkPool {
  if (workFile === undefined)
    return { work: longWork, workOn: () => Promise.resolve(longWork), close: () => Promise.resolve() }
  const threads = new Set<Thread>()
  let isClosed = false
  const leastBusy = () => [...threads].toSorted((one, other) => one.jobs - other.jobs)[0]
  const take = () => {
    if (isClosed) throw new ExpectedError('not_possible', 'The host is closing.')
    const free = leastBusy()
    if (free !== undefined && (free.jobs === 0 || threads.size >= MAX_THREADS)) return free
    const thread = new Thread(workFile, mostMegabytes, () => threads.delete(thread))
    threads.add(thread)
    return thread
  }
  /** Repeats repeatable work once if other work in the same thread has ended the thread. */
  const call = async (name: string, params: unknown) => {
    for (let isSecond = false; ; isSecond = true) {
      try {
        return await take().call(name, params)
      } catch (error) {
        if (isSecond || !(error instanceof ThreadEnded) || isClosed || name === ADDS) throw explain(error)
      }
    }
  }
  async function* feed(name: string, params: unknown, signal: AbortSignal) {
    try {
      yield* take().feed(name, params, signal)
    } catch (error) {
      throw explain(error)
    }
  }
  const methodOf = (name: string) => (params: unknown, signal?: AbortSignal) =>
    signal === undefined ? call(name, params) : feed(name, params, signal)
  const work = Object.fromEntries(Object.keys(longWork).map((name) => [name, methodOf(name)])) as unknown as LongWork
  return {
    work,
    workOn: async (folder) => ((await versionOf(folder)).bytes < SHORT_LOG_BYTES ? longWork : work),
    async close() {
      isClosed = true
      await Promise.all([...threads].map((thread) => thread.end()))
    },
  }
}

const ADDS = 'addEpisode' satisfies keyof LongWork

/** A separate class, because a window treats `disconnected` as a lost host. */
class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded'
  readonly failure: Error | null

  constructor(failure: Error | null) {
    super(`The thread of this work has ended${failure === null ? '' : `: ${messageOf(failure)}`}.`)
    this.failure = failure
  }
}

/** The error for the caller. */
function explain(error: unknown): unknown {
  const failure = error instanceof ThreadEnded ? error.failure : null
  return failure !== null && 'code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new ExpectedError(
        'not_possible',
        'The app has not enough memory for this. Cut the log first (zorkgpt export with --from and --to), or export fewer turns.',
      )
    : error
}

type AnyWork = Readonly<
  Record<string, (params: unknown, signal?: AbortSignal) => Promise<unknown> & AsyncIterable<unknown>>
>

class Thread {
  jobs = 0
  readonly #worker: Worker
  readonly #api: AnyWork
  readonly #onEnd: () => void
  #failure: Error | null = null
  #idle: ReturnType<typeof setTimeout> | undefined

  constructor(file: string, mostMegabytes: number, onEnd: () => void) {
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } })
    this.#worker = worker
    this.#onEnd = onEnd
    worker.on('error', (error: Error) => {
      this.#failure = error
    })
    worker.once('exit', onEnd)
    this.#api = connectApi<AnyWork>({
      post: (message) => worker.postMessage(message),
      onMessage: (listener) => void worker.on('message', listener),
      onClose: (listener) => void worker.once('exit', listener),
    })
  }

  async call(name: string, params: unknown): Promise<unknown> {
    this.#begin()
    try {
      return await this.#api[name]?.(params)
    } catch (error) {
      throw this.#reasonOf(error)
    } finally {
      this.#finish()
    }
  }

  async *feed(name: string, params: unknown, signal: AbortSignal): AsyncGenerator<unknown> {
    this.#begin()
    try {
      yield* this.#api[name]?.(params, signal) ?? []
    } catch (error) {
      throw this.#reasonOf(error)
    } finally {
      this.#finish()
    }
  }

  async end(): Promise<void> {
    this.#onEnd()
    clearTimeout(this.#idle)
    await this.#worker.terminate()
  }

  #reasonOf(error: unknown): unknown {
    return isExpected(error, 'disconnected') ? new ThreadEnded(this.#failure) : error
  }

  #begin(): void {
    this.jobs++
    clearTimeout(this.#idle)
  }

  #finish(): void {
    if (--this.jobs === 0) this.#idle = setTimeout(() => void this.end(), IDLE_MS).unref()
  }
}

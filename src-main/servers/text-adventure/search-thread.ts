import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Disguise } from '@shared/episode/log/event'
import type { GameState } from '../../story/environment'
import { openDisguised } from '../../story/mirrored-environment'
import { limitCompiledMachines } from '../../story/zmachine/memory/machine-space'

export interface Found {
  readonly actions: readonly string[]
  readonly exits: readonly { readonly direction: string; readonly to: number | null }[]
  /** False if the time limit was reached. */
  readonly complete: boolean
}

/** Runs searches one at a time in a thread, so that no client waits for the search of another. */
export interface SearchThread {
  /** Null if the facts that the search needs are unknown for the story. An aborted search stops at once. */
  search(what: 'actions' | 'exits', state: GameState, signal: AbortSignal): Promise<Found | null>
}

interface ThreadSetup {
  readonly role: typeof ROLE
  readonly story: Uint8Array
  readonly disguise: Disguise
}

interface Asked {
  readonly what: 'actions' | 'exits'
  readonly state: GameState
}

const BUDGET_MS = 1000
/** One machine for the position and one for trials; the sessions of the main thread have their own. */
const MACHINES_OF_A_SEARCH = 2
const ROLE = 'text-adventure-search'

/** The thread starts with the first search. It runs the file of this process, which must be this server's bundle. */
export function openSearchThread(story: Uint8Array, disguise: Disguise): SearchThread {
  let worker: Worker | null = null
  let latest: Promise<unknown> = Promise.resolve()

  async function run(asked: Asked, signal: AbortSignal): Promise<Found | null> {
    signal.throwIfAborted()
    worker ??= new Worker(new URL(import.meta.url), {
      workerData: { role: ROLE, story, disguise } satisfies ThreadSetup,
    })
    worker.postMessage(asked)
    try {
      const [found] = (await once(worker, 'message', { signal })) as [Found | null]
      return found
    } catch (error) {
      void worker.terminate()
      worker = null
      throw error
    }
  }
  return {
    search(what, state, signal) {
      const found = latest.then(() => run({ what, state }, signal))
      latest = found.catch(() => {})
      return found
    },
  }
}

export const isSearchThread = !isMainThread && (workerData as Partial<ThreadSetup> | null)?.role === ROLE

/** Runs in the thread, and answers searches until the thread ends. */
export function answerSearches(): void {
  limitCompiledMachines(MACHINES_OF_A_SEARCH)
  const { story, disguise } = workerData as ThreadSetup
  const environment = openDisguised(story, 'app', disguise)
  parentPort!.on('message', ({ what, state }: Asked) => {
    environment.setState(state)
    const found =
      what === 'actions'
        ? environment.getValidActions({ budgetMs: BUDGET_MS })
        : environment.getValidExits({ budgetMs: BUDGET_MS })
    const answer: Found | null = found && {
      actions: 'actions' in found ? found.actions.map(({ action }) => action) : [],
      exits: 'exits' in found ? found.exits.map(({ direction, to }) => ({ direction, to })) : [],
      complete: found.complete,
    }
    parentPort!.postMessage(answer)
  })
}

import { setTimeout as sleep } from 'node:timers/promises'
import { addressOf } from '../../llm/key-addresses'
import type { RequestGate } from '../../llm/endpoint'
import type { FromWorker } from './messages'

/** The gate of a worker: what an endpoint asks of one worker holds for all, and their parent counts requests. */
interface WorkerGate extends RequestGate {
  /** Requests to these addresses alone are asked for: the parent counts them. */
  setPacedAddresses(addresses: readonly string[]): void
  holdUntil(address: string, untilMs: number): void
  /** A request that asked may leave. */
  admit(request: number): void
}

export function createWorkerGate(tell: (message: FromWorker) => void): WorkerGate {
  const held = new Map<string, number>()
  const asking = new Map<number, () => void>()
  let paced: readonly string[] = []
  let asked = 0

  const waitWhileHeld = async (address: string, signal: AbortSignal) => {
    for (let ms = 1; ms > 0;) {
      ms = (held.get(address) ?? 0) - Date.now()
      if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
  const askParent = (address: string, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const request = ++asked
      const stop = () => {
        asking.delete(request)
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', stop, { once: true })
      asking.set(request, () => {
        signal.removeEventListener('abort', stop)
        resolve()
      })
      tell({ type: 'pass', request, address })
    })
  return {
    setPacedAddresses(addresses) {
      paced = addresses
    },
    async pass(baseUrl, signal) {
      const address = addressOf(baseUrl)
      await waitWhileHeld(address, signal)
      if (!paced.includes(address)) return
      await askParent(address, signal)
      // It may have asked to be left alone meanwhile.
      await waitWhileHeld(address, signal)
    },
    hold(baseUrl, ms) {
      const address = addressOf(baseUrl)
      held.set(address, Math.max(held.get(address) ?? 0, Date.now() + ms))
      tell({ type: 'hold', address, ms })
    },
    holdUntil(address, untilMs) {
      held.set(address, Math.max(held.get(address) ?? 0, untilMs))
    },
    admit(request) {
      asking.get(request)?.()
      asking.delete(request)
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestGate } from '../../llm/endpoint'
import { addressOf } from '../../llm/key-grants'
import type { FromWorker } from './messages'

/** The request gate of a worker. A hold applies to all workers; the parent limits the rate of requests. */
interface WorkerGate extends RequestGate {
  /** Only requests to these addresses need the permission of the parent. */
  setPacedAddresses(addresses: readonly string[]): void
  holdUntil(address: string, untilMs: number): void
  /** Sends a request that the parent has permitted. */
  admit(request: number): void
}

export function createWorkerGate(post: (message: FromWorker) => void): WorkerGate {
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
  const askForPermission = (address: string, signal: AbortSignal) =>
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
      post({ type: 'pass', request, address })
    })
  return {
    setPacedAddresses(addresses) {
      paced = addresses
    },
    async pass(baseUrl, signal) {
      const address = addressOf(baseUrl)
      await waitWhileHeld(address, signal)
      if (!paced.includes(address)) return
      await askForPermission(address, signal)
      // A new hold may have begun while the request waited for permission.
      await waitWhileHeld(address, signal)
    },
    hold(baseUrl, ms) {
      const address = addressOf(baseUrl)
      held.set(address, Math.max(held.get(address) ?? 0, Date.now() + ms))
      post({ type: 'hold', address, ms })
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

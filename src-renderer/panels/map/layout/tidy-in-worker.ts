import type { Positions } from '@shared/map/cell'
import type { TidyRequest } from '@shared/map/tidy'

/** Tidies in a worker, because 110 locations take 0.2 s. Each request has a separate worker. */
export async function tidyInWorker(request: TidyRequest, signal: AbortSignal): Promise<Positions> {
  const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<Positions>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Positions>) => resolve(data))
      worker.addEventListener('error', ({ message }) => reject(new Error(`The map could not be tidied: ${message}`)))
      signal.addEventListener('abort', () => reject(new Error('Tidying was stopped.')), { once: true })
      worker.postMessage(request)
    })
  } finally {
    worker.terminate()
  }
}

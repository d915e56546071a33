import { availableParallelism } from 'node:os'
import { parentPort, Worker } from 'node:worker_threads'
import { type ArmFigures, type Job, playArm } from './play-arm'

/** In a worker: plays what it is sent, one after another. */
export function serveJobs(): void {
  parentPort?.on('message', (job: Job) => {
    void playArm(job).then((figures) => parentPort?.postMessage(figures))
  })
}

/**
 * Plays all jobs in order on all processors; after Ctrl+C no more of them. `file` is the program that runs `serveJobs`
 * when it is a worker.
 */
export async function playAll(
  jobs: readonly Job[],
  file: string,
  done: (job: Job, figures: ArmFigures) => void,
): Promise<void> {
  const queue = [...jobs]
  const stop = () => void queue.splice(0)
  process.once('SIGINT', stop)
  await Promise.all(
    Array.from({ length: Math.min(availableParallelism(), jobs.length) }, async () => {
      const worker = new Worker(file)
      for (let job = queue.shift(); job !== undefined; job = queue.shift()) done(job, await ask(worker, job))
      await worker.terminate()
    }),
  )
  process.off('SIGINT', stop)
}

const ask = (worker: Worker, job: Job): Promise<ArmFigures> =>
  new Promise((resolve, reject) => {
    worker.once('message', (figures: ArmFigures) => {
      worker.off('error', reject)
      resolve(figures)
    })
    worker.once('error', reject)
    worker.postMessage(job)
  })

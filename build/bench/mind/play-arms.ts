import { availableParallelism } from 'node:os'
import { parentPort, Worker } from 'node:worker_threads'
import type { ChatMessage } from '@shared/episode/log/chat'
import type { ChatClient } from '../../../src-main/llm/chat-client'
import { type EpisodeFigures, figuresOf } from '../imperfect/episode-figures'
import { imperfectClient, lengthOf, sharedLength, tokensOf } from '../imperfect/imperfect-client'
import { createImperfectModel } from '../imperfect/imperfect-model'
import { playImperfect, readStory } from '../imperfect/play-imperfect'
import { type Arm, mindOfArm } from './arms'

/** One episode to play. */
export interface Job {
  readonly file: string
  readonly seed: number
  readonly turns: number
  readonly arm: Arm
}

export interface ArmFigures extends EpisodeFigures {
  /** Mean of a turn's prompts, over all calls. */
  readonly tokens: number
  /**
   * The same as billed by endpoints that cache prefixes: text that the previous prompt also began with costs a tenth.
   */
  readonly billed: number
}

async function playArm({ file, seed, turns, arm }: Job): Promise<ArmFigures> {
  let tokens = 0
  let billed = 0
  let previous: readonly ChatMessage[] = []
  const model = imperfectClient(createImperfectModel({ seed, faults: arm.faults }))
  const counting: ChatClient = {
    ...model,
    complete(request) {
      const messages = arm.isPlacebo ? request.messages.map(withPlacebo) : request.messages
      const length = lengthOf(messages)
      tokens += tokensOf(length)
      billed += tokensOf(length - (1 - CACHED_PRICE) * sharedLength(previous, messages))
      previous = messages
      return model.complete({ ...request, messages })
    },
  }
  const state = await playImperfect({ story: readStory(file), seed, turns, mind: mindOfArm(arm), llm: counting })
  const played = Math.max(1, state.turns.length)
  return { ...figuresOf(state), tokens: tokens / played, billed: billed / played }
}

const CACHED_PRICE = 0.1

const STATE = /```state\n[\s\S]*?\n```/
const NOTHING = 'The weather has been much the same of late. '

/** Replaces the words of the parts with as many characters of meaningless text; the state block stays. */
function withPlacebo(message: ChatMessage): ChatMessage {
  if (message.tail === undefined) return message
  const block = STATE.exec(message.tail)?.[0] ?? ''
  const length = message.tail.length - block.length
  return { ...message, tail: `${block}${NOTHING.repeat(Math.ceil(length / NOTHING.length)).slice(0, length)}` }
}

/** In a worker: plays the jobs it receives, one after another. */
export function serveJobs(): void {
  parentPort?.on('message', (job: Job) => {
    void playArm(job).then((figures) => parentPort?.postMessage(figures))
  })
}

/** Plays the jobs in order on all processors, until Ctrl+C. `file`: the program that calls `serveJobs` in a worker. */
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

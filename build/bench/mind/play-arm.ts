import type { ChatMessage } from '@shared/episode/log/chat'
import { type EpisodeFigures, figuresOf } from '../imperfect/episode-figures'
import { imperfectClient, lengthOf, sharedLength, tokensOf } from '../imperfect/imperfect-client'
import { createImperfectModel } from '../imperfect/imperfect-model'
import { playImperfect, readStory } from '../imperfect/play-imperfect'
import type { ChatClient } from '../../../src-main/llm/chat-client'
import { type Arm, mindOfArm } from './arms'

/** One episode to play. */
export interface Job {
  readonly file: string
  readonly seed: number
  readonly turns: number
  readonly arm: Arm
}

export interface ArmFigures extends EpisodeFigures {
  /** Mean of a turn's prompts, every call counted. */
  readonly tokens: number
  /** The same as endpoints bill it that cache prefixes: a tenth for what was in the prompt before. */
  readonly billed: number
}

export async function playArm({ file, seed, turns, arm }: Job): Promise<ArmFigures> {
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

/** The state block stays; as many characters as the parts have written say nothing. */
function withPlacebo(message: ChatMessage): ChatMessage {
  if (message.tail === undefined) return message
  const block = STATE.exec(message.tail)?.[0] ?? ''
  const length = message.tail.length - block.length
  return { ...message, tail: `${block}${NOTHING.repeat(Math.ceil(length / NOTHING.length)).slice(0, length)}` }
}

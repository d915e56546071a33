import type { ChatMessage } from '@shared/episode/log/chat'
import { type MindPart, NO_MIND } from '@shared/episode/log/mind-schema'
import { scriptedSession } from '../../../src-main/agent/scripted-session.testkit'
import type { ChatClient } from '../../../src-main/llm/chat-client'
import { TYPICAL_FAULTS } from '../imperfect/faults'
import { imperfectClient, lengthOf, sharedLength, tokensOf } from '../imperfect/imperfect-client'
import { createImperfectModel } from '../imperfect/imperfect-model'
import { playImperfect, readStory } from '../imperfect/play-imperfect'

interface PromptCosts {
  /** Tokens of the first prompt of each turn. */
  readonly tokens: readonly number[]
  /** Share of each prompt that is equal to the beginning of the previous one. */
  readonly kept: readonly number[]
  /** Milliseconds to build each. */
  readonly buildMs: readonly number[]
  readonly compactions: number
  readonly logBytes: number
}

interface Course {
  readonly file: string
  readonly turns: number
  readonly parts: readonly MindPart[]
  /** Calls of the model in a turn, all but the last of them for a tool. */
  readonly iterations?: number
}

/** The cost of prompts and log of an episode with these parts and a model that makes mistakes like real ones. */
export async function measurePrompts({ file, turns, parts, iterations = 1 }: Course): Promise<PromptCosts> {
  const tokens: number[] = []
  const kept: number[] = []
  const buildMs: number[] = []
  let previous: readonly ChatMessage[] = []
  let turn = 0
  let compactions = 0
  let logBytes = 0
  const model = imperfectClient(createImperfectModel({ seed: 1, faults: TYPICAL_FAULTS }))
  const llm: ChatClient = {
    ...model,
    async complete(request) {
      const { messages } = request
      const toolAnswers = messages.slice(messages.findLastIndex(({ role }) => role === 'user')).length - 1
      const length = lengthOf(messages)
      tokens[turn - 1] ??= tokensOf(length)
      kept[turn - 1] ??= sharedLength(previous, messages) / length
      previous = messages
      const reply = await model.complete(request)
      const call = toolAnswers / 2 + 1
      return call < iterations
        ? { ...reply, content: null, finishReason: 'tool_calls', toolCalls: [thought(call)] }
        : reply
    },
  }
  await playImperfect({
    story: readStory(file),
    seed: 1,
    turns,
    mind: { ...NO_MIND, parts: [...parts] },
    llm,
    observe(event) {
      logBytes += Buffer.byteLength(JSON.stringify(event)) + 1
      if (event.event_type === 'context_compacted') compactions++
    },
    observePrompt(asked, ms) {
      turn = asked
      buildMs[turn - 1] ??= ms
    },
    ...(iterations > 1 && { openSession: () => scriptedSession() }),
  })
  return { tokens, kept, buildMs, compactions, logBytes }
}

const thought = (call: number) => ({
  id: `call_${call}`,
  type: 'function' as const,
  function: {
    name: 'thoughtbox.think',
    arguments: JSON.stringify({
      thought: `Step ${call}: ${'what I know of this place and what is left to try. '.repeat(6)}`,
    }),
  },
})

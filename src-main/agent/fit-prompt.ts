import { createHash } from 'node:crypto'
import { viewOf } from '@shared/agent/view'
import { cutCharacters } from '@shared/base/whole-characters'
import type { ChatMessage } from '@shared/episode/log/chat'
import type { EventBody } from '@shared/episode/log/event'
import { NO_MIND } from '@shared/episode/log/mind-schema'
import type { EpisodeState } from '@shared/episode/state/episode'
import { LlmError } from '../llm/chat-client'
import { windowIn } from '../llm/failure/too-long'
import type { ContextOptions } from './build-context'
import { buildPrompt, promptOfNow } from './build-prompt'
import { charsPerToken, planCompaction, type Room } from './compaction'
import type { Prompt, RestOfRequest } from './prompt'

interface FitOptions extends ContextOptions {
  /** The model's context length in tokens, if its endpoint reports it. */
  readonly readWindow: () => number | null
  /** Maximum number of tokens of the reply. */
  readonly replyTokens: number
}

/** The log of a turn. */
interface Log {
  readonly state: EpisodeState
  record(event: EventBody): void
}

/** The prompts of one episode. With the part `context` they never exceed their limit. */
interface FittedPrompts {
  /**
   * Builds a prompt and records the compaction that it needs. Throws `LlmError` with the numbers if nothing more can be
   * left out.
   */
  compose(log: Log, turn: number, rest: RestOfRequest): Prompt
  /** The compaction that the next prompt will probably need, judged by the size of the last one; null if none. */
  planAhead(state: EpisodeState): ReturnType<typeof planCompaction>
  /** Call it after a refusal of the last prompt for its length. Returns whether a shorter one is possible. */
  readonly shorten: (error: LlmError) => boolean
}

/** Minimum limit in tokens; a smaller one is ignored, because no story fits into it. */
const LEAST_WINDOW = 1000
/** The summariser is asked at this share of the limit, before compaction is needed. */
const AHEAD = 0.8
/** The next limit as a share of the refused request, if the refusal gave no number. */
const SHORTER = 0.75
/**
 * Codes of refusals that may be about length without saying so, and the share of the room above which this is assumed.
 */
const UNKNOWN = new Set(['400', '413', '422', '500', 'bad_answer'])
const NEAR = 0.75
/** Minimum length of a shortened tool result, in characters. */
const KEPT_OF_ANSWER = 400

export function createFittedPrompts({ readWindow, replyTokens, ...options }: FitOptions): FittedPrompts {
  /** The limit learned from the endpoint, in estimated tokens. */
  let learned = Infinity
  let lastTokens = 0
  let lastRoom = Infinity
  let lastTurn = 0
  /** The turn whose unexplained refusal was answered with a shorter prompt, and the limit before that. */
  let triedTurn: number | null = null
  let beforeTry: number | null = null
  let lastBeside: number | null = null
  const roomFor = (state: EpisodeState): Room => {
    const { context_tokens: wanted } = state.manifest?.mind ?? NO_MIND
    const limit = Math.min(wanted, readWindow() ?? Infinity, learned)
    return { tokens: limit - Math.min(replyTokens, Math.floor(limit / 2)), charsPerToken: charsPerToken(state) }
  }
  return {
    planAhead: (state) =>
      lastBeside === null ? null : planCompaction(viewOf(state), lastBeside, roomFor(state), AHEAD),
    compose(log, turn, rest) {
      recordPrompt(log, turn)
      const { state } = log
      const mind = state.manifest?.mind ?? NO_MIND
      if (!mind.parts.includes('context')) return buildPrompt(state, options, rest)
      const room = roomFor(state)
      const { tokens, charsPerToken: perToken } = room
      const unfitted = buildPrompt(state, options, rest)
      lastBeside = charsBeside(unfitted)
      const plan = planCompaction(viewOf(state), lastBeside, room)
      if (plan) log.record({ event_type: 'context_compacted', turn, ...plan })
      const prompt = plan ? buildPrompt(log.state, options, rest) : unfitted
      const fitted = withShorterAnswers(prompt, rest, Math.floor(tokens * perToken), (shorter) =>
        buildPrompt(log.state, options, shorter),
      )
      lastTokens = Math.ceil(charsOf(fitted) / perToken)
      lastRoom = tokens
      lastTurn = turn
      if (lastTokens <= tokens) return fitted
      throw new LlmError(
        'unavailable',
        'context_full',
        `The request would have about ${lastTokens} tokens, but there is room for only ${tokens} beside the answer, and nothing more can be left out. Fork the episode with a model of a larger context, with a shorter “Longest answer”, or without tools. In new episodes the setting “Longest request” (mind.context_tokens) allows more.`,
      )
    },
    shorten: (error) => {
      if (lastTokens === 0) return false
      const isSaid = error.code === 'context_length'
      if (!isSaid) {
        const isNear = UNKNOWN.has(error.code) && lastTokens >= NEAR * lastRoom
        if (!isNear || triedTurn === lastTurn) {
          // The shorter prompt failed too, so the length was not the reason.
          if (triedTurn === lastTurn && beforeTry !== null) learned = beforeTry
          return false
        }
        triedTurn = lastTurn
        beforeTry = learned
      }
      const said = windowIn(error.message)
      const next = Math.min(said ?? Infinity, Math.floor((lastTokens + replyTokens) * SHORTER))
      if (next >= learned || next < LEAST_WINDOW) return false
      learned = next
      return true
    },
  }
}

/** Records the system prompt once per log, so that a replay does not depend on the version of the app. */
function recordPrompt(log: Log, turn: number): void {
  const { state } = log
  if (!state.manifest?.mind || state.mind.prompts.some(({ role }) => role === 'actor')) return
  const text = promptOfNow(state)
  log.record({
    event_type: 'prompt_used',
    turn,
    role: 'actor',
    sha256: createHash('sha256').update(text).digest('hex'),
    text,
  })
}

const charsOf = ({ sections = [] }: Prompt): number => sections.reduce((sum, { chars }) => sum + chars, 0)

/** The size of the request without the opening and the turns, in characters. */
const charsBeside = ({ sections = [] }: Prompt): number =>
  sections.filter(({ name }) => name !== 'story' && name !== 'turns').reduce((sum, { chars }) => sum + chars, 0)

/**
 * The last resort: shortens tool results of this turn, the longest first, with a notice in each. `most` is in
 * characters.
 */
function withShorterAnswers(
  prompt: Prompt,
  rest: RestOfRequest,
  most: number,
  rebuild: (rest: RestOfRequest) => Prompt,
): Prompt {
  let over = charsOf(prompt) - most
  if (over <= 0) return prompt
  const added: ChatMessage[] = [...rest.added]
  let cut = 0
  const longest = [...added.keys()].toSorted((a, b) => lengthOf(added[b]) - lengthOf(added[a]))
  for (const index of longest) {
    const message = added[index]
    if (over <= 0 || message?.role !== 'tool' || lengthOf(message) <= 2 * KEPT_OF_ANSWER) continue
    const content = message.content ?? ''
    const kept = Math.max(KEPT_OF_ANSWER, content.length - over - KEPT_OF_ANSWER)
    const start = cutCharacters(content, kept)
    added[index] = { ...message, content: `${start} … [${content.length - start.length} characters left out]` }
    over -= content.length - kept
    cut += content.length - kept
  }
  const shorter = rebuild({ ...rest, added })
  return {
    ...shorter,
    sections: shorter.sections?.map((section) => (section.name === 'this turn' ? { ...section, cut } : section)),
  }
}

const lengthOf = (message: ChatMessage | undefined): number => message?.content?.length ?? 0

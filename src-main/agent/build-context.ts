import { SYSTEM_PROMPT } from '@shared/agent/system-prompt'
import { visibleLine } from '@shared/base/visible-text'
import { wellFormedJson } from '@shared/base/whole-characters'
import type { ChatMessage } from '@shared/episode/log/chat'
import { HOW_TO_PRESS_A_KEY } from '@shared/episode/log/key-names'
import { hintsFor, isTakenOver } from '@shared/episode/projections/help'
import { buildStateBlocks } from '@shared/episode/state/build-state-block'
import type { EpisodeState, Hint, Turn } from '@shared/episode/state/episode'
import { FAILURES } from '@shared/episode/state/failures'
import { formatStateBlock, type StateBlock } from '@shared/episode/state/state-block'
import { cached } from './prompt'
import { attached, GRANTED_WORDS, GRANTED_ACTIONS, GRANTED_UNDO, HINT, SAID_BY_PERSON } from './prompts'

export interface ContextOptions {
  /** Maximum number of past turns; "all" for a player whose only memory is the messages. */
  readonly historyTurns: number | 'all'
}

/**
 * The messages that ask for the next action: the system prompt, past turns as pairs of observation and answer, and the
 * current observation. Pure, so that the prompt of any past turn can be rebuilt. A sent message never changes and old
 * turns are dropped in large groups, so the list only grows at its end and an endpoint that caches prefixes can use
 * nearly all of it.
 */
export function buildContext(state: EpisodeState, { historyTurns }: ContextOptions): ChatMessage[] {
  const shown = buildStateBlocks(state, state.manifest?.handicap ?? 'L2')
  const failedAt = new Map<number, Set<string>>()
  const messages: ChatMessage[] = []
  const first = historyTurns === 'all' ? 0 : firstTurnKept(state.turns.length, historyTurns)
  for (const [index, block] of shown.entries()) {
    noteFailure(failedAt, shown[index - 1], block)
    if (index < first) continue
    const shownInput = (state.turns[index - 1]?.observation ?? state.opening)?.input
    const { objectives } = state
    const hints = hintsFor(state, index + 1)
    messages.push(cached('user', describe(block, { objectives, hints, failedAt, wantsKey: shownInput === 'char' })))
    const turn = state.turns[index]
    if (turn) messages.push({ role: 'assistant', content: answerOf(turn) })
  }
  return [cached('system', [state.prompt ?? SYSTEM_PROMPT, ...grantsOf(state.manifest)].join('\n\n')), ...messages]
}

/** Texts that the handicap adds to the system prompt; empty below L3. */
export function grantsOf(manifest: EpisodeState['manifest']): readonly string[] {
  if (manifest === null || manifest.handicap < 'L3') return []
  return [
    `${GRANTED_WORDS} ${manifest.dictionary?.join(' ') ?? ''}`,
    ...(manifest.handicap >= 'L4' ? [GRANTED_ACTIONS] : []),
    ...(manifest.handicap >= 'L5' ? [GRANTED_UNDO] : []),
  ]
}

/** Half of the history is dropped at once, so that the list keeps its prefix for many turns. */
export function firstTurnKept(pastTurns: number, historyTurns: number): number {
  const chunk = Math.max(1, Math.floor(historyTurns / 2))
  return Math.max(0, Math.ceil((pastTurns - historyTurns) / chunk) * chunk)
}

export function answerOf({ action }: Turn): string {
  return wellFormedJson({
    thinking: action?.reasoning || (isTakenOver({ action }) ? SAID_BY_PERSON : ''),
    action: action?.action ?? '',
    new_objective: action?.new_objective ?? null,
  })
}

/** Hints as the player reads them; null if there are none. */
export function sayHints(hints: readonly Hint[]): string | null {
  const suggested = hints.filter(({ source }) => source?.kind !== 'resource')
  const parts = [
    ...(suggested.length === 0 ? [] : [[HINT, ...suggested.map(({ text }) => text)].join('\n')]),
    ...hints.flatMap(({ text, source }) =>
      source?.kind === 'resource'
        ? [[attached(visibleLine(source.server_name)), inFence(`${visibleLine(source.name)}\n${text}`)].join('\n')]
        : [],
    ),
  ]
  return parts.join('\n\n') || null
}

/** Puts untrusted text into a code fence that the text cannot close. */
function inFence(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [fence, text, fence].join('\n')
}

interface Surroundings {
  readonly objectives: EpisodeState['objectives']
  readonly hints: readonly Hint[]
  readonly failedAt: ReadonlyMap<number, ReadonlySet<string>>
  readonly wantsKey: boolean
}

function describe(block: StateBlock, { objectives, hints, failedAt, wantsKey }: Surroundings): string {
  const failed = [...((block.location && failedAt.get(block.location.id)) ?? [])]
  const aims = objectives.filter(({ turn }) => turn < block.turn).slice(-MAX_LISTED)
  return [
    block.last ? `> ${block.last.action}\n${block.observation.trim()}` : block.observation.trim(),
    wantsKey && HOW_TO_PRESS_A_KEY,
    failed.length > 0 && `Tried here without success: ${failed.slice(-MAX_LISTED).join('; ')}.`,
    aims.length > 0 && `Your objectives: ${aims.map(({ text }) => text).join('; ')}.`,
    sayHints(hints),
    formatStateBlock(block),
  ]
    .filter((part) => part !== false && part !== null)
    .join('\n\n')
}

const MAX_LISTED = 8

/** Failures are stored by location id, because locations may share a name. */
function noteFailure(failedAt: Map<number, Set<string>>, before: StateBlock | undefined, { last }: StateBlock): void {
  if (!before?.location || !last || !FAILURES.has(last.outcome)) return
  const here = failedAt.get(before.location.id) ?? new Set()
  failedAt.set(before.location.id, here.add(last.action.toLowerCase()))
}

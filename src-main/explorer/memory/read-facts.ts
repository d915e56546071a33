import { classifyOutcome } from '@shared/episode/state/outcome'
import type { Outcome } from '@shared/episode/state/state-block'
import { directionOf } from '@shared/map/direction'
import type { GameObject } from '@shared/map/location-survey'
import { readTitle } from './location-text'
import { looseObjects } from './loose-objects'
import { type Memory, placeOf } from './memory'
import type { PastTurn } from './read-messages'
import { asksToRestart, readBegunAgain, readScoreChange, saysOpen, saysRefusal } from './read-reply'
import { hash32 } from './seeded-noise'

/** A turn and its changes against the memory before it, read from the `state` block or, without one, from the text. */
export interface TurnFacts {
  readonly action: string | null
  readonly text: string
  readonly location: GameObject | null
  readonly moved: boolean
  readonly carried: readonly GameObject[]
  readonly gained: readonly GameObject[]
  readonly lost: readonly GameObject[]
  readonly visible: readonly GameObject[]
  readonly revealed: boolean
  readonly outcome: Outcome
  readonly score: number | null
  readonly scoreDelta: number
}

export function readFacts(memory: Memory, turn: PastTurn): TurnFacts {
  const { block, text } = turn
  const action = turn.action?.trim().toLowerCase() ?? null
  const location = block?.location ?? readLocation(memory, action, text)
  const moved = location !== null && memory.here !== null && location.id !== memory.here
  const guessed = block?.inventory ? null : looseObjects(memory, action, text)
  const carried = block?.inventory ?? guessed?.carried ?? []
  const score = block?.score ?? (memory.score ?? 0) + (readScoreChange(text) ?? 0)
  const scoreDelta = block?.last?.score_delta ?? (memory.score === null ? 0 : score - memory.score)
  const had = new Set(memory.carried.map(({ id }) => id))
  const has = new Set(carried.map(({ id }) => id))
  const visible = (block?.visible ?? guessed?.visible ?? []).filter(({ id }) => !has.has(id))
  const gained = carried.filter(({ id }) => !had.has(id))
  const lost = memory.carried.filter(({ id }) => !has.has(id))
  const knownHere = new Set((location && memory.places.get(location.id)?.things.map(({ id }) => id)) ?? [])
  const revealed = !moved && visible.some(({ id }) => !knownHere.has(id) && !had.has(id))
  const reported =
    block?.last?.outcome ?? (action === null ? 'other' : guessOutcome(memory, action, { text, location, carried }))
  const outcome = readOutcome(memory, action, text, {
    reported,
    moved,
    gained: gained.length > 0,
    revealed,
    begunAgain: readBegunAgain(memory, turn) !== null,
  })
  return { action, text, location, moved, carried, gained, lost, visible, revealed, outcome, score, scoreDelta }
}

interface Evidence {
  readonly reported: Outcome
  readonly moved: boolean
  readonly gained: boolean
  readonly revealed: boolean
  readonly begunAgain: boolean
}

/** Facts outrank the reply: if no new object is carried, nothing was taken. */
function readOutcome(
  memory: Memory,
  action: string | null,
  text: string,
  { reported, moved, gained, revealed, begunAgain }: Evidence,
): Outcome {
  if (action === null) return 'other'
  if (begunAgain) return 'died'
  if (reported === 'took' && !gained) return moved ? 'moved' : 'other'
  if (reported !== 'other') return reported
  if (saysRefusal(text)) return 'refused'
  if (!revealed && !moved && !gained && (memory.dullReplies.get(text) ?? action) !== action) return 'no_op'
  return revealed && !memory.isDark && ((CHANGES.test(action) && saysOpen(text)) || FINDS.test(text))
    ? 'opened_or_revealed'
    : reported
}

/** An object also becomes visible by being mentioned. It counts as revealed only with these words. */
const CHANGES = /^(?:open|unlock|move|push|pull|turn|lift)\b/
const FINDS = /\b(?:reveal|uncover|discover|find|notice|hidden|concealed)/i

/** Without a state block, a location is identified by its heading, a dark one by the way to it. Null if unknown. */
function readLocation(memory: Memory, action: string | null, text: string): GameObject | null {
  const title = readTitle(text)
  if (title !== null) return { id: hash32(title.toLowerCase()), name: title }
  const here = placeOf(memory)
  if (
    here &&
    !memory.isDark &&
    action !== null &&
    directionOf(action) !== null &&
    /\bpitch[- ](?:black|dark)\b|\btoo dark\b/i.test(text)
  )
    return { id: hash32(`${here.id} ${action}`), name: 'a dark place' }
  return here ? { id: here.id, name: here.name } : null
}

/** Without a state block, the outcome is classified as the prompt builder classifies it. */
function guessOutcome(
  memory: Memory,
  action: string,
  { text, location, carried }: { text: string; location: GameObject | null; carried: readonly GameObject[] },
): Outcome {
  const before = {
    text: memory.reply.text,
    prompt: '',
    location: placeOf(memory),
    inventory: [...memory.carried],
    input: 'line',
    game_over: null,
  } as const
  return classifyOutcome(action, before, {
    text,
    prompt: '',
    location,
    inventory: [...carried],
    input: 'line',
    game_over: asksToRestart(text) ? true : null,
  })
}

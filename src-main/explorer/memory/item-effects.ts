import type { GameObject } from '@shared/map/location-survey'
import { headOf, isKnownNoun } from './lexicon'
import { tally, type Memory, placeOf, withAdded, withEntry } from './memory'
import type { TurnFacts } from './read-facts'
import { readClosedDoor, saysAlreadyOpen, saysLoadTooHeavy } from './read-reply'

const PUT = /^(?:put|insert|place) (.+) (?:in|into|inside|on) (.+)$/

/** Records which things the action took, delivered, dropped or opened, and credits a change of score to them. */
export function recordItemEffects(before: Memory, memory: Memory, facts: TurnFacts): Memory {
  const { action, gained, lost, scoreDelta, text } = facts
  if (action === null) return memory
  const taken = gained.map(({ id }) => id)
  const given = lost.map(({ id }) => id)
  const [first, ...more] = gained
  const closedDoor = facts.moved ? null : readClosedDoor(text)
  const isOpened =
    action.startsWith('open ') && (memory.reply.outcome === 'opened_or_revealed' || saysAlreadyOpen(text))
  const wording = more.length === 0 ? /^take (.+)$/.exec(action)?.[1] : undefined
  const container = PUT.exec(action)?.[2] ?? null
  const rewarded =
    scoreDelta > 0 && given.length > 0 && before.here !== null && (container !== null || action.startsWith('drop '))
  const tooHeavy = action.startsWith('take ') && saysLoadTooHeavy(text)
  const missed = tooHeavy ? matching(facts.visible, action) : []
  const openedThings = () => {
    if (isOpened) return withAdded(memory.openedThings, ...matching(facts.visible, action))
    if (closedDoor === null) return memory.openedThings
    const closed = matching(facts.visible, closedDoor)
    return new Set([...memory.openedThings].filter((id) => !closed.includes(id)))
  }
  return {
    ...memory,
    wordings:
      wording === undefined || first === undefined ? memory.wordings : withEntry(memory.wordings, first.name, wording),
    opens:
      action.startsWith('open ') && memory.reply.outcome !== 'unknown_word' && !isKnownNoun(headOf(action))
        ? tally(memory.opens, isOpened ? 1 : 0)
        : memory.opens,
    openedThings: openedThings(),
    takes:
      action.startsWith('take ') && wasPlain(before, action)
        ? tally(memory.takes, gained.length > 0 ? 1 : 0)
        : memory.takes,
    valued: scoreDelta > 0 && !facts.moved ? withAdded(memory.valued, ...taken) : memory.valued,
    valuedHeads:
      scoreDelta > 0 && !facts.moved
        ? withAdded(memory.valuedHeads, ...[...gained, ...(rewarded ? lost : [])].map(({ name }) => headOf(name)))
        : memory.valuedHeads,
    delivered: rewarded ? withAdded(memory.delivered, ...given) : memory.delivered,
    depot: rewarded && before.here !== null ? { place: before.here, container } : memory.depot,
    foundAt:
      before.here === null || taken.length === 0
        ? memory.foundAt
        : new Map([...memory.foundAt, ...taken.map((id) => [id, before.here ?? 0] as const)]),
    wanted: new Set([...memory.wanted, ...missed].filter((id) => !taken.includes(id))),
    dropped: action.startsWith('drop ') ? withAdded(memory.dropped, ...given) : memory.dropped,
  }
}

/** Ids of the things whose head noun ends the text. */
const matching = (things: readonly GameObject[], text: string): readonly number[] =>
  things.filter(({ name }) => text.endsWith(headOf(name))).map(({ id }) => id)

/** Whether neither the text nor the lexicon suggested that the thing can be taken. */
function wasPlain(before: Memory, action: string): boolean {
  const head = headOf(action)
  return !isKnownNoun(head) && !(placeOf(before)?.presented.includes(head) ?? false)
}

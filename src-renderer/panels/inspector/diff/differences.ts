import { type ChatMessage, wholeText } from '@shared/episode/log/chat'
import { type MemoryNote, memoryNotesOf } from '@shared/episode/projections/memory-notes'
import type { EpisodeState, Observation, Turn } from '@shared/episode/state/episode'
import { messagesSent } from '@shared/episode/state/messages'
import { observationBefore } from '@shared/episode/state/turn-changes'
import type { GameObject } from '@shared/map/location-survey'

/** A changed key of the state. Null means no value. */
export interface Difference {
  readonly key: 'location' | 'score' | 'moves' | 'carried' | 'visible' | 'objectives' | 'notes' | 'exits'
  readonly before: string | null
  readonly after: string | null
}

/** Differences between the states after `turn` and after `against`, which is an earlier turn or 0 (the opening). */
export function differencesOf(state: EpisodeState, turn: Turn, against: number): readonly Difference[] {
  const { observation } = turn
  const before = observationBefore(state, against + 1)
  const compare = (key: Difference['key'], read: (from: Observation) => string | null): Difference => ({
    key,
    before: before && read(before),
    after: observation && read(observation),
  })
  const objectives = state.objectives
    .filter((objective) => objective.turn > against && objective.turn <= turn.number)
    .map(({ text }) => text)
  const facts =
    observation === null
      ? []
      : [
          compare('location', ({ location }) => location && location.name),
          compare('score', ({ score }) => (score === null ? null : String(score))),
          compare('moves', ({ moves }) => (moves === null ? null : String(moves))),
          compare('carried', ({ inventory }) => names(inventory)),
          compare('visible', ({ visible }) => names(visible)),
        ]
  return [
    ...facts,
    { key: 'objectives', before: null, after: objectives.length > 0 ? objectives.join(', ') : null } as const,
    notesChanged(state, turn, against),
    { key: 'exits', before: null, after: exitsFound(state, turn, against) } as const,
  ].filter((difference) => difference.before !== difference.after)
}

/** Notes that the agent wrote or deleted after turn `against`. */
function notesChanged(state: EpisodeState, { number }: Turn, against: number): Difference {
  const isSince = (turn: number | null) => turn !== null && turn > against && turn <= number
  const texts = (notes: readonly MemoryNote[]) =>
    notes.length > 0 ? notes.map(({ about, text }) => `${about}: ${text}`).join(' ') : null
  const notes = memoryNotesOf(state)
  return {
    key: 'notes',
    before: texts(notes.filter(({ turn, deletedIn }) => turn <= against && isSince(deletedIn))),
    after: texts(notes.filter(({ turn, deletedIn }) => isSince(turn) && (deletedIn === null || deletedIn > number))),
  }
}

/** Exits first walked after turn `against`; null if there are none. */
function exitsFound({ map }: EpisodeState, { number }: Turn, against: number): string | null {
  const found = Object.values(map.locations).flatMap(({ name, exits }) =>
    Object.entries(exits)
      .filter(([, exit]) => exit.lastTurn > against && exit.lastTurn <= number && exit.walked === 1 && exit.to !== null)
      .map(([direction, { to }]) => `${name}: ${direction} → ${map.locations[to ?? -1]?.name ?? ''}`),
  )
  return found.length > 0 ? found.join(', ') : null
}

const names = (objects: readonly GameObject[] | null): string | null =>
  objects === null || objects.length === 0 ? null : objects.map(({ name }) => name).join(', ')

export interface MessageChange {
  readonly index: number
  readonly role: ChatMessage['role']
  readonly before: string | null
  readonly after: string | null
}

/** Message differences between the first requests of two turns; null if one of them was never sent. */
export function messageChanges(state: EpisodeState, turn: number, against: number): readonly MessageChange[] | null {
  const before = messagesSent(state, against, 1)
  const after = messagesSent(state, turn, 1)
  if (before === null || after === null) return null
  const changes: MessageChange[] = []
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const [old, now] = [before[index], after[index]]
    const role = now?.role ?? old?.role
    if (role && (old?.role !== now?.role || textOf(old) !== textOf(now)))
      changes.push({ index, role, before: textOf(old), after: textOf(now) })
  }
  return changes
}

function textOf(message: ChatMessage | undefined): string | null {
  if (message === undefined) return null
  const calls = (message.tool_calls ?? []).map(({ function: { name, arguments: given } }) => `${name} ${given}`)
  return [wholeText(message), ...calls].filter((text) => text !== '').join('\n')
}

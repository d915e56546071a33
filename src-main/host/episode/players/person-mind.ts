import { hasPart } from '@shared/agent/mind-presets'
import { type GivenNote, noteEvents } from '@shared/agent/parts/note-events'
import { doneEvents, objectiveEvents } from '@shared/agent/parts/objectives'
import { viewOf } from '@shared/agent/view'
import { ExpectedError } from '@shared/base/expected-error'
import type { EventBody } from '@shared/episode/log/event'
import type { MindPart } from '@shared/episode/log/mind-schema'
import type { EpisodeState } from '@shared/episode/state/episode'

export type MindChange =
  | {
      readonly kind: 'note'
      readonly note: GivenNote
      readonly place: number | null
      readonly supersedes?: string | undefined
    }
  | { readonly kind: 'note_closed' | 'objective_closed'; readonly id: string }
  | { readonly kind: 'objective'; readonly text: string }

/** A limit that no user reaches. */
const MAX = 1000

/** The events of a change, as part of the last complete turn. Throws `not_possible` with the reason. */
export function eventsOf(state: EpisodeState, change: MindChange): readonly EventBody[] {
  const turn = state.turns.length
  const by = 'person' as const
  switch (change.kind) {
    case 'note': {
      refuseWithout(state, 'notes')
      refuseMore(state.mind.notes)
      if (change.supersedes !== undefined) liveOne(state.mind.notes, change.supersedes, 'note')
      return noteEvents({ state }, change.note, { turn, by, place: change.place, supersedes: change.supersedes })
    }
    case 'note_closed':
      refuseWithout(state, 'notes')
      liveOne(state.mind.notes, change.id, 'note')
      return [{ event_type: 'note_closed', turn, id: change.id, why: 'taken_back', by }]
    case 'objective':
      refuseWithout(state, 'objectives')
      refuseMore(state.objectives)
      return objectiveEvents(viewOf(state), change.text, { turn, by })
    case 'objective_closed':
      refuseWithout(state, 'objectives')
      liveOne(state.objectives, change.id, 'objective')
      return doneEvents({ state }, change.id, turn, by)
    default:
      return change satisfies never
  }
}

function refuseWithout({ manifest }: EpisodeState, part: MindPart & ('notes' | 'objectives')): void {
  if (hasPart(manifest?.mind, part)) return
  const player = manifest?.player.label ?? 'This player'
  throw new ExpectedError('not_possible', `${player} plays without ${part}. Suggest it as a hint instead.`)
}

function refuseMore(items: readonly { readonly by: string }[]): void {
  if (items.filter(({ by }) => by === 'person').length >= MAX)
    throw new ExpectedError('not_possible', `The episode already has ${MAX} user entries, the maximum.`)
}

function liveOne(items: readonly { readonly id: string; readonly closed: unknown }[], id: string, what: string): void {
  if (!items.some((item) => item.id === id && item.closed === null))
    throw new ExpectedError('not_possible', `There is no open ${what} "${id}" in the episode.`)
}

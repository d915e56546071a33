import type { EventOf } from './event'
import type { Author, NoteKind, ObjectiveCheck } from './mind-events'
import type { HelperRole, MindRole } from './mind-schema'

/** Longest note or objective, in characters. */
export const LONGEST_NOTE = 240

/** The fold of the mind's events (mind-events.ts); part of `EpisodeState`. */
export interface MindState {
  /** All notes in the order of writing; `closed` is null for open ones. */
  readonly notes: readonly MindNote[]
  /** In order. The prompt of turn n uses the last one whose `turn` is at most n. */
  readonly compactions: readonly Compaction[]
  /** How stuck the player was from the end of each of these turns on, in order. */
  readonly stuck: readonly Stuck[]
  readonly prompts: readonly UsedPrompt[]
  readonly rolesOff: readonly RoleOff[]
  readonly reflections: readonly Reflection[]
}

export interface MindNote {
  readonly id: string
  readonly turn: number
  /** Number of the location it is about; null if it is about none. */
  readonly place: number | null
  readonly kind: NoteKind
  readonly subject: string
  readonly value: string
  readonly text: string
  readonly lasts: 'world' | 'episode'
  readonly by: Author
  readonly fromTurns: readonly number[]
  readonly supersedes: string | null
  /** Turns in which the same was noted again. */
  readonly confirmedIn: readonly number[]
  readonly closed: {
    readonly turn: number
    readonly why: EventOf<'note_closed'>['why'] | 'superseded'
    readonly by: Author | null
  } | null
}

export interface Objective {
  readonly id: string
  readonly text: string
  readonly turn: number
  readonly by: Author
  readonly check: ObjectiveCheck
  readonly closed: {
    readonly turn: number
    readonly how: EventOf<'objective_closed'>['how']
    readonly by: Author | null
    readonly evidenceTurn: number | null
  } | null
}

export type Compaction = Omit<EventOf<'context_compacted'>, 'event_type'>
export type Reflection = Omit<EventOf<'reflection_made'>, 'event_type'>
export type Stuck = Omit<EventOf<'stuck_noticed'>, 'event_type'>

interface UsedPrompt {
  readonly turn: number
  readonly role: MindRole
  readonly sha256: string
  readonly text: string
}

interface RoleOff {
  readonly turn: number
  readonly role: HelperRole
  readonly reason: string
}

export const emptyMindState: MindState = {
  notes: [],
  compactions: [],
  stuck: [],
  prompts: [],
  rolesOff: [],
  reflections: [],
}

export const isLive = ({ closed }: Pick<MindNote | Objective, 'closed'>): boolean => closed === null

import type { EventOf } from './event'
import type { HelperRole, MindRole } from './mind'
import type { Author, NoteKind, ObjectiveCheck } from './mind-events'

/** Characters of a note or an objective. */
export const LONGEST_NOTE = 240

/** What the events of the mind (mind-events.ts) amount to; part of `EpisodeState`. */
export interface MindState {
  /** All that were written, in order; of the live ones `closed` is null. */
  readonly notes: readonly MindNote[]
  /** In order; turn n was prompted with the last one whose `turn` is at most n. */
  readonly compactions: readonly Compaction[]
  /** In order of turns: how stuck the player was from the end of each of these turns on. */
  readonly stuck: readonly Stuck[]
  /** What each role is told first: the texts that the log has of it, in order. */
  readonly prompts: readonly UsedPrompt[]
  readonly rolesOff: readonly RoleOff[]
  readonly reflections: readonly Reflection[]
}

export interface MindNote {
  readonly id: string
  /** When it was written. */
  readonly turn: number
  /** Number of the location that it is about; null: of no place. */
  readonly place: number | null
  readonly kind: NoteKind
  readonly subject: string
  readonly value: string
  readonly text: string
  readonly lasts: 'world' | 'episode'
  readonly by: Author
  readonly fromTurns: readonly number[]
  readonly supersedes: string | null
  /** Turns in which somebody wrote much the same again. */
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
  /** When it was set. */
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

import type { GameObject } from './location-survey'

/** Where an object of the story is, by the game's memory: for the reader alone, no player is ever told. */
export interface Whereabouts {
  /** The name that it was asked for by. */
  readonly asked: string
  readonly object: GameObject
  /** The location that it is in, however deep; null where it is nowhere. */
  readonly location: GameObject | null
  readonly isHeld: boolean
}

import type { GameObject } from './location-survey'

/** The location of an object according to the game's memory. For the user only: no player receives it. */
export interface ObjectLocation {
  /** The name that was looked up. */
  readonly asked: string
  readonly object: GameObject
  /** The location that it is in, however deep; null if it is nowhere. */
  readonly location: GameObject | null
  readonly isHeld: boolean
}

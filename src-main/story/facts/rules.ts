/** What experiments find out about a story, once, and how its memory is then read. */

/** How to find the player and the location around it in any state of the story. */
export interface PlayerSource {
  /** The player's object at the start. */
  readonly object: number
  /** The global that names the player, in stories where the player may become someone else. */
  readonly global: number | null
  /** The object that holds all locations, or 0 where locations have no parent. */
  readonly locationsHolder: number
}

/** How a story distinguishes light from dark. */
export interface LightRule {
  /** Globals that are all 0 when the player stands in the dark; empty where that could not be found out. */
  readonly globals: readonly number[]
  /** The attribute that lights a location, and a thing that gives light. */
  readonly attribute: number
}

/** Which attributes decide what can be seen; their numbers differ from story to story. */
export interface SightRules {
  /** Any one of these on an object shows what is in or on it (open, transparent, supporter). */
  readonly revealing: readonly number[]
  /** All of these together do so (Inform: container and open); empty when one alone is enough. */
  readonly revealingTogether: readonly number[]
  /** Any one of these hides the object itself. */
  readonly hiding: readonly number[]
  /** Null where light makes no difference that could be found. */
  readonly light: LightRule | null
}

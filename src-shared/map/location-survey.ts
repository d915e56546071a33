import { z } from 'zod'
import type { DeepReadonly } from '../base/deep-readonly'

export const gameObject = z.object({ id: z.number().int(), name: z.string() })
export type GameObject = DeepReadonly<z.infer<typeof gameObject>>

const LOCATION_LIGHTS = ['own', 'brought', 'none'] as const
/** `own`: lit by itself. `brought`: lit by a portable light. `none`: dark. */
export type LocationLight = (typeof LOCATION_LIGHTS)[number]

const DOOR_STATES = ['open', 'closed', 'locked'] as const
export type DoorState = (typeof DOOR_STATES)[number]

const surveyedExit = z.object({
  direction: z.string(),
  /** Object number of the destination, even behind a closed door; null if it varies. */
  to: z.number().int().nullable(),
  /** `locked`: opening it fails, and the story mentions a lock. */
  door: gameObject.extend({ state: z.enum(DOOR_STATES) }).nullable(),
})
export type SurveyedExit = DeepReadonly<z.infer<typeof surveyedExit>>

/** Results of trials on a copy of the game. Shown to the user only: no player receives them (docs/game.md). */
export const locationSurvey = z.object({
  location: z.number().int(),
  /** Null if it cannot be determined. */
  light: z.enum(LOCATION_LIGHTS).nullable(),
  /** Null if trials cannot determine them: in the dark, or where the player is moved without acting. */
  exits: z.array(surveyedExit).nullable(),
})
export type LocationSurvey = DeepReadonly<z.infer<typeof locationSurvey>>

/** The location of an object according to the game's memory. Shown to the user only: no player receives it. */
export interface ObjectLocation {
  /** The name that was looked up. */
  readonly asked: string
  readonly object: GameObject
  /** The location that contains the object at any depth; null if it is nowhere. */
  readonly location: GameObject | null
  readonly isHeld: boolean
}

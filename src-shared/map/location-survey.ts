import { z } from 'zod'
import type { DeepReadonly } from '../base/deep-readonly'

export const gameObject = z.object({ id: z.number().int(), name: z.string() })
export type GameObject = DeepReadonly<z.infer<typeof gameObject>>

const LOCATION_LIGHTS = ['own', 'brought', 'none'] as const
/** `own`: lit by itself. `brought`: by something that was carried there. `none`: the player stands in the dark. */
export type LocationLight = (typeof LOCATION_LIGHTS)[number]

const DOOR_STATES = ['open', 'closed', 'locked'] as const
export type DoorState = (typeof DOOR_STATES)[number]

const surveyedExit = z.object({
  direction: z.string(),
  /**
   * Object number of the location, beyond a closed door too. Null: it leads somewhere, but not always to the same
   * place.
   */
  to: z.number().int().nullable(),
  /** `locked`: an attempt to open it fails, and the story speaks of a lock. */
  door: gameObject.extend({ state: z.enum(DOOR_STATES) }).nullable(),
})
export type SurveyedExit = DeepReadonly<z.infer<typeof surveyedExit>>

/**
 * What experiments on a copy of the game tell about a location, for the reader alone: no player is ever told
 * (docs/game.md).
 */
export const locationSurvey = z.object({
  location: z.number().int(),
  /** Null where the story does not let that be found out. */
  light: z.enum(LOCATION_LIGHTS).nullable(),
  /** Null where trials tell nothing: in the dark, or where the player is carried along by itself. */
  exits: z.array(surveyedExit).nullable(),
})
export type LocationSurvey = DeepReadonly<z.infer<typeof locationSurvey>>

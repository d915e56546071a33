import type { LocationSurvey } from '@shared/map/location-survey'
import type { GameEnvironment, LocationScene } from '../environment'
import { hasChanged } from '../facts/location-scene'

/**
 * Surveys a location when it is first reached, and again when something in it changed: a survey takes some thirty
 * trials, and most turns change nothing in its result.
 */
export class Surveyor {
  readonly #scenes = new Map<number, LocationScene>()

  /** Null when nothing changed. */
  survey(environment: GameEnvironment): LocationSurvey | null {
    const scene = environment.getLocationScene()
    if (scene === null || environment.input.kind !== 'line' || environment.gameOver() === true) return null
    const before = this.#scenes.get(scene.location)
    this.#scenes.set(scene.location, scene)
    return before === undefined || hasChanged(before, scene) ? environment.getSurvey() : null
  }
}

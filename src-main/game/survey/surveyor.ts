import type { RoomSurvey } from '@shared/map/room-survey'
import type { GameEnvironment, RoomScene } from '../environment'
import { hasChanged } from '../facts/room-scene'

/**
 * Surveys a room when it is first reached, and again when something in it is no longer as it was: a survey takes some
 * thirty trials, and most turns change nothing that it could tell.
 */
export class Surveyor {
  readonly #scenes = new Map<number, RoomScene>()

  /** Null when there is nothing new. */
  survey(environment: GameEnvironment): RoomSurvey | null {
    const scene = environment.getRoomScene()
    if (scene === null || environment.input.kind !== 'line' || environment.gameOver() === true) return null
    const before = this.#scenes.get(scene.room)
    this.#scenes.set(scene.room, scene)
    return before === undefined || hasChanged(before, scene) ? environment.getSurvey() : null
  }
}

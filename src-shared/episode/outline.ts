import { directionOf } from '../map/direction'
import type { EpisodeState, Turn } from './episode'
import { changesOfTurn } from './turn-changes'

/** A stretch of an episode, as a table of contents names it. */
export interface Chapter {
  readonly firstTurn: number
  readonly lastTurn: number
  /** Name of the room in which it begins; null if the machine could not tell. */
  readonly room: string | null
  readonly scoreDelta: number
  readonly endedInDeath: boolean
}

/** The episode cut where the player went up or down a level, and after each death. */
export function outlineOf(state: Pick<EpisodeState, 'turns' | 'opening'>): readonly Chapter[] {
  const chapters: Chapter[] = []
  for (const turn of state.turns) {
    const { number } = turn
    const { scoreDelta, died, movedTo } = changesOfTurn(state, turn)
    const open = chapters.at(-1)
    if (open && !open.endedInDeath && !(movedTo !== null && isLevelChange(turn))) {
      chapters[chapters.length - 1] = { ...open, lastTurn: number, scoreDelta: open.scoreDelta + scoreDelta, endedInDeath: died }
    } else {
      const { location } = (number === 1 ? state.opening : turn.observation) ?? { location: null }
      chapters.push({ firstTurn: number, lastTurn: number, room: location && location.name, scoreDelta, endedInDeath: died })
    }
  }
  return chapters
}

function isLevelChange({ action }: Turn): boolean {
  const direction = action && directionOf(action.action)
  return direction === 'up' || direction === 'down'
}

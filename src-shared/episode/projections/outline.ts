import { directionOf } from '../../map/direction'
import type { EpisodeState, Turn } from '../state/episode'
import { changesOfTurn } from '../state/turn-changes'

interface Chapter {
  readonly firstTurn: number
  readonly lastTurn: number
  /** Names of the known locations, each once, in the order of the player's first visits. */
  readonly locations: readonly string[]
  readonly scoreDelta: number
  readonly endedInDeath: boolean
}

/** Splits the episode where the player went up or down a level, and after each death. */
export function outlineOf(state: Pick<EpisodeState, 'turns' | 'opening'>): readonly Chapter[] {
  const chapters: Chapter[] = []
  for (const turn of state.turns) {
    const { number } = turn
    const { scoreDelta, died, movedTo } = changesOfTurn(state, turn)
    const seen = [...(number === 1 ? [state.opening] : []), turn.observation].flatMap(
      (observation) => observation?.location?.name ?? [],
    )
    const open = chapters.at(-1)
    if (open && !open.endedInDeath && !(movedTo !== null && isLevelChange(turn))) {
      chapters[chapters.length - 1] = {
        ...open,
        lastTurn: number,
        locations: distinct([...open.locations, ...seen]),
        scoreDelta: open.scoreDelta + scoreDelta,
        endedInDeath: died,
      }
    } else {
      chapters.push({ firstTurn: number, lastTurn: number, locations: distinct(seen), scoreDelta, endedInDeath: died })
    }
  }
  return chapters
}

const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)]

function isLevelChange({ action }: Turn): boolean {
  const direction = action && directionOf(action.action)
  return direction === 'up' || direction === 'down'
}

import type { Move } from '../../map/world-map'
import { reportsDeath } from './outcome'

/** Commands that restore an earlier location. */
const GOES_BACK = /^\s*(?:restart|restore|undo)\b/i

/** The move of a turn. A revival after a death, as in Zork I, changes the location too, but is not an exit. */
export function moveOf(
  turn: number,
  action: string | null,
  seen: {
    readonly location: Move['here']
    readonly text: string
    readonly fault: boolean
    readonly game_over: boolean | null
    readonly rule_applied?: string | undefined
    readonly prompt?: string
  },
): Move {
  const { location, text, fault, game_over: isOver, rule_applied: rule } = seen
  const isMoved = fault || isOver === true || (rule !== undefined && rule !== 'stop') || reportsDeath(seen)
  return {
    turn,
    action,
    here: location,
    walked: !isMoved && !GOES_BACK.test(action ?? ''),
    announced: location !== null && isAnnounced(location.name, text),
  }
}

/**
 * Whether the first line is only the name, or the name and the thing that the player is in: "Maze", "Bedroom (on the
 * bed)".
 */
function isAnnounced(name: string, text: string): boolean {
  const [line = ''] = text.trimStart().split('\n', 1)
  return line.startsWith(name) && /^\s*(?:$|[,(])/.test(line.slice(name.length))
}

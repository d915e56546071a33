import type { Move } from '../../map/world-map'
import { reportsDeath } from './outcome'

/** Commands that restore an earlier location. */
const GOES_BACK = /^\s*(?:restart|restore|undo)\b/i

/** A story that revives the player after a death, as Zork I does, moves it too: that is no exit. */
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

/** The name alone on the first line, or with the thing that the player is in: "Maze", "Bedroom (on the bed)". */
function isAnnounced(name: string, text: string): boolean {
  const [line = ''] = text.trimStart().split('\n', 1)
  return line.startsWith(name) && /^\s*(?:$|[,(])/.test(line.slice(name.length))
}

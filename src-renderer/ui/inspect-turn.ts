import { useEpisode } from '../store/episode-store'
import { atTurn } from '../store/playhead'
import { setView } from '../store/view-store'
import { focusRegion } from './regions'

/** What shows the inspector, in every layout and size of the window. */
export const inspectorIsOpen = { sideIsShown: true, inspectorIsShown: true, sidePanel: 'inspector' } as const

/** Moves the playhead to the turn and the focus into it. */
export function inspectTurn(turn: number): void {
  const { history, movePlayhead } = useEpisode.getState()
  movePlayhead(atTurn(history, turn))
  setView(inspectorIsOpen)
  focusRegion('inspector')
}

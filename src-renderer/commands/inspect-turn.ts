import { goToTurn } from '../session/episode/episode-store'
import { setView } from '../session/view/view-store'
import { focusRegion } from '../session/view/regions'

/** What shows the inspector, in every layout and size of the window. */
export const inspectorIsOpen = { sideIsShown: true, inspectorIsShown: true, sidePanel: 'inspector' } as const

/** Moves the playhead to the turn and the focus into it. */
export function inspectTurn(turn: number): void {
  goToTurn(turn)
  setView(inspectorIsOpen)
  focusRegion('inspector')
}

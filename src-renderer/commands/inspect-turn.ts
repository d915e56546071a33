import { goToTurn, useEpisode } from '../session/episode/episode-store'
import { setView } from '../session/view/view-store'
import { focusRegion } from '../session/view/regions'

/** What shows the inspector, in every layout and size of the window. */
export const inspectorIsOpen = { sideIsShown: true, inspectorIsShown: true, sidePanel: 'inspector' } as const

/** Moves the playhead to the turn and the focus into it; of an episode that is not the open one, opens it there. */
export function inspectTurn(turn: number, episodeId = useEpisode.getState().id): void {
  if (episodeId === useEpisode.getState().id) goToTurn(turn)
  else if (episodeId !== null) useEpisode.getState().open(episodeId, { turn, event: null })
  setView(inspectorIsOpen)
  focusRegion('inspector')
}

import { goToTurn, useEpisode } from '../session/episode/episode-store'
import { focusRegion } from '../session/view/regions'
import { setView } from '../session/view/view-store'

/** View settings that show the inspector in every layout and window size. */
export const inspectorIsOpen = { sideIsShown: true, inspectorIsShown: true, sidePanel: 'inspector' } as const

/** Moves playhead and focus to the turn; opens its episode if it is not open. */
export function inspectTurn(turn: number, episodeId = useEpisode.getState().id): void {
  if (episodeId === useEpisode.getState().id) goToTurn(turn)
  else if (episodeId !== null) useEpisode.getState().open(episodeId, { turn, event: null })
  setView(inspectorIsOpen)
  focusRegion('inspector')
}

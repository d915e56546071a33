import { goToTurn, useEpisode } from '../store/episode-store'
import { turnOf } from '../store/playhead'
import controls from './controls.module.css'
import { episodeSheetStrings } from '../sheets/episode/strings'
import { TurnSheet } from './TurnSheet'

export function GoToTurnSheet({ onClose }: { readonly onClose: () => void }) {
  const { history, playhead } = useEpisode()
  const last = history.spans.length - 1
  return (
    <TurnSheet
      title={episodeSheetStrings.goTo.title}
      label={episodeSheetStrings.goTo.label(last)}
      last={last}
      initial={turnOf(history, playhead)}
      onTurn={goToTurn}
      onClose={onClose}
    >
      <button type="submit" className={`${controls.button} ${controls.primary}`}>
        {episodeSheetStrings.goTo.go}
      </button>
    </TurnSheet>
  )
}

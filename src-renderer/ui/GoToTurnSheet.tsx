import { goToTurn, useEpisode } from '../store/episode-store'
import { turnOf } from '../store/playhead'
import controls from './controls.module.css'
import { strings } from './strings'
import { TurnSheet } from './TurnSheet'

export function GoToTurnSheet({ onClose }: { readonly onClose: () => void }) {
  const { history, playhead } = useEpisode()
  const last = history.spans.length - 1
  return (
    <TurnSheet title={strings.goTo.title} label={strings.goTo.label(last)} last={last} initial={turnOf(history, playhead)} onTurn={goToTurn} onClose={onClose}>
      <button type="submit" className={`${controls.button} ${controls.primary}`}>{strings.goTo.go}</button>
    </TurnSheet>
  )
}

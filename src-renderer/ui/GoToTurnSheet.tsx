import { useEpisode } from '../store/episode-store'
import { atTurn, turnOf } from '../store/playhead'
import controls from './controls.module.css'
import { strings } from './strings'
import { TurnSheet } from './TurnSheet'

export function GoToTurnSheet({ onClose }: { readonly onClose: () => void }) {
  const { history, playhead, movePlayhead } = useEpisode()
  const last = history.spans.length - 1
  return (
    <TurnSheet title={strings.goTo.title} label={strings.goTo.label(last)} last={last} initial={turnOf(history, playhead)} onTurn={(turn) => movePlayhead(atTurn(history, turn))} onClose={onClose}>
      <button type="submit" className={`${controls.button} ${controls.primary}`}>{strings.goTo.go}</button>
    </TurnSheet>
  )
}

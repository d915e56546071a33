import type { FormEvent } from 'react'
import { useEpisode } from '../store/episode-store'
import { atTurn, turnOf } from '../store/playhead'
import controls from './controls.module.css'
import styles from './GoToTurnSheet.module.css'
import { Sheet } from './Sheet'
import { strings } from './strings'

export function GoToTurnSheet({ onClose }: { readonly onClose: () => void }) {
  const { history, playhead, movePlayhead } = useEpisode()
  const last = history.spans.length - 1
  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const turn = Number(new FormData(event.currentTarget).get('turn'))
    onClose()
    movePlayhead(atTurn(history, turn))
  }
  return (
    <Sheet title={strings.goTo.title} onClose={onClose}>
      <form className={styles.form} onSubmit={go}>
        <label className={controls.field}>
          <span className={controls.label}>{strings.goTo.label(last)}</span>
          <input className={controls.input} name="turn" type="number" min={0} max={last} defaultValue={turnOf(history, playhead)} required data-first-stop onFocus={({ target }) => target.select()} />
        </label>
        <button type="submit" className={`${controls.button} ${controls.primary}`}>{strings.goTo.go}</button>
      </form>
    </Sheet>
  )
}

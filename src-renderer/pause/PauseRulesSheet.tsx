import { changePauseRules } from '../store/commands'
import { type PlaybackPace, setView, useView } from '../store/view-store'
import controls from '../ui/controls.module.css'
import { Sheet } from '../ui/Sheet'
import { PauseRuleList } from './PauseRuleList'
import styles from './PauseRulesSheet.module.css'
import { pauseStrings as words } from './strings'

/** What pauses. A change holds at once, for the agent that plays now too. */
export function PauseRulesSheet({ onClose }: { readonly onClose: () => void }) {
  const rules = useView(({ pauseRules }) => pauseRules)
  return (
    <Sheet title={words.title} onClose={onClose}>
      <div className={styles.body}>
        <p className={controls.hint}>{words.explanation}</p>
        <PauseRuleList rules={rules} onChange={(changed) => void changePauseRules(changed)} isFirstStop />
        <Playback />
        <div className={styles.buttons}>
          <button type="button" className={controls.button} onClick={onClose}>{words.done}</button>
        </div>
      </div>
    </Sheet>
  )
}

const PACES = Object.keys(words.paces) as readonly PlaybackPace[]

/** What concerns only a playback, which nobody waits for. */
function Playback() {
  const { playbackStopsAtMarkers, playbackPace } = useView()
  return (
    <fieldset className={styles.playback}>
      <legend className={controls.label}>{words.playback}</legend>
      <label className={controls.check}>
        <input type="checkbox" role="switch" checked={playbackStopsAtMarkers} onChange={({ target }) => setView({ playbackStopsAtMarkers: target.checked })} />
        <span>{words.stopsAtMarkers}</span>
      </label>
      {PACES.map((pace) => (
        <label key={pace} className={controls.check}>
          <input type="radio" name="pace" checked={pace === playbackPace} onChange={() => setView({ playbackPace: pace })} />
          <span>{words.paces[pace]}</span>
        </label>
      ))}
    </fieldset>
  )
}

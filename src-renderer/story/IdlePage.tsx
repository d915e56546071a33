import { startAgain } from '../store/commands'
import { setView } from '../store/view-store'
import controls from '../ui/controls.module.css'
import { Panel } from '../ui/Panel'
import { strings } from '../ui/strings'
import styles from './IdlePage.module.css'

/** The page before the first episode. */
export function IdlePage() {
  return (
    <Panel name={strings.region.story} region="story">
      <div className={styles.page}>
        <h2 className={styles.title}>{strings.idle.title}</h2>
        <p className={styles.text}>{strings.idle.explanation}</p>
        <div className={styles.buttons}>
          <button type="button" className={`${controls.button} ${controls.primary}`} onClick={() => void startAgain()}>{strings.idle.watch}</button>
          <button type="button" className={controls.button} onClick={() => setView({ dialog: 'newEpisode' })}>{strings.action.newEpisode}…</button>
        </div>
        <p className={styles.hint}>{strings.idle.keys}</p>
      </div>
    </Panel>
  )
}

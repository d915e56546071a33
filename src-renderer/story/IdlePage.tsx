import { FirstSteps } from '../first-run/FirstSteps'
import { firstRunStrings } from '../first-run/strings'
import { playDemo } from '../store/demo'
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
          <FirstSteps />
          <button type="button" className={`${controls.button} ${controls.quiet}`} onClick={() => void playDemo()}>{firstRunStrings.demo}</button>
        </div>
        <p className={styles.hint}>{strings.idle.keys}</p>
      </div>
    </Panel>
  )
}

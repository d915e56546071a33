import { FirstSteps } from '../first-run/FirstSteps'
import { chooseFile } from '../library/open-file'
import { playDemo } from '../store/demo'
import controls from '../ui/controls.module.css'
import { HostButton } from '../ui/HostButton'
import { Panel } from '../ui/Panel'
import { strings } from '../ui/strings'
import styles from './IdlePage.module.css'
import { storyStrings } from './strings'

/** The page before the first episode. */
export function IdlePage() {
  return (
    <Panel name={strings.region.story} region="story">
      <div className={styles.page}>
        <h2 className={styles.title}>{storyStrings.idle.title}</h2>
        <p className={styles.text}>{storyStrings.idle.explanation}</p>
        <div className={styles.buttons}><FirstSteps /></div>
        <div className={styles.buttons}>
          <HostButton className={controls.button} onClick={() => void playDemo()}>{strings.action.demo}</HostButton>
          <button type="button" className={controls.button} onClick={chooseFile}>{strings.action.openFile}…</button>
        </div>
        <p className={styles.hint}>{storyStrings.idle.keys}</p>
      </div>
    </Panel>
  )
}

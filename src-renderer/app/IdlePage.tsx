import { commandStrings } from '../commands/strings'
import { Button } from '../kit/Button'
import { Panel } from '../kit/layout/Panel'
import { storyStrings } from '../panels/story/strings'
import { HostButton } from '../session/connection/HostButton'
import { playDemo } from '../session/episode/playback/demo'
import { chooseFile } from '../session/files/open-file'
import { sessionStrings } from '../session/strings'
import { FirstSteps } from './first-run/FirstRunCard'
import styles from './first-run/first-run.module.css'

export function IdlePage() {
  return (
    <Panel name={sessionStrings.region.story} region="story">
      <div className={styles.page}>
        <h2>{storyStrings.idle.title}</h2>
        <p className={styles.text}>{storyStrings.idle.explanation}</p>
        <div className={styles.steps}>
          <FirstSteps />
        </div>
        <div className={styles.steps}>
          <HostButton onClick={() => void playDemo()}>{commandStrings.action.demo}</HostButton>
          <Button onClick={chooseFile}>{commandStrings.action.openFile}…</Button>
        </div>
        <p className={styles.hint}>{storyStrings.idle.keys}</p>
      </div>
    </Panel>
  )
}

import { FirstSteps } from './first-run/FirstRunCard'
import { chooseFile } from '../session/files/open-file'
import { playDemo } from '../session/episode/playback/demo'
import { Button } from '../kit/Button'
import { HostButton } from '../session/connection/HostButton'
import { Panel } from '../kit/layout/Panel'
import { commandStrings } from '../commands/strings'
import { sessionStrings } from '../session/strings'
import styles from './first-run/first-run.module.css'
import { storyStrings } from '../panels/story/strings'

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

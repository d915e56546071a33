import { Outline } from '../panels/library/Outline'
import { MarkList } from '../panels/marks/MarkList'
import { useEpisode } from '../session/episode/episode-store'
import { setView, THEMES, useView } from '../session/view/view-store'
import { formatDateTime } from '../kit/format'
import { Notice } from '../kit/Notice'
import { Panel } from '../kit/Panel'
import { strings } from '../app/strings'
import { Choice } from '../kit/fields'
import styles from './ReplayColumn.module.css'
import { replayStrings as words } from './strings'

/** What this page is, and the episode as a table of contents. */
export function ReplayColumn() {
  const manifest = useEpisode(({ history }) => history.latest.manifest)
  const theme = useView((view) => view.theme)
  return (
    <Panel name={words.about} region="library">
      <div className={styles.body}>
        <div className={styles.about}>
          <p>{words.explanation}</p>
          {manifest && (
            <p className={styles.facts}>{words.played(manifest.player.label, formatDateTime(manifest.at))}</p>
          )}
          <Choice
            className={styles.theme}
            aria-label={strings.status.theme}
            value={theme}
            choices={THEMES}
            nameOf={(name) => strings.status.themes[name]}
            onChoose={(chosen) => setView({ theme: chosen })}
          />
          <Notice />
        </div>
        <Outline />
        <MarkList />
      </div>
    </Panel>
  )
}

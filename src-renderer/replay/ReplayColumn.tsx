import { Outline } from '../library/Outline'
import { MarkList } from '../marks/MarkList'
import { useEpisode } from '../store/episode-store'
import { setView, type Theme, THEMES, useView } from '../store/view-store'
import { formatDateTime } from '../ui/format'
import { Notice } from '../ui/Notice'
import { Panel } from '../ui/Panel'
import { strings } from '../ui/strings'
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
          <select
            className={styles.theme}
            aria-label={strings.status.theme}
            value={theme}
            onChange={({ target }) => setView({ theme: target.value as Theme })}
          >
            {THEMES.map((name) => (
              <option key={name} value={name}>
                {strings.status.themes[name]}
              </option>
            ))}
          </select>
          <Notice />
        </div>
        <Outline />
        <MarkList />
      </div>
    </Panel>
  )
}

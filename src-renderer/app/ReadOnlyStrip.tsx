import { FileText } from 'lucide-react'
import { useEpisode } from '../session/episode/episode-store'
import { closeLocalEpisode, DEMO_ID, useLocalEpisodes } from '../session/episode/local-episodes'
import { useStart } from '../session/library/start-store'
import controls from '../kit/controls.module.css'
import styles from '../kit/Strip.module.css'
import { libraryStrings as words } from '../panels/library/strings'

/** Says of an episode from a file that it is one, for as long as it is shown. */
export function ReadOnlyStrip() {
  const id = useEpisode((episode) => episode.id)
  const episode = useLocalEpisodes(({ episodes }) => episodes.get(id ?? ''))
  const cardIsShown = useStart(({ memory }) => memory?.demoIsDismissed === false)
  const isDemo = id === DEMO_ID
  if (id === null || !episode || (isDemo && cardIsShown)) return null
  return (
    <div className={styles.strip} data-tone="quiet" role="status">
      <FileText className={styles.mark} size={15} strokeWidth={1.75} aria-hidden />
      <p className={styles.text}>{isDemo ? words.recording : words.readOnly(episode.fileName)}</p>
      <button type="button" className={controls.button} onClick={() => closeLocalEpisode(id)}>
        {words.closeFile}
      </button>
    </div>
  )
}

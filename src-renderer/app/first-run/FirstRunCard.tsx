import { X } from 'lucide-react'
import { actions } from '../../commands/actions'
import { Button } from '../../kit/Button'
import { HostButton } from '../../session/connection/HostButton'
import { useEpisode } from '../../session/episode/episode-store'
import { DEMO_ID } from '../../session/episode/local-episodes'
import { dismissDemo } from '../../session/episode/playback/demo'
import { useStart, openStartSheet } from '../../session/episodes/start-store'
import { startLastRun } from '../../session/host/episode-commands'
import { useView } from '../../session/view/view-store'
import { firstRunStrings as words } from '../strings'
import controls from '../../kit/controls.module.css'
import styles from './first-run.module.css'

/**
 * Explains the recording that a first start shows, and offers the next steps. It is above the story and covers none of
 * it.
 */
export function FirstRunCard() {
  const isDemo = useEpisode(({ id }) => id === DEMO_ID)
  const manifest = useEpisode(({ history }) => history.latest.manifest)
  const tourIsSeen = useView((view) => view.tourIsSeen)
  const isDismissed = useStart(({ memory }) => memory?.demoIsDismissed !== false)
  if (!isDemo || isDismissed || manifest === null) return null
  return (
    <section aria-label={words.card} className={styles.card}>
      <div className={styles.head}>
        <h2>{words.title}</h2>
        <HostButton
          look="quiet"
          className={controls.icon}
          aria-label={words.dismiss}
          title={words.dismiss}
          onClick={() => void dismissDemo()}
        >
          <X size={16} aria-hidden />
        </HostButton>
      </div>
      <p className={styles.text}>{words.explanation(manifest.player.label, manifest.game.title)}</p>
      <div className={styles.steps}>
        <FirstSteps />
        {!tourIsSeen && (
          <Button look="quiet" onClick={() => void actions.tour.run()}>
            {actions.tour.label}
          </Button>
        )}
      </div>
    </section>
  )
}

export function FirstSteps() {
  return (
    <>
      <HostButton look="primary" onClick={() => void startLastRun({ game: 'zork1', player: 'explorer' })}>
        {words.watchZork}
      </HostButton>
      <HostButton onClick={() => void startLastRun({ game: 'glass-weather', player: 'explorer' })}>
        {words.watchGlassWeather}
      </HostButton>
      <HostButton onClick={() => void startLastRun({ player: 'human', paused: false })}>{words.play}</HostButton>
      <HostButton onClick={() => void actions.localModels.run()}>{words.playHere}</HostButton>
      <HostButton onClick={() => openStartSheet({ player: 'llm' })}>{words.connect}</HostButton>
    </>
  )
}

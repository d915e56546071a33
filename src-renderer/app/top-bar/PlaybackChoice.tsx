import { Clock } from 'lucide-react'
import { useEpisode } from '../../session/episode/episode-store'
import { SPEEDS, speedOf } from '../../session/episode/playback/playback'
import { type PlaybackPace, setView, useView } from '../../session/view/view-store'
import controls from '../../kit/controls.module.css'
import styles from './Controls.module.css'
import { Popover } from '../../kit/overlay/Popover'
import { strings } from '../strings'

const words = strings.playback
const PACES = Object.keys(words.paces) as readonly PlaybackPace[]

/** Playback settings: speed, pace, stops at markers. A change takes effect with the next turn. */
export function PlaybackChoice() {
  const chosen = useView(({ playbackSpeed }) => playbackSpeed)
  const speed = useEpisode((episode) => speedOf(episode, chosen))
  const pace = useView(({ playbackPace }) => playbackPace)
  const stopsAtMarkers = useView(({ playbackStopsAtMarkers }) => playbackStopsAtMarkers)
  const face = (
    <>
      {words.speedOf(speed)}
      {pace === 'recorded' && <Clock size={13} strokeWidth={1.75} aria-hidden />}
    </>
  )
  return (
    <Popover
      id="playback"
      name={words.name(words.speedOf(speed), words.paces[pace])}
      className={`${controls.button} ${styles.playback}`}
      face={face}
    >
      <div role="group" aria-label={words.speed} className={`${controls.group} ${controls.segments}`}>
        {SPEEDS.map((value) => (
          <button
            key={value}
            type="button"
            className={controls.button}
            aria-pressed={value === speed}
            onClick={() => setView({ playbackSpeed: value })}
          >
            {words.speedOf(value)}
          </button>
        ))}
      </div>
      <div role="group" aria-label={words.pace} className={controls.chips}>
        {PACES.map((value) => (
          <button
            key={value}
            type="button"
            className={controls.chip}
            aria-pressed={value === pace}
            onClick={() => setView({ playbackPace: value })}
          >
            {words.paces[value]}
          </button>
        ))}
      </div>
      <label className={controls.check}>
        <input
          type="checkbox"
          role="switch"
          checked={stopsAtMarkers}
          onChange={({ target }) => setView({ playbackStopsAtMarkers: target.checked })}
        />
        <span>{words.stopsAtMarkers}</span>
      </label>
    </Popover>
  )
}

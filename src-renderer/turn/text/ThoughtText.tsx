import { Prose } from '../../kit/text/Prose'
import { useHostAbsence } from '../../session/connection/connection-store'
import { useIsPlayed } from '../../session/episode/episode-status'
import { useEpisode } from '../../session/episode/episode-store'
import controls from '../../kit/controls.module.css'
import styles from './texts.module.css'

interface ThoughtTextProps {
  readonly label: string
  readonly text: string
  /** Kind of text: a thought recorded by a tool, text of the model, or text of a person. */
  readonly tone?: 'thought' | 'model' | 'help'
  /** True while the text streams; it then ends with a caret. */
  readonly isOpen?: boolean
  /** The part in a search `Place`; undefined if the text is not searched. */
  readonly part?: string
  readonly field?: 'thought' | 'mind'
}

/** A constant element, so that unchanged text does not rerender. */
const caret = <Caret />

export function ThoughtText({
  label,
  text,
  tone = 'model',
  isOpen = false,
  part,
  field = 'thought',
}: ThoughtTextProps) {
  return (
    <div className={styles.thought} data-tone={tone}>
      <span className={`${controls.hint} ${styles.label}`}>{label}</span>
      <div data-field={part === undefined ? undefined : field} data-part={part}>
        <Prose text={text} end={isOpen ? caret : null} />
      </div>
    </div>
  )
}

/** Marks growing text. Hidden in the past, while disconnected, and when the episode is not played. */
export function Caret() {
  const isLive = useEpisode(({ playhead }) => playhead === 'live')
  const isPlayed = useIsPlayed() !== false
  const isAway = useHostAbsence() !== null
  return isLive && isPlayed && !isAway && <span aria-hidden className={styles.caret} />
}

import { Button } from '../../kit/Button'
import { formatClock, formatDuration } from '../../kit/text/format'
import { argumentLine } from '../../turn/calls/call-text'
import type { HandCall } from '../server/hand-calls'
import { configStrings } from '../strings'
import controls from '../../kit/controls.module.css'
import styles from './again.module.css'

const words = configStrings.again

interface HandCallListProps {
  readonly calls: readonly HandCall[]
  /** Number of the call whose result is shown; null for none. */
  readonly shown: number | null
  readonly onShow: (call: HandCall) => void
  readonly onUse: (call: HandCall) => void
}

/** The manual calls of one tool, newest first. */
export function HandCallList({ calls, shown, onShow, onUse }: HandCallListProps) {
  if (calls.length === 0) return null
  return (
    <section aria-label={words.history}>
      <h3 className={controls.caption}>{words.history}</h3>
      <ol className={styles.history}>
        {calls.toReversed().map((call) => (
          <li key={call.number} className={styles.made}>
            <Button look="chip" aria-pressed={call.number === shown} onClick={() => onShow(call)}>
              {words.show(call.number)}
            </Button>
            <span className={styles.arguments}>{argumentLine(call.arguments)}</span>
            <span className={controls.hint}>
              {[
                call.server,
                formatClock(call.at),
                words.outcome(call.result?.error, call.result && formatDuration(call.result.ms)),
              ].join(' · ')}
            </span>
            <Button look="quiet" aria-label={words.useArgumentsOf(call.number)} onClick={() => onUse(call)}>
              {words.useArguments}
            </Button>
          </li>
        ))}
      </ol>
    </section>
  )
}

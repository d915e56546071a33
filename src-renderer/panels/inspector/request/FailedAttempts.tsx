import { CALL_CANCELED, type FailedAttempt } from '@shared/episode/state/episode'
import { formatClock, formatDuration } from '../../../kit/text/format'
import styles from './FailedAttempts.module.css'
import { inspectorStrings } from '../strings'

const words = inspectorStrings.request

/** Failed attempts of a model call, each with what happened next. */
export function FailedAttempts({
  failures,
  isAnswered,
}: {
  readonly failures: readonly FailedAttempt[]
  readonly isAnswered: boolean
}) {
  return (
    <section>
      <h3 className={styles.title}>{words.failures}</h3>
      <ol className={styles.list}>
        {failures.map((failure, index) => (
          <li key={failure.seq} className={styles.failure}>
            <p className={styles.name}>
              {words.failure(failure.attempt, failure.code)}{' '}
              <time className={styles.time} dateTime={failure.at}>
                {formatClock(failure.at)}
              </time>
            </p>
            <p>{failure.message}</p>
            <p className={styles.next}>{nextAfter(failure, isAnswered || index < failures.length - 1)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function nextAfter({ code, retry_in_ms: retryInMs }: FailedAttempt, wasRetried: boolean): string {
  if (retryInMs !== null) return words.retried(formatDuration(retryInMs))
  if (!wasRetried) return words.gaveUp
  return code === CALL_CANCELED ? words.retriedOnResume : words.otherModel
}

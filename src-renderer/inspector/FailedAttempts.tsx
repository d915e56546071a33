import type { FailedAttempt } from '@shared/episode/episode'
import { formatClock, formatDuration } from '../ui/format'
import { strings } from '../ui/strings'
import styles from './FailedAttempts.module.css'

const words = strings.request

/** Each attempt at a call that failed: what failed, when, and what happened next. */
export function FailedAttempts({ failures, isAnswered }: { readonly failures: readonly FailedAttempt[]; readonly isAnswered: boolean }) {
  return (
    <section>
      <h3 className={styles.title}>{words.failures}</h3>
      <ol className={styles.list}>
        {failures.map(({ seq, at, code, message, attempt, retry_in_ms: retryInMs }, index) => (
          <li key={seq} className={styles.failure}>
            <p className={styles.name}>{words.failure(attempt, code)} <time className={styles.time} dateTime={at}>{formatClock(at)}</time></p>
            <p>{message}</p>
            <p className={styles.next}>{retryInMs !== null ? words.retried(formatDuration(retryInMs)) : isAnswered || index < failures.length - 1 ? words.otherModel : words.gaveUp}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

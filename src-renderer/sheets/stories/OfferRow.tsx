import type { StoryOffer } from '@shared/contract/stories'
import { hostApi } from '../../session/connection/connection-store'
import controls from '../../kit/controls.module.css'
import styles from './StoriesSheet.module.css'
import { storiesStrings as words } from './strings'
import { HostButton } from '../../session/connection/HostButton'

/** A story that can be got: what it is licensed under before, how far it is while it comes, and what went wrong. */
export function OfferRow({ offer }: { readonly offer: StoryOffer }) {
  const { sha256, title, licence, licenceText, page, bytes, maxScore, state, receivedBytes, failure } = offer
  // Why it failed is part of the offer itself, for every window that shows it.
  const get = () =>
    void hostApi()
      ?.downloadStory({ sha256 })
      .catch(() => undefined)
  const cancel = () =>
    void hostApi()
      ?.cancelDownload({ sha256 })
      .catch(() => undefined)
  return (
    <li className={styles.story}>
      <div className={styles.head}>
        <h4 className={styles.name}>{title}</h4>
        {state === 'here' && <span className={styles.facts}>{words.here}</span>}
        {state === 'loading' && (
          <HostButton className={controls.button} onClick={cancel}>
            {words.cancel(title)}
          </HostButton>
        )}
        {state === 'absent' && (
          <HostButton className={controls.button} onClick={get}>
            {words.get(title)}
          </HostButton>
        )}
      </div>
      <p className={styles.facts}>
        {[words.licence(licence), words.size(bytes), ...(maxScore === null ? [] : [words.points(maxScore)])].join(
          ' · ',
        )}
      </p>
      {state === 'loading' && (
        <p className={styles.progress}>
          <progress aria-label={words.progress(title)} value={receivedBytes} max={bytes} />
          <span>{words.received(receivedBytes, bytes)}</span>
        </p>
      )}
      {failure !== null && state !== 'here' && (
        <p role="alert" className={controls.error}>
          {failure}
        </p>
      )}
      <details>
        <summary className={styles.more}>{words.licenceText(title)}</summary>
        <p className={styles.source}>
          {words.source}: <span className={styles.url}>{page}</span>
        </p>
        <p className={styles.hash}>
          {words.hash} {sha256}
        </p>
        <pre className={styles.licence} tabIndex={0}>
          {licenceText}
        </pre>
      </details>
    </li>
  )
}

import type { ListedModel } from '@shared/contract/local-models'
import { useKeptFocus } from '../../kit/browser/use-kept-focus'
import { Refusal } from '../../kit/text/Refusal'
import { reachHost } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import { localModelStrings as words } from './strings'
import shelf from '../shelf/shelf.module.css'
import styles from './LocalModelsSheet.module.css'

interface OfferedModelProps {
  readonly model: ListedModel
  readonly act: (ask: () => Promise<unknown>) => void
}

/** A model in the list, with its download. */
export function OfferedModel({ model, act }: OfferedModelProps) {
  const { id, title, goodFor, isTooSmall, download, sizeBytes, fit } = model
  const kept = useKeptFocus()
  const isActive = download?.state === 'receiving' || download?.state === 'checking'
  const start = () => act(() => reachHost().downloadModel({ id }))
  return (
    <li className={styles.model}>
      <div className={styles.about}>
        <h4 className={styles.name}>{title}</h4>
        <p>{goodFor}</p>
        <p className={shelf.facts}>{words.offerFacts(model)}</p>
        <p className={shelf.facts}>{words.memory(model)}</p>
        {isTooSmall && <p className={styles.caution}>{words.tooSmall}</p>}
        {download !== null && (
          <>
            <progress
              className={styles.progress}
              aria-label={words.progressOf(title)}
              value={download.receivedBytes}
              max={sizeBytes}
            />
            <p className={shelf.facts}>{words.progress(download, sizeBytes)}</p>
            <Refusal text={download.reason} />
          </>
        )}
      </div>
      <div className={shelf.buttons} {...kept}>
        {isActive && (
          <HostButton aria-label={words.pauseModel(title)} onClick={() => act(() => reachHost().pauseDownload({ id }))}>
            {words.pause}
          </HostButton>
        )}
        {download !== null && !isActive && (
          <HostButton aria-label={words.resumeModel(title)} onClick={start}>
            {words.resume}
          </HostButton>
        )}
        {download === null && fit !== 'too_large' && (
          <HostButton aria-label={words.downloadModel(title)} onClick={start}>
            {words.download}
          </HostButton>
        )}
        {download !== null && (
          <HostButton
            look="quiet"
            aria-label={words.cancelModel(title)}
            onClick={() => act(() => reachHost().cancelDownload({ id }))}
          >
            {words.cancel}
          </HostButton>
        )}
      </div>
    </li>
  )
}

import { useState } from 'react'
import type { LocalModel } from '@shared/contract/local-models'
import { useKeptFocus } from '../../kit/browser/use-kept-focus'
import { Button } from '../../kit/Button'
import { reachHost } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import { localModelStrings as words } from './strings'
import shelf from '../shelf/shelf.module.css'
import styles from './LocalModelsSheet.module.css'

interface InstalledModelProps {
  readonly model: LocalModel
  readonly act: (ask: () => Promise<unknown>) => void
  readonly onPlay: () => void
}

export function InstalledModel({ model, act, onPlay }: InstalledModelProps) {
  const { name, title, isTooSmall, verified, state, loadedShare } = model
  const [isAsking, setIsAsking] = useState(false)
  const kept = useKeptFocus()
  return (
    <li className={styles.model}>
      <div className={styles.about}>
        <h4 className={styles.name} dir="auto">
          {title}
        </h4>
        <p className={shelf.facts}>{words.facts(model)}</p>
        <p className={shelf.facts}>{words.memory(model)}</p>
        {isTooSmall && <p className={styles.caution}>{words.tooSmall}</p>}
        {verified === 'none' && <p className={shelf.facts}>{words.notVerified}</p>}
        {state === 'loading' && <p className={shelf.facts}>{words.loading(loadedShare)}</p>}
        {state === 'loaded' && <p className={shelf.facts}>{words.loaded}</p>}
        {isAsking && <p role="alert">{words.removeQuestion(model)}</p>}
      </div>
      <div className={shelf.buttons} {...kept}>
        {isAsking ? (
          <>
            {/* When these buttons appear, the second one gets the focus. */}
            <HostButton onClick={() => act(() => reachHost().removeModel({ name }))}>{words.removeNow}</HostButton>
            <Button onClick={() => setIsAsking(false)}>{words.keep}</Button>
          </>
        ) : (
          <>
            <HostButton look="primary" aria-label={words.playModel(title)} onClick={onPlay}>
              {words.play}
            </HostButton>
            {state === 'loaded' && (
              <HostButton
                look="quiet"
                aria-label={words.unloadModel(title)}
                onClick={() => act(() => reachHost().unloadModel({ name }))}
              >
                {words.unload}
              </HostButton>
            )}
            <HostButton look="quiet" aria-label={words.removeModel(title)} onClick={() => setIsAsking(true)}>
              {words.remove}
            </HostButton>
          </>
        )}
      </div>
    </li>
  )
}

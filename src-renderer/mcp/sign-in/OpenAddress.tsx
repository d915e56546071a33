import { visibleLine } from '@shared/base/visible-text'
import { Button } from '../../kit/Button'
import { copyText } from '../../session/episode/links/copy'
import { signInStrings as words } from '../strings'
import type { SignInRun } from './sign-in-runs'
import styles from './sign-in.module.css'

interface OpenAddressProps {
  readonly run: SignInRun
  readonly onCancel: () => void
}

/**
 * A sign-in in progress: a link to the page, or a notice that the app has opened it, and its address for another
 * browser.
 */
export function OpenAddress({ run: { address, isOpened }, onCancel }: OpenAddressProps) {
  const host = address === null ? '' : visibleLine(new URL(address).host, 200)
  return (
    <>
      <p className={styles.step} role="status">
        {address === null ? words.looking : words.signInAt(host, isOpened)}
      </p>
      {address !== null && !isOpened && (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {words.openPage}
        </a>
      )}
      {address !== null && <Button onClick={() => void copyText(address)}>{words.copyAddress}</Button>}
      <Button onClick={onCancel}>{words.cancel}</Button>
    </>
  )
}

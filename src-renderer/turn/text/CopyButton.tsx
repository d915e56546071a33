import { useState } from 'react'
import { Button } from '../../kit/Button'
import { failureOf } from '../../session/connection/connection-store'
import { copyText } from '../../session/episode/links/copy'
import { setView } from '../../session/view/view-store'
import { turnStrings } from '../strings'
import styles from './texts.module.css'

interface CopyButtonProps {
  readonly label: string
  /** A rejection is shown in the window. */
  readonly text: () => string | Promise<string>
}

/** Copies `text`, and confirms in its label until it loses the focus. As wide as the longer label, so nothing moves. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    try {
      if (await copyText(await text())) setIsCopied(true)
    } catch (error) {
      setView({ failure: failureOf(error) })
    }
  }
  return (
    <Button look="quiet" onClick={() => void copy()} onBlur={() => setIsCopied(false)}>
      <span className={styles.copy}>
        <span aria-hidden={isCopied}>{label}</span>
        <span aria-hidden={!isCopied}>{turnStrings.call.copied}</span>
      </span>
    </Button>
  )
}

import { useEffect, useState } from 'react'
import { cutText } from '@shared/base/whole-characters'
import { Button } from '../../kit/Button'
import { formatBytes } from '../../kit/text/format'
import { failureOf } from '../../session/connection/connection-store'
import { copyText } from '../../session/episode/links/copy'
import { setView } from '../../session/view/view-store'
import { turnStrings } from '../strings'
import styles from './texts.module.css'

const CAP = 4000

/** Preformatted text, collapsed if long, so that one tool result cannot cost a frame. */
export function CodeText({ text, isAll = false }: { readonly text: string; readonly isAll?: boolean }) {
  const [isWhole, setIsWhole] = useState(false)
  const isCut = !isWhole && !isAll && text.length > CAP
  return (
    <div className={styles.box}>
      <pre className={styles.code} tabIndex={0}>
        {isCut ? cutText(text, CAP) : text}
      </pre>
      {isCut && (
        <Button look="chip" onClick={() => setIsWhole(true)}>
          {turnStrings.call.showAll(formatBytes(text.length))}
        </Button>
      )}
    </div>
  )
}

interface CopyButtonProps {
  readonly label: string
  /** The text to copy. If it rejects, the window shows the error. */
  readonly text: () => string | Promise<string>
}

const CONFIRMED_MS = 3000

/**
 * Copies `text` and confirms this in its label for a moment. The button has the width of the longer label, so that
 * nothing moves.
 */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
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

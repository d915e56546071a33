import { useState } from 'react'
import { formatBytes } from '../../kit/text/format'
import { Button } from '../../kit/Button'
import styles from './texts.module.css'
import { turnStrings } from '../strings'

const CAP = 4000

/** Preformatted text, collapsed if long, so that one tool result cannot cost a frame. */
export function CodeText({ text, isAll = false }: { readonly text: string; readonly isAll?: boolean }) {
  const [isWhole, setIsWhole] = useState(false)
  const isCut = !isWhole && !isAll && text.length > CAP
  return (
    <div className={styles.box}>
      <pre className={styles.code} tabIndex={0}>
        {isCut ? text.slice(0, CAP) : text}
      </pre>
      {isCut && (
        <Button look="chip" onClick={() => setIsWhole(true)}>
          {turnStrings.call.showAll(formatBytes(text.length))}
        </Button>
      )}
    </div>
  )
}

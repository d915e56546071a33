import type { McpCallResult } from '@shared/contract/mcp'
import { formatDuration } from '../../kit/text/format'
import { readableText } from '../../turn/calls/call-text'
import { configStrings as words } from '../strings'
import controls from '../../kit/controls.module.css'
import styles from './tools.module.css'

interface CallResultProps {
  readonly name: string
  readonly result: Omit<McpCallResult, 'tool'>
}

/** The result or error of a tool call, and its duration. */
export function CallResult({ name, result: { text, structured, error, ms } }: CallResultProps) {
  return (
    <div className={styles.result} role="region" aria-label={name}>
      <p role="status" className={controls.hint}>
        {error === null ? words.answered(formatDuration(ms)) : words.failedAfter(formatDuration(ms))}
      </p>
      {error !== null && <p className={controls.error}>{error}</p>}
      {text !== null && text !== '' && <pre tabIndex={0}>{readableText(text)}</pre>}
      {structured !== null && (
        <pre tabIndex={0} aria-label={words.structured}>
          {JSON.stringify(structured, null, 2)}
        </pre>
      )}
    </div>
  )
}

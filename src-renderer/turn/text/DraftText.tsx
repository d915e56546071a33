import type { Iteration, Draft } from '@shared/episode/state/episode'
import { turnStrings } from '../strings'
import { partialString } from './partial-json'
import { Caret, ThoughtText } from './ThoughtText'
import styles from './texts.module.css'

/** A streaming reply. Text inside incomplete JSON (a thought, the reason for an action) is shown as prose. */
export function DraftText({ draft: { content, reasoning, toolCalls } }: { readonly draft: Draft }) {
  const isJson = /^\s*(?:```(?:json)?\s*)?\{/.test(content)
  const reason = isJson ? partialString(content, 'thinking') : content
  const action = isJson ? partialString(content, 'action') : null
  return (
    <>
      {reasoning !== '' && (
        <ThoughtText
          label={turnStrings.modelReasoning}
          text={reasoning}
          isOpen={content === '' && toolCalls.length === 0}
        />
      )}
      {reason !== null && reason !== '' && (
        <ThoughtText label={turnStrings.reasonForAction} text={reason} isOpen={action === null} />
      )}
      {action !== null && (
        <p className={styles.action}>
          &gt; {action}
          <Caret />
        </p>
      )}
      {toolCalls.map(({ name, arguments: given }, index) => {
        const thought = partialString(given, 'thought')
        return thought === null ? (
          <p key={index} className={styles.draftCall}>
            {name} {given}
            <Caret />
          </p>
        ) : (
          <ThoughtText key={index} label={name} text={thought} tone="thought" isOpen />
        )
      })}
      {draftIsEmpty(content, reasoning, toolCalls.length) && (
        <p className={styles.draftCall}>
          <Caret />
        </p>
      )}
    </>
  )
}

const draftIsEmpty = (content: string, reasoning: string, calls: number) =>
  content === '' && reasoning === '' && calls === 0

/** The streaming reply. Null if there is none, or while a failed call waits for the next attempt. */
export function visibleDraft({ draft, failures }: Pick<Iteration, 'draft' | 'failures'>): Draft | null {
  return draft !== null && draft.length === 0 && failures ? null : draft
}

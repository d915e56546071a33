import type { ChatMessage } from '@shared/episode/log/chat'
import { useState } from 'react'
import { CodeText } from '../../../turn/text/CodeText'
import { MessageText } from './MessageText'
import styles from './MessageList.module.css'
import { inspectorStrings } from '../strings'

const words = inspectorStrings.request

/** The messages of a call; the first `kept`, which the call before had sent too, are folded. */
export function MessageList({ messages, kept }: { readonly messages: readonly ChatMessage[]; readonly kept: number }) {
  const [showsKept, setShowsKept] = useState(false)
  const isFolded = kept > 0 && !showsKept
  return (
    <div className={styles.list}>
      {isFolded && (
        <p className={styles.kept}>
          {words.keptMessages(kept)}{' '}
          <button type="button" className={styles.show} onClick={() => setShowsKept(true)}>
            {words.showKept}
          </button>
        </p>
      )}
      {messages.map((message, index) => (index < kept && isFolded ? null : <Message key={index} message={message} />))}
    </div>
  )
}

function Message({ message: { role, content, tail, tool_calls: calls = [] } }: { readonly message: ChatMessage }) {
  return (
    <article className={styles.message} data-role={role}>
      <p className={styles.role}>{words.role[role]}</p>
      {content !== null && content !== '' && <MessageText text={content} />}
      {tail !== undefined && (
        <>
          <p className={styles.role}>{words.tail}</p>
          <CodeText text={tail} />
        </>
      )}
      {calls.map(({ id, function: { name, arguments: given } }) => (
        <CodeText key={id} text={`${name} ${given}`} />
      ))}
    </article>
  )
}

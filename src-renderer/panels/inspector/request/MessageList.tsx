import { useState, use } from 'react'
import type { ChatMessage } from '@shared/episode/log/chat'
import { Button } from '../../../kit/Button'
import { EpisodeContext } from '../../../session/episode/episode-store'
import { CodeText } from '../../../turn/text/CodeText'
import { inspectorStrings } from '../strings'
import controls from '../../../kit/controls.module.css'
import styles from './request.module.css'

const words = inspectorStrings.request

/** The messages of a call. The first `kept` messages, which the previous call also sent, are folded. */
export function MessageList({ messages, kept }: { readonly messages: readonly ChatMessage[]; readonly kept: number }) {
  const [showsKept, setShowsKept] = useState(false)
  const isFolded = kept > 0 && !showsKept
  return (
    <div className={styles.list}>
      {isFolded && (
        <p className={controls.hint}>
          {words.keptMessages(kept)}{' '}
          <Button look="link" onClick={() => setShowsKept(true)}>
            {words.showKept}
          </Button>
        </p>
      )}
      {messages.map((message, index) => (index < kept && isFolded ? null : <Message key={index} message={message} />))}
    </div>
  )
}

function Message({ message: { role, content, tail, tool_calls: calls = [] } }: { readonly message: ChatMessage }) {
  return (
    <article className={styles.message} data-role={role}>
      <p className={`${controls.hint} ${styles.role}`}>{words.role[role]}</p>
      {content !== null && content !== '' && <MessageText text={content} />}
      {tail !== undefined && (
        <>
          <p className={`${controls.hint} ${styles.role}`}>{words.tail}</p>
          <CodeText text={tail} />
        </>
      )}
      {calls.map(({ id, function: { name, arguments: given } }) => (
        <CodeText key={id} text={`${name} ${given}`} />
      ))}
    </article>
  )
}

/** A line of the chronicle, with its turns. */
const LINE = /^T(\d{1,7})(?:–(\d{1,7}))?[ :]/
const MAX_LINES = 40

/** The text of a message. Lines of the chronicle link to their first turn. */
function MessageText({ text }: { readonly text: string }) {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => LINE.test(line))
  if (first === -1) return <CodeText text={text} />
  const last = lines.findLastIndex((line) => LINE.test(line))
  const before = lines.slice(0, first).join('\n')
  const after = lines.slice(last + 1).join('\n')
  return (
    <>
      {before.trim() !== '' && <CodeText text={before} />}
      <Chronicle lines={lines.slice(first, last + 1)} />
      {after.trim() !== '' && <CodeText text={after} />}
    </>
  )
}

function Chronicle({ lines }: { readonly lines: readonly string[] }) {
  const { goToTurn } = use(EpisodeContext)
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? lines : lines.slice(0, MAX_LINES)
  return (
    <div className={styles.chronicle}>
      <ol aria-label={words.chronicle}>
        {shown.map((line, index) => {
          const turn = LINE.exec(line)?.[1]
          const name = line.slice(0, line.search(/[ :]/))
          return (
            <li key={index} className={styles.line}>
              {turn === undefined ? (
                line
              ) : (
                <>
                  <Button
                    look="link"
                    className={styles.turns}
                    aria-label={words.openTurns(name)}
                    onClick={() => goToTurn(Number(turn))}
                  >
                    {name}
                  </Button>
                  {line.slice(name.length)}
                </>
              )}
            </li>
          )
        })}
      </ol>
      {shown.length < lines.length && (
        <Button look="chip" onClick={() => setIsWhole(true)}>
          {words.allLines(lines.length)}
        </Button>
      )}
    </div>
  )
}

import { use, useState } from 'react'
import controls from '../../../kit/controls.module.css'
import { EpisodeContext } from '../../../session/episode/episode-store'
import { CodeText } from '../../../turn/text/CodeText'
import styles from './MessageText.module.css'
import { inspectorStrings } from '../strings'

const words = inspectorStrings.request

/** A line of the chronicle, with its turns. */
const LINE = /^T(\d{1,7})(?:–(\d{1,7}))?[ :]/
const MAX_LINES = 40

/** The text of a message. Lines of the chronicle link to their first turn. */
export function MessageText({ text }: { readonly text: string }) {
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
                  <button
                    type="button"
                    className={`${controls.link} ${styles.turns}`}
                    aria-label={words.openTurns(name)}
                    onClick={() => goToTurn(Number(turn))}
                  >
                    {name}
                  </button>
                  {line.slice(name.length)}
                </>
              )}
            </li>
          )
        })}
      </ol>
      {shown.length < lines.length && (
        <button type="button" className={controls.chip} onClick={() => setIsWhole(true)}>
          {words.allLines(lines.length)}
        </button>
      )}
    </div>
  )
}

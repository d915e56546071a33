import { useMemo, useState } from 'react'
import type { EpisodeState, Turn } from '@shared/episode/state/episode'
import { WordDiff } from '../../../kit/diff/WordDiff'
import { Empty } from '../../../kit/text/Empty'
import { inspectorStrings } from '../strings'
import { differencesOf, messageChanges } from './differences'
import controls from '../../../kit/controls.module.css'
import styles from './DiffTab.module.css'

const words = inspectorStrings.diff

/**
 * The changes in the state and in the first request of the turn, compared with an earlier turn, by default the previous
 * one.
 */
export function DiffTab({ turn, state }: { readonly turn: Turn; readonly state: EpisodeState }) {
  const [picked, pick] = useState<number | null>(null)
  const previous = turn.number - 1
  const against = Math.min(picked ?? previous, previous)
  const differences = useMemo(() => differencesOf(state, turn, against), [state, turn, against])
  const messages = useMemo(() => messageChanges(state, turn.number, against), [state, turn.number, against])
  return (
    <div className={styles.tab}>
      <label className={controls.hint}>
        {words.againstTurn}
        <input
          className={`${controls.input} ${styles.pick}`}
          type="number"
          min={0}
          max={previous}
          value={against}
          onChange={({ target }) =>
            pick(
              target.value === '' || target.valueAsNumber === previous
                ? null
                : Math.max(0, Math.round(target.valueAsNumber)),
            )
          }
        />
        {against === 0 && words.opening}
      </label>
      <section>
        <h3 className={styles.title}>{words.state}</h3>
        {turn.completed === null && <p className={controls.hint}>{words.notFinished(turn.number)}</p>}
        {differences.length === 0 ? (
          turn.completed !== null && <Empty>{inspectorStrings.noDiff}</Empty>
        ) : (
          <table className={styles.table}>
            <thead>
              <tr>
                <td />
                <th scope="col">{words.before}</th>
                <th scope="col">{words.after}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ key, before, after }) => (
                <tr key={key}>
                  <th scope="row">{words[key]}</th>
                  <td>
                    <del>{before ?? words.none}</del>
                  </td>
                  <td>
                    <ins>{after ?? words.none}</ins>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      {messages && (
        <section>
          <h3 className={styles.title}>{words.request}</h3>
          {messages.length === 0 && <p className={controls.hint}>{words.sameRequest}</p>}
          {messages.map(({ index, role, before, after }) => (
            <article key={index} className={styles.message}>
              <h4
                className={`${controls.hint} ${styles.role}`}
              >{`${inspectorStrings.request.role[role]} · ${changeOf(before, after)}`}</h4>
              <WordDiff before={before ?? ''} after={after ?? ''} />
            </article>
          ))}
        </section>
      )}
    </div>
  )
}

function changeOf(before: string | null, after: string | null): string {
  if (before === null) return words.messageAdded
  return after === null ? words.messageDropped : words.messageChanged
}

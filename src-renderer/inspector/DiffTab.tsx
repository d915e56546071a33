import type { EpisodeState, Turn } from '@shared/episode/episode'
import { useMemo } from 'react'
import { Empty } from '../ui/Empty'
import { strings } from '../ui/strings'
import { differencesOf, messageChanges } from './differences'
import styles from './DiffTab.module.css'
import { WordDiff } from './WordDiff'

const words = strings.diff

/** What the turn changed: the state key by key, and the first request of the turn against that of the turn before. */
export function DiffTab({ turn, state }: { readonly turn: Turn; readonly state: EpisodeState }) {
  const differences = useMemo(() => differencesOf(state, turn), [state, turn])
  const messages = useMemo(() => messageChanges(state, turn.number), [state, turn.number])
  return (
    <div className={styles.tab}>
      <p className={styles.against}>{turn.number > 1 ? words.against(turn.number - 1) : words.againstOpening}</p>
      <section>
        <h3 className={styles.title}>{words.state}</h3>
        {differences.length === 0 ? <Empty>{strings.inspector.noDiff}</Empty> : (
          <table className={styles.table}>
            <thead><tr><td /><th scope="col">{words.before}</th><th scope="col">{words.after}</th></tr></thead>
            <tbody>
              {differences.map(({ key, before, after }) => (
                <tr key={key}>
                  <th scope="row">{words[key]}</th>
                  <td><del>{before ?? words.none}</del></td>
                  <td><ins>{after ?? words.none}</ins></td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      {messages && (
        <section>
          <h3 className={styles.title}>{words.request}</h3>
          {messages.length === 0 && <p className={styles.against}>{words.sameRequest}</p>}
          {messages.map(({ index, role, before, after }) => (
            <article key={index} className={styles.message}>
              <h4 className={styles.role}>{`${strings.request.role[role]} · ${before === null ? words.messageAdded : after === null ? words.messageDropped : words.messageChanged}`}</h4>
              <WordDiff before={before ?? ''} after={after ?? ''} />
            </article>
          ))}
        </section>
      )}
    </div>
  )
}

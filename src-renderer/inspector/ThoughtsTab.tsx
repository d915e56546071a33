import type { Turn } from '@shared/episode/episode'
import { thinkingOf } from '@shared/episode/thoughts'
import { Empty } from '../ui/Empty'
import { Prose } from '../ui/Prose'
import { strings } from '../ui/strings'
import { ThoughtChain } from './ThoughtChain'
import styles from './ThoughtsTab.module.css'
import { ThoughtText } from './ThoughtText'

const words = strings.inspector

/** How the turn came to its action: the chain, then the action it led to and the reason that was given. */
export function ThoughtsTab({ turn }: { readonly turn: Turn }) {
  const steps = thinkingOf(turn)
  const { action, problems } = turn
  if (steps.length === 0 && !action?.reasoning && problems.length === 0) return <Empty>{words.noThoughts}</Empty>
  return (
    <div className={styles.tab}>
      {steps.length > 0 && <ThoughtChain steps={steps} />}
      {action?.reasoning && <ThoughtText label={words.reasonForAction} text={action.reasoning} />}
      {action && (
        <p className={styles.action}>
          <span className={styles.label}>{words.action}</span>
          <span className={styles.command}>&gt; {action.action}</span>
        </p>
      )}
      {problems.length > 0 && (
        <section>
          <h3 className={styles.label}>{words.problems}</h3>
          <ul>{problems.map(({ seq, text }) => <li key={seq} className={styles.problem}><Prose text={text} /></li>)}</ul>
        </section>
      )}
    </div>
  )
}

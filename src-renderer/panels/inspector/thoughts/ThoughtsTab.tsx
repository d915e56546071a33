import { thinkingOf } from '@shared/episode/projections/thoughts'
import type { Turn } from '@shared/episode/state/episode'
import { traitsOf } from '@shared/episode/state/players'
import { Empty } from '../../../kit/text/Empty'
import { useEpisode } from '../../../session/episode/episode-store'
import { ProblemLines } from '../../../turn/calls/ServerActions'
import { Proposals } from '../../../turn/Proposals'
import { turnStrings } from '../../../turn/strings'
import { visibleDraft, DraftText } from '../../../turn/text/DraftText'
import { ThoughtText } from '../../../turn/text/ThoughtText'
import { inspectorStrings } from '../strings'
import { ThoughtChain } from './ThoughtChain'
import styles from './thoughts.module.css'

const words = inspectorStrings

/** The thoughts of a turn, its streaming reply, and the action with its reason. */
export function ThoughtsTab({ turn }: { readonly turn: Turn }) {
  const steps = thinkingOf(turn)
  const { action, problems, completed } = turn
  const draft = useDraft(turn.number)
  const isOfPerson = useEpisode(({ shown }) => (action ? action.source === 'human' : traitsOf(shown).isPerson))
  const noThoughts = completed ? words.noThoughts : words.noThoughtsYet
  if (steps.length === 0 && !action?.reasoning && problems.length === 0 && !draft && !turn.proposals)
    return <Empty>{isOfPerson ? words.noThoughtsOfPerson : noThoughts}</Empty>
  return (
    <div className={styles.tab}>
      {steps.length > 0 && <ThoughtChain steps={steps} action={action?.action ?? null} />}
      {turn.proposals && (
        <section>
          <h3 className={styles.label}>{words.proposals}</h3>
          <Proposals turn={turn} />
        </section>
      )}
      {draft && <DraftText draft={draft} />}
      {action?.reasoning && <ThoughtText label={turnStrings.reasonForAction} text={action.reasoning} />}
      {action && steps.length === 0 && (
        <p className={styles.action}>
          <span className={styles.label}>{words.action}</span>
          <span className={styles.command}>&gt; {action.action}</span>
        </p>
      )}
      {problems.length > 0 && (
        <section>
          <h3 className={styles.label}>{words.errors}</h3>
          <ProblemLines turn={turn} />
        </section>
      )}
    </div>
  )
}

/** The streaming reply of this turn; only at the live end. */
const useDraft = (turn: number) =>
  useEpisode(({ shown: { openTurn } }) => {
    const iteration = openTurn?.number === turn ? openTurn.iterations.at(-1) : undefined
    return iteration ? visibleDraft(iteration) : null
  })

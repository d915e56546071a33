import { Ban, Check, CircleDashed, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { proposalPart } from '@shared/episode/search/mind-texts'
import type { Proposal, Turn } from '@shared/episode/state/episode'
import { useFind } from '../session/find/find-store'
import { RequestLine } from './RequestLine'
import { turnStrings } from './strings'
import controls from '../kit/controls.module.css'
import styles from './turn.module.css'

const words = turnStrings.proposal
type Verdict = Proposal['verdicts'][number]

/** Number of rejected proposals of a turn. */
export const rejectedCount = ({ proposals = [] }: Pick<Turn, 'proposals'>): number =>
  proposals.filter(isRejected).length

const isRejected = ({ verdicts }: Proposal): boolean => verdicts.some(({ verdict }) => verdict === 'reject')

/** The proposals, folded into one line with the number of rejections. Expands for the current search hit. */
export function FoldedProposals({ turn }: { readonly turn: Turn }) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const { proposals = [] } = turn
  const holdsHit = useFind(
    ({ current }) =>
      current?.turn === turn.number && proposals.some((each) => proposalPart(each) === current.place.part),
  )
  if (proposals.length === 0) return null
  const open = isOpen ?? holdsHit
  return (
    <details
      className={styles.folded}
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open !== open && setIsOpen(currentTarget.open)}
    >
      <summary className={styles.fold}>{words.judged(rejectedCount(turn))}</summary>
      <Proposals turn={turn} />
    </details>
  )
}

/** Each proposed action with its verdicts, the action that was played, and the cost of the critic's calls. */
export function Proposals({ turn }: { readonly turn: Turn }) {
  const { proposals = [], helperCalls = [], action } = turn
  const isOwn = action !== null && action.source !== 'human'
  const played = isOwn ? (action.attempt ?? proposals.at(-1)?.attempt ?? null) : null
  return (
    <div className={styles.proposals}>
      <ol>
        {proposals.map((proposal) => (
          <li key={proposal.attempt} className={styles.proposal}>
            <p className={styles.head}>
              <span className={styles.action} data-rejected={isRejected(proposal) || undefined}>
                &gt; <span {...found(proposal)}>{proposal.action}</span>
              </span>
              {proposal.attempt === played && (
                <span className={styles.played}>{action?.insisted === true ? words.insisted : words.played}</span>
              )}
            </p>
            {proposal.reasoning !== '' && (
              <p className={styles.reasoning} {...found(proposal)}>
                {proposal.reasoning}
              </p>
            )}
            {proposal.verdicts.map((verdict, index) => (
              <VerdictLine
                key={index}
                verdict={verdict}
                proposal={proposal}
                turn={turn}
                isPlayed={proposal.attempt === played}
              />
            ))}
          </li>
        ))}
      </ol>
      {helperCalls
        .filter(({ role }) => role === 'critic')
        .map((call) => (
          <RequestLine key={call.number} call={call} turn={turn.number} />
        ))}
    </div>
  )
}

/** Marks the text as searchable, as in mind-texts.ts. */
const found = (proposal: Proposal) => ({ 'data-field': 'mind', 'data-part': proposalPart(proposal) })

const SIGNS: Readonly<Record<Verdict['verdict'], LucideIcon>> = { accept: Check, reject: Ban, abstain: CircleDashed }

interface VerdictLineProps {
  readonly verdict: Verdict
  readonly proposal: Proposal
  readonly turn: Turn
  readonly isPlayed: boolean
}

function VerdictLine({ verdict: { by, verdict, reason, predicted }, proposal, turn, isPlayed }: VerdictLineProps) {
  const Sign = SIGNS[verdict]
  const check = isPlayed && by === 'model' ? turn.beliefs?.find(({ source }) => source === 'critic') : undefined
  return (
    <div className={styles.verdict} data-verdict={verdict}>
      <p className={`${controls.hint} ${styles.verdictLine}`}>
        <Sign size={13} strokeWidth={2} aria-hidden className={styles.verdictSign} />
        <span className={styles.said}>{words.verdict[verdict][by]}</span>
        <span {...found(proposal)}>{reason}</span>
      </p>
      {predicted !== null && (
        <p className={`${controls.hint} ${styles.verdictLine}`}>
          <span>{words.predicted}</span>
          <span {...found(proposal)}>{predicted}</span>
          {check && <span className={styles.came}>{words.came[check.verdict](check.truth)}</span>}
        </p>
      )}
    </div>
  )
}

import { CircleX, TriangleAlert } from 'lucide-react'
import type { ConfigProblem } from '@shared/mcp/mcp-config'
import { Line } from '../../kit/text/Prose'
import { HostButton } from '../../session/connection/HostButton'
import { configStrings } from '../strings'
import styles from './draft.module.css'

const ICONS = { error: CircleX, warning: TriangleAlert } as const

interface ProblemListProps {
  readonly problems: readonly ConfigProblem[]
  readonly onSelect: (problem: ConfigProblem) => void
  /** Moves the plain-text secrets to the secret store. */
  readonly onMove: () => void
}

/** The problems in the text. Each links to its position. */
export function ProblemList({ problems, onSelect, onMove }: ProblemListProps) {
  if (problems.length === 0) return null
  return (
    <ul className={styles.problems} aria-label={configStrings.problems}>
      {problems.some(({ isPlainSecret }) => isPlainSecret) && (
        <li className={styles.move}>
          <HostButton onClick={onMove}>{configStrings.moveToSecrets}</HostButton>
        </li>
      )}
      {problems.map((problem) => {
        const Icon = ICONS[problem.severity]
        return (
          <li key={`${problem.line} ${problem.column} ${problem.message}`}>
            <button
              type="button"
              className={styles.problem}
              data-severity={problem.severity}
              onClick={() => onSelect(problem)}
            >
              <Icon size={14} strokeWidth={2} aria-label={configStrings.severity[problem.severity]} role="img" />
              <span className={styles.place}>{configStrings.problemAt(problem.line, problem.column)}</span>
              <span>
                {problem.server !== null && `${problem.server}: `}
                <Line text={problem.message} />
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

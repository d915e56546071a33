import type { KeyboardEvent } from 'react'
import styles from './ThoughtChain.module.css'
import { inspectorStrings } from '../strings'

const words = inspectorStrings

export interface Branch {
  readonly id: string
  /** The thought it leaves from. */
  readonly from: number | null
  /** The branch that thought is on; null for the main line. */
  readonly parent: string | null
}

interface BranchTreeProps {
  readonly branches: readonly Branch[]
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
}

/** Branches as a tree, each under its parent. Up and down move in reading order, left moves to the parent. */
export function BranchTree({ branches, chosen, onChoose }: BranchTreeProps) {
  const rows = inOrder(branches, null, 1)
  const at = rows.findIndex(({ branch }) => branch.id === chosen)
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const parent = rows.findIndex(({ branch }) => branch.id === rows[at]?.branch.parent)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1, ArrowLeft: parent, ArrowRight: at }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    const next = rows[to]
    if (!next) return
    onChoose(next.branch.id)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=treeitem]')[to]?.focus()
  }
  return (
    <ul role="tree" aria-label={words.branches} className={styles.tree} onKeyDown={move}>
      {rows.map(({ branch: { id, from }, level }) => (
        <li
          key={id}
          role="treeitem"
          aria-level={level}
          aria-selected={id === chosen}
          tabIndex={id === chosen ? 0 : -1}
          className={styles.branch}
          style={{ paddingInlineStart: level * 16 }}
          onClick={() => onChoose(id)}
        >
          {words.branch(id, from)}
        </li>
      ))}
    </ul>
  )
}

interface Row {
  readonly branch: Branch
  readonly level: number
}

/** Parents before children. A branch from itself, which a model may report, is a root. */
function inOrder(branches: readonly Branch[], parent: string | null, level: number): readonly Row[] {
  const isRoot = ({ id, parent: of }: Branch) => of === null || of === id
  return branches
    .filter((branch) => (parent === null ? isRoot(branch) : !isRoot(branch) && branch.parent === parent))
    .flatMap((branch) => [{ branch, level }, ...inOrder(branches, branch.id, level + 1)])
}

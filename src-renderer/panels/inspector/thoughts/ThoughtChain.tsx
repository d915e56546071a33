import { useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { ThinkingStep } from '@shared/episode/projections/thoughts'
import { Button } from '../../../kit/Button'
import { WordDiff } from '../../../kit/diff/WordDiff'
import { Prose } from '../../../kit/text/Prose'
import { turnStrings } from '../../../turn/strings'
import { inspectorStrings } from '../strings'
import controls from '../../../kit/controls.module.css'
import styles from './thoughts.module.css'

const words = inspectorStrings

type ThoughtStep = Extract<ThinkingStep, { readonly kind: 'thought' }>

interface ThoughtChainProps {
  readonly steps: readonly ThinkingStep[]
  readonly action: string | null
}

/**
 * A chain of thoughts along a rail of numbered dots, which ends in the action. Branches are indented. Chips select one
 * of a few branches, a tree one of many.
 */
export function ThoughtChain({ steps, action }: ThoughtChainProps) {
  const branches = branchesOf(steps)
  const [chosen, choose] = useState<string | null>(null)
  const branch = chosen ?? branches.at(-1) ?? null
  const onLine = steps.filter((step) => step.kind !== 'thought' || step.branchId === null || step.branchId === branch)
  const line = useRef<HTMLOListElement>(null)
  const goTo = ({ callId, branchId }: ThoughtStep) => {
    if (branchId !== null) flushSync(() => choose(branchId))
    const items = [...(line.current?.querySelectorAll<HTMLElement>('[data-thought]') ?? [])]
    items.find(({ dataset }) => dataset.thought === callId)?.focus()
  }
  return (
    <div className={styles.chain}>
      {branches.length > MAX_CHIPS && (
        <BranchTree branches={branches.map((id) => ({ id, ...rootOf(steps, id) }))} chosen={branch} onChoose={choose} />
      )}
      {branches.length > 1 && branches.length <= MAX_CHIPS && (
        <div role="group" aria-label={words.branches} className={`${controls.chips} ${styles.branches}`}>
          {branches.map((id) => (
            <Button key={id} look="chip" aria-pressed={id === branch} onClick={() => choose(id)}>
              {words.branch(id, rootOf(steps, id).from)}
            </Button>
          ))}
        </div>
      )}
      <ol ref={line} className={styles.steps}>
        {onLine.map((step, index) => (
          <Step
            key={step.kind === 'thought' ? step.callId : `${step.kind} ${index}`}
            step={step}
            steps={steps}
            isConclusion={action !== null && index === onLine.length - 1}
            onGoTo={goTo}
          />
        ))}
        {action !== null && (
          <li className={styles.step} data-kind="action" data-linked tabIndex={0}>
            <span className={styles.dot} aria-hidden>
              &gt;
            </span>
            <div className={styles.body}>
              <p className={`${controls.hint} ${styles.facts}`}>{words.action}</p>
              <p className={styles.command}>{action}</p>
            </div>
          </li>
        )}
      </ol>
    </div>
  )
}

interface StepProps {
  readonly step: ThinkingStep
  readonly steps: readonly ThinkingStep[]
  /** The last step before the action. */
  readonly isConclusion: boolean
  readonly onGoTo: (thought: ThoughtStep) => void
}

function Step({ step, steps, isConclusion, onGoTo }: StepProps) {
  if (step.kind !== 'thought') {
    return (
      <li className={styles.step} data-kind="model" data-linked={isConclusion || undefined}>
        <span className={styles.dot} />
        <div className={styles.body}>
          <p className={`${controls.hint} ${styles.facts}`}>
            {step.kind === 'model_reasoning' ? turnStrings.modelReasoning : words.modelText}
          </p>
          <Prose text={step.text} />
        </div>
      </li>
    )
  }
  const { number, total, revises, revisedIn, branchId, branchFrom, text, status } = step
  const revised = lastThought(steps.slice(0, steps.indexOf(step)), (earlier) => earlier.number === revises)
  const revision = lastThought(steps.slice(steps.indexOf(step) + 1), (later) => later.revises === number)
  return (
    <li
      className={styles.step}
      data-kind="thought"
      data-thought={step.callId}
      tabIndex={-1}
      data-branch={branchId !== null || undefined}
      data-revised={revisedIn !== null || undefined}
      data-linked={isConclusion || undefined}
    >
      <span className={styles.dot} aria-hidden>
        {number}
      </span>
      <div className={styles.body}>
        <p className={`${controls.hint} ${styles.facts}`}>
          <span>{turnStrings.thoughtOf(number, total)}</span>
          {revises !== null && <ThoughtLink text={words.revises(revises)} to={revised} onGoTo={onGoTo} />}
          {revisedIn !== null && <ThoughtLink text={words.revisedIn(revisedIn)} to={revision} onGoTo={onGoTo} />}
          {branchId !== null && <span>{words.branch(branchId, branchFrom)}</span>}
        </p>
        <Prose text={text} />
        {revised && <Revision before={revised.text} after={text} />}
        {(status === 'failed' || status === 'timeout') && <p className={styles.failure}>{words.thoughtFailed}</p>}
      </div>
    </li>
  )
}

/** The last matching thought; null if there is none, because a model may refer to a missing thought. */
const lastThought = (steps: readonly ThinkingStep[], matches: (thought: ThoughtStep) => boolean): ThoughtStep | null =>
  steps.filter((step) => step.kind === 'thought').findLast(matches) ?? null

interface ThoughtLinkProps {
  readonly text: string
  readonly to: ThoughtStep | null
  readonly onGoTo: (thought: ThoughtStep) => void
}

function ThoughtLink({ text, to, onGoTo }: ThoughtLinkProps) {
  return to === null ? (
    <span>{text}</span>
  ) : (
    <Button look="link" className={styles.link} onClick={() => onGoTo(to)}>
      {text}
    </Button>
  )
}

function Revision({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <details className={`${controls.hint} ${styles.revision}`}>
      <summary>{words.whatChanged}</summary>
      <WordDiff before={before} after={after} />
    </details>
  )
}

/** Maximum number of branches shown as chips; more are shown as a tree. */
const MAX_CHIPS = 3

function branchesOf(steps: readonly ThinkingStep[]): readonly string[] {
  return [
    ...new Set(steps.flatMap((step) => (step.kind === 'thought' && step.branchId !== null ? [step.branchId] : []))),
  ]
}

/** The thought where a branch starts, and the branch of that thought (null: the main line). */
function rootOf(
  steps: readonly ThinkingStep[],
  branch: string,
): { readonly from: number | null; readonly parent: string | null } {
  const thoughts = steps.filter((step) => step.kind === 'thought')
  const first = thoughts.findIndex(({ branchId }) => branchId === branch)
  const from = thoughts[first]?.branchFrom ?? null
  return { from, parent: thoughts.slice(0, first).findLast(({ number }) => number === from)?.branchId ?? null }
}

interface Branch {
  readonly id: string
  /** The thought from which the branch starts. */
  readonly from: number | null
  /** The branch of that thought; null for the main line. */
  readonly parent: string | null
}

interface BranchTreeProps {
  readonly branches: readonly Branch[]
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
}

/** The branches as a tree, each below its parent. Up and down move in reading order, left moves to the parent. */
function BranchTree({ branches, chosen, onChoose }: BranchTreeProps) {
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

/** The branches with parents before children. A branch that is its own parent, which a model may report, is a root. */
function inOrder(branches: readonly Branch[], parent: string | null, level: number): readonly Row[] {
  const isRoot = ({ id, parent: of }: Branch) => of === null || of === id
  return branches
    .filter((branch) => (parent === null ? isRoot(branch) : !isRoot(branch) && branch.parent === parent))
    .flatMap((branch) => [{ branch, level }, ...inOrder(branches, branch.id, level + 1)])
}

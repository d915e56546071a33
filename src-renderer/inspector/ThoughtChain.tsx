import { type ThinkingStep } from '@shared/episode/thoughts'
import { type MouseEvent, useState } from 'react'
import { Prose } from '../ui/Prose'
import { BranchTree } from './BranchTree'
import chips from '../ui/Chip.module.css'
import { inspectorStrings } from './strings'
import styles from './ThoughtChain.module.css'
import { WordDiff } from './WordDiff'

const words = inspectorStrings

/**
 * A chain of thoughts with a rail of numbered dots. A straight chain, by far the common case, has nothing but that. A branch is set
 * in; several branches get a tab each, many a tree, and the line of thoughts through the chosen one is shown. The rail ends in the action
 * that the chain led to; who points at either end sees both.
 */
export function ThoughtChain({ steps, action }: { readonly steps: readonly ThinkingStep[]; readonly action: string | null }) {
  const branches = branchesOf(steps)
  const [chosen, choose] = useState<string | null>(null)
  const branch = chosen ?? branches.at(-1) ?? null
  const onLine = steps.filter((step) => step.kind !== 'thought' || step.branchId === null || step.branchId === branch)
  return (
    <div className={styles.chain}>
      {branches.length > MOST_TABS && <BranchTree branches={branches.map((id) => ({ id, ...rootOf(steps, id) }))} chosen={branch} onChoose={choose} />}
      {branches.length > 1 && branches.length <= MOST_TABS && (
        <div role="group" aria-label={words.branches} className={`${chips.chips} ${styles.branches}`}>
          {branches.map((id) => (
            <button key={id} type="button" className={chips.chip} aria-pressed={id === branch} onClick={() => choose(id)}>{words.branch(id, rootOf(steps, id).from)}</button>
          ))}
        </div>
      )}
      <ol className={styles.steps}>
        {onLine.map((step, index) => <Step key={step.kind === 'thought' ? step.callId : `${step.kind} ${index}`} step={step} steps={steps} isConclusion={action !== null && index === onLine.length - 1} />)}
        {action !== null && (
          <li className={styles.step} data-kind="action" data-linked tabIndex={0}>
            <span className={styles.dot} aria-hidden>&gt;</span>
            <div className={styles.body}>
              <p className={styles.facts}>{words.action}</p>
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
  /** The last before the action. */
  readonly isConclusion: boolean
}

function Step({ step, steps, isConclusion }: StepProps) {
  if (step.kind !== 'thought') {
    return (
      <li className={styles.step} data-kind="model" data-linked={isConclusion || undefined}>
        <span className={styles.dot} />
        <div className={styles.body}>
          <p className={styles.facts}>{step.kind === 'model_reasoning' ? words.modelReasoning : words.modelText}</p>
          <Prose text={step.text} />
        </div>
      </li>
    )
  }
  const { number, total, revises, revisedIn, branchId, branchFrom, text, status } = step
  return (
    <li className={styles.step} data-kind="thought" data-thought={number} tabIndex={-1} data-branch={branchId !== null || undefined} data-revised={revisedIn !== null || undefined} data-linked={isConclusion || undefined}>
      <span className={styles.dot} aria-hidden>{number}</span>
      <div className={styles.body}>
        <p className={styles.facts}>
          <span>{words.thoughtOf(number, total)}</span>
          {revises !== null && <button type="button" className={styles.link} onClick={goToThought(revises)}>{words.revises(revises)}</button>}
          {revisedIn !== null && <button type="button" className={styles.link} onClick={goToThought(revisedIn)}>{words.revisedIn(revisedIn)}</button>}
          {branchId !== null && <span>{words.branch(branchId, branchFrom)}</span>}
        </p>
        <Prose text={text} />
        {revises !== null && <Revision before={textOf(steps, revises)} after={text} />}
        {(status === 'failed' || status === 'timeout') && <p className={styles.failure}>{words.thoughtFailed}</p>}
      </div>
    </li>
  )
}

/** From a thought to the one that it is about, in the same chain. */
const goToThought = (number: number) => ({ currentTarget }: MouseEvent) => currentTarget.closest('ol')?.querySelector<HTMLElement>(`[data-thought="${number}"]`)?.focus()

/** Word by word, for who asks. */
function Revision({ before, after }: { readonly before: string | null; readonly after: string }) {
  if (before === null) return null
  return (
    <details className={styles.revision}>
      <summary>{words.whatChanged}</summary>
      <WordDiff before={before} after={after} />
    </details>
  )
}

/** The thought of that number as it first was. */
function textOf(steps: readonly ThinkingStep[], number: number): string | null {
  return steps.find((step) => step.kind === 'thought' && step.number === number)?.text ?? null
}

/** More branches than this are an overview of their own. */
const MOST_TABS = 3

function branchesOf(steps: readonly ThinkingStep[]): readonly string[] {
  return [...new Set(steps.flatMap((step) => (step.kind === 'thought' && step.branchId !== null ? [step.branchId] : [])))]
}

/** The thought that a branch leaves from, and the branch that thought is on; null for the main line. */
function rootOf(steps: readonly ThinkingStep[], branch: string): { readonly from: number | null; readonly parent: string | null } {
  const thoughts = steps.filter((step) => step.kind === 'thought')
  const first = thoughts.findIndex(({ branchId }) => branchId === branch)
  const from = thoughts[first]?.branchFrom ?? null
  return { from, parent: thoughts.slice(0, first).findLast(({ number }) => number === from)?.branchId ?? null }
}

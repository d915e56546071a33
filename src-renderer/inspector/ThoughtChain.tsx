import { type ThinkingStep } from '@shared/episode/thoughts'
import { useState } from 'react'
import { Prose } from '../ui/Prose'
import { strings } from '../ui/strings'
import styles from './ThoughtChain.module.css'

const words = strings.inspector

/**
 * A chain of thoughts with a rail of numbered dots. A straight chain, by far the common case, has nothing but that. A branch is set
 * in; several branches get a tab each, and the line of thoughts through the chosen one is shown.
 */
export function ThoughtChain({ steps }: { readonly steps: readonly ThinkingStep[] }) {
  const branches = branchesOf(steps)
  const [chosen, choose] = useState<string | null>(null)
  const branch = chosen ?? branches.at(-1) ?? null
  const onLine = steps.filter((step) => step.kind !== 'thought' || step.branchId === null || step.branchId === branch)
  return (
    <div className={styles.chain}>
      {branches.length > 1 && (
        <div role="group" aria-label={words.branches} className={styles.branches}>
          {branches.map((id) => (
            <button key={id} type="button" className={styles.branch} aria-pressed={id === branch} onClick={() => choose(id)}>{words.branch(id, originOf(steps, id))}</button>
          ))}
        </div>
      )}
      <ol className={styles.steps}>{onLine.map((step, index) => <Step key={step.kind === 'thought' ? step.callId : `${step.kind} ${index}`} step={step} />)}</ol>
    </div>
  )
}

function Step({ step }: { readonly step: ThinkingStep }) {
  if (step.kind !== 'thought') {
    return (
      <li className={styles.step} data-kind="model">
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
    <li className={styles.step} data-kind="thought" data-branch={branchId !== null || undefined} data-revised={revisedIn !== null || undefined}>
      <span className={styles.dot} aria-hidden>{number}</span>
      <div className={styles.body}>
        <p className={styles.facts}>
          <span>{words.thoughtOf(number, total)}</span>
          {revises !== null && <span>{words.revises(revises)}</span>}
          {revisedIn !== null && <span>{words.revisedIn(revisedIn)}</span>}
          {branchId !== null && <span>{words.branch(branchId, branchFrom)}</span>}
        </p>
        <Prose text={text} />
        {(status === 'failed' || status === 'timeout') && <p className={styles.failure}>{words.thoughtFailed}</p>}
      </div>
    </li>
  )
}

function branchesOf(steps: readonly ThinkingStep[]): readonly string[] {
  return [...new Set(steps.flatMap((step) => (step.kind === 'thought' && step.branchId !== null ? [step.branchId] : [])))]
}

const originOf = (steps: readonly ThinkingStep[], branch: string): number | null => {
  const first = steps.find((step) => step.kind === 'thought' && step.branchId === branch)
  return first?.kind === 'thought' ? first.branchFrom : null
}

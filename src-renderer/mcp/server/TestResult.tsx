import { ChevronDown, ChevronRight, CircleCheck, CircleDashed, CircleX, X } from 'lucide-react'
import { useState } from 'react'
import type { McpTest, McpTestStep } from '@shared/contract/mcp'
import { Button } from '../../kit/Button'
import { IconButton } from '../../kit/IconButton'
import { formatDuration } from '../../kit/text/format'
import { progressText } from '../../turn/calls/call-text'
import { NoticeList } from '../launch/ServerFault'
import { configStrings as words } from '../strings'
import type { ServerTest } from './server-tests'
import controls from '../../kit/controls.module.css'
import styles from './TestResult.module.css'

const ICONS = { running: CircleDashed, done: CircleCheck, failed: CircleX } as const

interface TestResultProps {
  readonly server: string
  readonly test: ServerTest
  /** Sentences about changes since the end of the test, which may make its result outdated. */
  readonly since?: readonly string[]
  /** True to show a success in one line, because another tab is open or the called tool shows its result. */
  readonly isBrief?: boolean
  /** Whether the view already shows the error of the called tool. */
  readonly hidesCall?: boolean
  readonly onCancel: () => void
  readonly onDismiss: () => void
}

/** The steps of a test with their results. Screen readers announce progress politely and a failure at once. */
export function TestResult({
  server,
  test: { test, refusal, running, cancelled },
  since = [],
  isBrief = false,
  hidesCall = false,
  onCancel,
  onDismiss,
}: TestResultProps) {
  const failure = test?.failure ?? null
  const hasFailed = !running && !cancelled && failure !== null
  const [toggled, setToggled] = useState<boolean | null>(null)
  const isOpen = toggled ?? (since.length === 0 && (failure !== null || !isBrief))
  const Fold = isOpen ? ChevronDown : ChevronRight
  return (
    <section className={styles.result} aria-label={words.testTitle}>
      <header className={styles.header}>
        <IconButton
          icon={Fold}
          label={words.testStages}
          isQuiet
          aria-expanded={isOpen}
          onClick={() => setToggled(!isOpen)}
        />
        <p className={styles.summary} role="status" data-failed={hasFailed || undefined}>
          {hasFailed && <CircleX size={14} strokeWidth={2} aria-hidden />}
          {refusal === null && summaryOf(test, running, cancelled)}
        </p>
        {running ? (
          <Button onClick={onCancel}>{words.cancel}</Button>
        ) : (
          <IconButton icon={X} label={words.dismiss} isQuiet onClick={onDismiss} />
        )}
      </header>
      {since.length > 0 && (
        <p className={styles.since} role="status">
          {since.join(' ')}
        </p>
      )}
      {isOpen && (
        <ol className={styles.steps}>
          {test?.steps.map((step) => (
            <Step key={step.stage} step={step} stopped={!running && step.state === 'running'} />
          ))}
        </ol>
      )}
      {running && test?.progress && <p className={styles.since}>{progressText(test.progress)}</p>}
      {(failure !== null || refusal !== null) && (
        <div role="alert" className={styles.failure}>
          <p className={controls.error}>
            {failure ? words.failedAt(words.stages[failure.stage], failure.error) : refusal}
          </p>
          {failure && <p>{failure.needsSignIn ? words.signInAbove : failure.fix}</p>}
        </div>
      )}
      <NoticeList name={server} notices={test?.notices ?? []} />
      {isOpen && failure && failure.stderr !== '' && (
        <pre className={styles.stderr} tabIndex={0} role="region" aria-label={words.lastWords}>
          {failure.stderr}
        </pre>
      )}
      {!hidesCall && test?.call?.error != null && (
        <p className={controls.error}>{words.callFailed(test.call.tool, test.call.error)}</p>
      )}
    </section>
  )
}

function Step({
  step: { stage, state, ms, result },
  stopped,
}: {
  readonly step: McpTestStep
  readonly stopped: boolean
}) {
  const Icon = ICONS[state]
  return (
    <li className={styles.step} data-state={state}>
      <Icon size={14} strokeWidth={2} role="img" aria-label={stopped ? words.stopped : words.stepState[state]} />
      <span>{words.stages[stage]}</span>
      {state !== 'running' && <span className={styles.time}>{formatDuration(ms)}</span>}
      {result !== null && (
        <span className={styles.detail}>{stage === 'list' ? words.toolCount(Number(result)) : result}</span>
      )}
    </li>
  )
}

function summaryOf(test: McpTest | null, running: boolean, cancelled: boolean): string {
  if (cancelled) return words.cancelled
  const last = test?.steps.findLast(({ state }) => state === 'running')
  if (running) return words.testing(last ? words.stages[last.stage] : '')
  if (test?.failure) return words.testFailedShort
  if (test?.call?.error != null) return words.callFailedShort(test.call.tool, test.call.content !== null)
  return words.works(test?.tools?.length ?? 0)
}

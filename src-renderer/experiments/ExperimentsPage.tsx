import { ArrowLeft, FlaskConical, Plus, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ExperimentRow } from '@shared/contract/experiments'
import { Button } from '../kit/Button'
import { IconButton } from '../kit/IconButton'
import { Strip } from '../kit/layout/Strip'
import { Empty } from '../kit/text/Empty'
import { formatDateTime, formatDay } from '../kit/text/format'
import { hostApi, useHostAbsence, useHostFeed } from '../session/connection/connection-store'
import {
  followExperiments,
  leaveExperiments,
  openExperiments,
  scrolledTo,
  useExperiments,
} from '../session/experiments/experiments-store'
import { HelpButton } from '../session/help/Explain'
import { HELP } from '../session/help/help-places'
import { focusRegion } from '../session/view/regions'
import { DeleteExperiment } from './DeleteExperiment'
import { NewExperiment } from './NewExperiment'
import { ShownExperimentView } from './ShownExperimentView'
import { experimentStrings as words, stateWord } from './strings'
import styles from './ExperimentsPage.module.css'

export function ExperimentsPage() {
  const name = useExperiments(({ open }) => open?.name ?? null)
  const failure = useExperiments((experiments) => experiments.failure)
  const isEmpty = useExperiments(({ rows }) => rows?.length === 0)
  const [isMaking, setIsMaking] = useState(false)
  useHostFeed(
    useCallback((api, signal) => followExperiments(api, name, signal), [name]),
    (reason) => useExperiments.setState({ failure: reason }),
  )
  useEffect(() => {
    document.title = words.windowTitle(name ?? words.title)
    focusRegion('story')
  }, [name])
  return (
    <div className={styles.page} data-region="story" tabIndex={-1}>
      <header className={styles.header}>
        <Button onClick={leaveExperiments}>
          <ArrowLeft size={15} strokeWidth={1.75} aria-hidden />
          {name === null ? words.back : words.all}
        </Button>
        <h1 className={styles.heading}>{name ?? words.title}</h1>
        {name === null && !isEmpty && (
          <Button onClick={() => setIsMaking(true)}>
            <Plus size={15} strokeWidth={1.75} aria-hidden />
            {words.create.open}
          </Button>
        )}
        <HelpButton about={words.title} at={HELP.experiments} />
      </header>
      {failure !== null && <Strip text={failure}>{null}</Strip>}
      {name === null ? (
        <div {...BODY}>{isEmpty ? <NoExperiments onMake={() => setIsMaking(true)} /> : <AllExperiments />}</div>
      ) : (
        <Report key={name} name={name} />
      )}
      {isMaking && <NewExperiment repeated={null} onClose={() => setIsMaking(false)} />}
    </div>
  )
}

/** With the focus here, keys scroll the page. */
const BODY = { className: styles.body, tabIndex: 0, 'data-first-stop': true }

/** Is scrolled to where the user left it, once its content is received. */
function Report({ name }: { readonly name: string }) {
  const body = useRef<HTMLDivElement>(null)
  const isReceived = useExperiments(({ shown }) => shown !== null)
  useLayoutEffect(() => {
    if (isReceived) body.current?.scrollTo({ top: scrolledTo.get(name) ?? 0 })
  }, [name, isReceived])
  return (
    <div {...BODY} ref={body} onScroll={({ currentTarget }) => scrolledTo.set(name, currentTarget.scrollTop)}>
      <ShownExperimentView />
    </div>
  )
}

/** Explains the purpose and the steps of an experiment. */
function NoExperiments({ onMake }: { readonly onMake: () => void }) {
  return (
    <div className={styles.none}>
      <FlaskConical size={32} strokeWidth={1.5} aria-hidden />
      <h2>{words.none.title}</h2>
      <p>{words.none.what}</p>
      <ol>
        {words.none.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Button look="primary" onClick={onMake}>
        <Plus size={15} strokeWidth={1.75} aria-hidden />
        {words.create.open}
      </Button>
    </div>
  )
}

function AllExperiments() {
  const rows = useExperiments((experiments) => experiments.rows)
  const [deleted, setDeleted] = useState<string | null>(null)
  if (rows === null) return <Empty>{hostApi() === null ? null : words.reading}</Empty>
  return (
    <>
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={row.name} className={styles.item}>
            <Row row={row} />
            <IconButton
              icon={Trash2}
              label={words.delete.of(row.name)}
              isQuiet
              disabled={row.isRunning}
              onClick={() => setDeleted(row.name)}
            />
          </li>
        ))}
      </ul>
      {deleted !== null && <DeleteExperiment name={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}

function Row({ row }: { readonly row: ExperimentRow }) {
  const { name, progress, startedAt, arms } = row
  const facts = [
    stateWord(row, useHostAbsence() !== null),
    ...(progress === null ? [] : [words.played(progress.done, progress.planned)]),
    ...(arms.length === 0 ? [] : [words.arms(arms)]),
  ]
  return (
    <button type="button" className={styles.row} onClick={() => openExperiments(name)}>
      <span className={styles.name}>{name}</span>
      {startedAt !== null && (
        <time className={styles.date} dateTime={startedAt} title={words.started(formatDateTime(startedAt))}>
          {formatDay(startedAt)}
        </time>
      )}
      <span className={styles.second}>{facts.join(' · ')}</span>
      {progress !== null && <progress value={progress.done} max={Math.max(1, progress.planned)} aria-hidden />}
    </button>
  )
}

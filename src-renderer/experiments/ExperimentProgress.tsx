import { ChevronDown, FileDown } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import type { ExperimentRow, ShownExperiment } from '@shared/contract/experiments'
import { REPORT_FORMATS } from '@shared/experiments/report-formats'
import { MEASURE_WORDS } from '@shared/experiments/report-text'
import { Button } from '../kit/Button'
import { Menu } from '../kit/overlay/Menu'
import {
  type ExperimentText,
  exportExperiment,
  readExperimentText,
  resumeExperiment,
  steerExperiment,
} from '../session/host/experiment-commands'
import { DeleteExperiment } from './DeleteExperiment'
import { NewExperiment } from './NewExperiment'
import { experimentStrings as words, isPausing, stateWord } from './strings'
import styles from './ShownExperimentView.module.css'

/**
 * The row with the requested state until the run reports a state, because the run checks for requests every few
 * seconds.
 */
function useSteered(row: ExperimentRow): readonly [ExperimentRow, (wish: 'run' | 'pause') => void] {
  const { name, progress, isRunning } = row
  const [wish, setWish] = useState<'run' | 'pause' | null>(null)
  const isPaused = progress?.state === 'paused'
  if (wish !== null && (!isRunning || isPaused === (wish === 'pause'))) setWish(null)
  const steer = (to: 'run' | 'pause') => {
    setWish(to)
    void steerExperiment(name, to)
  }
  if (wish === null || progress === null) return [row, steer]
  return [{ ...row, progress: { ...progress, state: wish === 'pause' ? 'paused' : 'running' } }, steer]
}

/** Progress and cost of an experiment, and the buttons that control it. */
export function ExperimentProgress({
  row: read,
  shown,
}: {
  readonly row: ExperimentRow
  readonly shown: ShownExperiment
}) {
  const [row, steer] = useSteered(read)
  const { progress, isRunning } = row
  const { report, seeds, budget } = shown
  if (progress === null)
    return (
      <div className={styles.progress}>
        <p className={styles.second}>{words.notStarted}</p>
        <Steering row={row} steer={steer} />
      </div>
    )
  const { done, planned, failed, playing, left_ms: left, reason } = progress
  const parts = [
    stateWord(progress, isRunning),
    words.played(done, planned),
    ...(failed > 0 ? [words.failed(failed)] : []),
    ...(isRunning && playing.length > 0 && !isPausing(progress, isRunning) ? [words.playing(playing.length)] : []),
    ...(isRunning && left !== null && done < planned ? [words.left(left)] : []),
  ]
  return (
    <div className={styles.progress}>
      <p className={styles.line} role="status">
        {parts.join(' · ')}
      </p>
      <progress
        className={styles.bar}
        value={done}
        max={Math.max(1, planned)}
        aria-label={words.played(done, planned)}
      />
      {reason !== null && !SELF_EXPLAINED.has(progress.end ?? '') && <p className={styles.second}>{reason}</p>}
      <p className={styles.second}>
        {[
          MEASURE_WORDS[report.primary],
          words.seeds(seeds),
          ...budget.map(({ of, spent, most }) => words.budget[of](spent, most)),
        ].join(' · ')}
      </p>
      <Steering row={row} steer={steer} />
    </div>
  )
}

/** Kinds of end that the first line already explains. */
const SELF_EXPLAINED: ReadonlySet<string> = new Set(['cancelled', 'interrupted'])

interface SteeringProps {
  readonly row: ExperimentRow
  readonly steer: (wish: 'run' | 'pause') => void
}

/** Buttons for the actions that are possible now. */
function Steering({ row: { name, isRunning, progress }, steer }: SteeringProps) {
  const [repeated, setRepeated] = useState<ExperimentText | null>(null)
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <div className={styles.buttons}>
      {isRunning && progress?.state === 'paused' && <Button onClick={() => steer('run')}>{words.resume}</Button>}
      {isRunning && progress?.state !== 'paused' && (
        <Button title={words.pauseHint} onClick={() => steer('pause')}>
          {words.pause}
        </Button>
      )}
      {isRunning && (
        <Button title={words.cancelHint} onClick={() => void steerExperiment(name, 'cancel')}>
          {words.cancel}
        </Button>
      )}
      {!isRunning && (progress === null || progress.done < progress.planned) && (
        <Button title={words.continueHint} onClick={() => void resumeExperiment(name)}>
          {words.continue}
        </Button>
      )}
      <Button title={words.repeatHint} onClick={() => void readExperimentText(name, setRepeated)}>
        {words.repeat}
      </Button>
      <ExportReport name={name} />
      {!isRunning && <Button onClick={() => setIsDeleting(true)}>{words.delete.open}</Button>}
      {isDeleting && <DeleteExperiment name={name} onClose={() => setIsDeleting(false)} />}
      {repeated !== null && <NewExperiment repeated={repeated} onClose={() => setRepeated(null)} />}
    </div>
  )
}

/** A menu, because in a select an arrow key would already choose. */
function ExportReport({ name }: { readonly name: string }) {
  const [at, setAt] = useState<{ readonly x: number; readonly y: number } | null>(null)
  const open = ({ currentTarget }: MouseEvent) => {
    const { left, bottom } = currentTarget.getBoundingClientRect()
    setAt({ x: left, y: bottom + 4 })
  }
  const items = REPORT_FORMATS.map((format) => ({
    label: words.formats[format],
    icon: FileDown,
    run: () => exportExperiment(name, format),
  }))
  return (
    <>
      <Button aria-haspopup="menu" aria-expanded={at !== null} onClick={open}>
        {words.export}
        <ChevronDown size={15} strokeWidth={1.75} aria-hidden />
      </Button>
      {at !== null && <Menu name={words.export} at={at} groups={[items]} onClose={() => setAt(null)} />}
    </>
  )
}

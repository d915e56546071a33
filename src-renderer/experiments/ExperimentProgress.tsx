import { ChevronDown, FileDown } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import type { DesiredState, ExperimentRow, ShownExperiment } from '@shared/contract/experiments'
import { REPORT_FORMATS } from '@shared/experiments/report-formats'
import { MEASURE_WORDS } from '@shared/experiments/report-text'
import { useKeptFocus } from '../kit/browser/use-kept-focus'
import { Menu } from '../kit/overlay/Menu'
import { useHostAbsence } from '../session/connection/connection-store'
import { HostButton } from '../session/connection/HostButton'
import { useEpisodeList } from '../session/episodes/episodes-store'
import {
  type ExperimentText,
  exportExperiment,
  readExperimentText,
  resumeExperiment,
  steerExperiment,
} from '../session/host/experiment-commands'
import { setView } from '../session/view/view-store'
import { DeleteExperiment } from './DeleteExperiment'
import { NewExperiment } from './NewExperiment'
import { experimentStrings as words, explanationOf, isPausing, stateWord } from './strings'
import { isOngoing, unitState } from './unit-state'
import styles from './ShownExperimentView.module.css'

/**
 * The user's request until the run reports the requested state, or null. The run checks for requests every few seconds.
 */
function useRequest({ name, progress, isRunning }: ExperimentRow) {
  const [wish, setWish] = useState<DesiredState | null>(null)
  const isPaused = progress?.state === 'paused'
  if (wish !== null && (!isRunning || (wish !== 'cancel' && isPaused === (wish === 'pause')))) setWish(null)
  const steer = (to: DesiredState) => {
    setWish(to)
    void steerExperiment(name, to, () => setWish(null))
  }
  return [wish, steer] as const
}

/** Progress and cost of an experiment, and the buttons that control it. `shown` is null until its report is read. */
export function ExperimentProgress({
  row,
  shown,
}: {
  readonly row: ExperimentRow
  readonly shown: ShownExperiment | null
}) {
  const [wish, steer] = useRequest(row)
  const isAway = useHostAbsence() !== null
  const { progress } = row
  const isLive = isOngoing(row) && !isAway
  const interrupted = useInterrupted(shown)
  /** When the run that the user continued recorded its end. */
  const [continuedAt, setContinuedAt] = useState<string | null>(null)
  const isStarting = row.isRunning && !isAway && progress?.state === 'ended' && progress.at === continuedAt
  const known = isStarting ? words.starting : stateWord(row, isAway)
  const state = wish !== null && isLive ? words.requested[wish] : known
  const resume = () => {
    setContinuedAt(progress?.at ?? null)
    void resumeExperiment(row.name)
  }
  const steering = (
    <Steering
      row={row}
      wish={wish}
      steer={steer}
      resume={resume}
      hasModel={shown?.report.arms.some(({ mind }) => mind !== null) ?? false}
    />
  )
  if (progress === null) {
    return (
      <div className={styles.progress}>
        <p className={styles.line} role="status">
          {row.isRunning ? state : (playedBy(shown) ?? '\u00a0')}
        </p>
        {steering}
      </div>
    )
  }
  const { done, planned, failed, playing, left_ms: left } = progress
  const stalled = playing.filter((unit) => unit.waits_for !== undefined).length
  const played = playing.length - stalled
  const explanation = explanationOf(row)
  const parts = [
    state,
    words.played(done, planned),
    ...(failed > 0 ? [words.failed(failed)] : []),
    ...(isLive && played > 0 && (wish !== null || !isPausing(row)) ? [words.playing(played)] : []),
    ...(isLive && stalled > 0 ? [words.stalled(stalled)] : []),
    ...(!isOngoing(row) && interrupted > 0 ? [words.interrupted(interrupted)] : []),
    // The estimate assumes that further episodes start.
    ...(isLive && wish === null && progress.state !== 'paused' && left !== null && done < planned
      ? [words.left(left)]
      : []),
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
      {explanation !== null && !isStarting && <p className={styles.second}>{explanation}</p>}
      <p className={styles.second}>
        {/* Until the report is read, its line is empty, so that the buttons do not move later. */}
        {shown === null
          ? '\u00a0'
          : [
              MEASURE_WORDS[shown.report.primary],
              words.seeds(shown.seeds),
              ...shown.budget.map(({ of, spent, most }) => words.budget[of](spent, most)),
            ].join(' · ')}
      </p>
      {steering}
    </div>
  )
}

/** The number of begun episodes without a result, once nothing plays them. */
function useInterrupted(shown: ShownExperiment | null): number {
  const units = shown?.grid.flatMap((row) => row.units) ?? []
  return useEpisodeList(({ entries }) => {
    const states = units.map((unit) => unitState(unit, entries.get(unit.episode), false).state)
    return states.filter((state) => state === 'interrupted' || state === 'paused').length
  })
}

/** The number of played episodes, from the report. Results that were copied without their progress have only this. */
function playedBy(shown: ShownExperiment | null): string | null {
  if (shown === null) return null
  const { done, planned } = shown.report
  return done === 0 ? words.notStarted : words.played(done, planned)
}

interface SteeringProps {
  readonly row: ExperimentRow
  readonly wish: DesiredState | null
  readonly steer: (wish: DesiredState) => void
  readonly resume: () => void
  /** Whether a model plays an arm, which may have failed because of the settings. */
  readonly hasModel: boolean
}

/** Buttons for the actions that are possible now. The buttons at the end stay in place when those of a run change. */
function Steering({ row: { name, isRunning, progress }, wish, steer, resume, hasModel }: SteeringProps) {
  const keptFocus = useKeptFocus()
  const [opened, setOpened] = useState<{ readonly text: ExperimentText; readonly isContinued: boolean } | null>(null)
  const open = (isContinued: boolean) => void readExperimentText(name, (text) => setOpened({ text, isContinued }))
  const [isDeleting, setIsDeleting] = useState(false)
  const isPaused = wish === 'pause' || (wish !== 'run' && progress?.state === 'paused')
  return (
    <div className={styles.buttons}>
      <div className={styles.group} {...keptFocus}>
        {/* One button, which keeps the focus. */}
        {isRunning && (
          <HostButton title={isPaused ? undefined : words.pauseHint} onClick={() => steer(isPaused ? 'run' : 'pause')}>
            {isPaused ? words.resume : words.pause}
          </HostButton>
        )}
        {isRunning && (
          <HostButton title={words.cancelHint} onClick={() => steer('cancel')}>
            {words.cancel}
          </HostButton>
        )}
        {!isRunning &&
          (progress === null || progress.done < progress.planned) &&
          // Another run with the same budget would end at once.
          (progress?.end === 'budget' ? (
            <HostButton title={words.raiseBudgetHint} onClick={() => open(true)}>
              {words.raiseBudget}
            </HostButton>
          ) : (
            <HostButton title={words.continueHint} onClick={resume}>
              {words.continue}
            </HostButton>
          ))}
        {!isRunning && hasModel && progress?.end === 'failed' && (
          <HostButton
            title={words.openSettingsHint}
            onClick={() => setView({ dialog: 'settings', settingsAt: { page: 'model', path: null } })}
          >
            {words.openSettings}
          </HostButton>
        )}
      </div>
      <div className={styles.group}>
        {!isRunning && <HostButton onClick={() => setIsDeleting(true)}>{words.delete.open}</HostButton>}
        <HostButton title={words.repeatHint} onClick={() => open(false)}>
          {words.repeat}
        </HostButton>
        <ExportReport name={name} />
      </div>
      {isDeleting && <DeleteExperiment name={name} onClose={() => setIsDeleting(false)} />}
      {opened !== null && (
        <NewExperiment repeated={opened.text} isContinued={opened.isContinued} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}

/** A menu instead of a select, in which an arrow key would already choose a format. */
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
      <HostButton aria-haspopup="menu" aria-expanded={at !== null} onClick={open}>
        {words.export}
        <ChevronDown size={15} strokeWidth={1.75} aria-hidden />
      </HostButton>
      {at !== null && <Menu name={words.export} at={at} groups={[items]} onClose={() => setAt(null)} />}
    </>
  )
}

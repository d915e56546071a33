import type { GridUnit, ShownExperiment } from '@shared/contract/experiments'
import { storyTitle } from '@shared/experiments/report'
import { answersOf, ofOneValue } from '@shared/experiments/report-text'
import { Empty } from '../kit/text/Empty'
import { keepPercents } from '../kit/text/format'
import { useHostAbsence } from '../session/connection/connection-store'
import { useEpisodeList } from '../session/episodes/episodes-store'
import { useExperiments } from '../session/experiments/experiments-store'
import { Figure } from './Drawing'
import { ExperimentProgress } from './ExperimentProgress'
import { Figures } from './Figures'
import { armName, ArmTable, ContrastTable, KnownBeforeTable, linkTo, Pairs } from './ReportTables'
import { experimentStrings as words } from './strings'
import { isOngoing, unitState } from './unit-state'
import arms from './Drawing.module.css'
import styles from './ShownExperimentView.module.css'

/** Number of sentences about differences that are not folded. */
const MAX_ANSWERS = 6

export function ShownExperimentView() {
  const shown = useExperiments((experiments) => experiments.shown)
  const row = useExperiments(({ rows, open }) => rows?.find(({ name }) => name === open?.name))
  const failure = useExperiments((experiments) => experiments.failure)
  const isAway = useHostAbsence() !== null
  const isReading = shown === null && failure === null && !isAway
  if (row === undefined && shown === null) return isReading ? <Empty>{words.reading}</Empty> : null
  return (
    <>
      <div className={styles.answers}>
        {isReading && <p className={styles.second}>{words.readingReport}</p>}
        {shown !== null && <Answers report={shown.report} />}
      </div>
      {row !== undefined && <ExperimentProgress row={row} shown={shown} />}
      {shown !== null && <Report shown={shown} isRun={row !== undefined && isOngoing(row)} />}
    </>
  )
}

function Answers({ report }: Pick<ShownExperiment, 'report'>) {
  const sentences = answersOf(report).map((answer) => <p key={answer}>{keepPercents(answer)}</p>)
  const folded = sentences.slice(MAX_ANSWERS)
  return (
    <>
      {sentences.slice(0, MAX_ANSWERS)}
      {folded.length > 0 && (
        <details>
          <summary className={styles.fold}>{words.moreAnswers(folded.length)}</summary>
          <div className={styles.answers}>{folded}</div>
        </details>
      )}
    </>
  )
}

interface ReportProps {
  readonly shown: ShownExperiment
  readonly isRun: boolean
}

function Report({ shown, isRun }: ReportProps) {
  const { report, overall, byStory } = shown
  return (
    <>
      {report.notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      <OneValueCells report={report} />
      <Section title={words.section.arms}>
        <ArmTable report={report} order={shown.arms} />
      </Section>
      {report.contrasts.length > 0 && (
        <Section title={words.section.contrasts}>
          <ContrastTable report={report} />
        </Section>
      )}
      <Section title={words.section.grid}>
        <Grid shown={shown} isRun={isRun} />
      </Section>
      <Plots title={words.section.overall} plots={overall} />
      {byStory.map(({ title, plots }) => (
        <Plots key={title} title={title} plots={plots} />
      ))}
      {shown.arms.length * report.handicaps.length > 1 && (
        <Section title={words.section.pairs}>
          <Pairs report={report} order={shown.arms} />
        </Section>
      )}
      {report.known_before.length > 0 && (
        <Section title={words.section.knownBefore}>
          <KnownBeforeTable report={report} order={shown.arms} />
        </Section>
      )}
      {report.missing.length > 0 && (
        <Section title={words.section.missing(report.missing.length)}>
          <Figures
            head={[words.column.arm, words.column.story, words.column.handicap, words.column.seed, words.column.reason]}
            rows={report.missing
              .slice(0, 200)
              .map(({ arm, story, handicap, seed, repeat, reason }) => [
                arm,
                storyTitle(report, story),
                handicap,
                words.seed(seed, repeat),
                reason,
              ])}
          />
        </Section>
      )}
    </>
  )
}

/** The cells that the last note counts. */
function OneValueCells({ report }: Pick<ShownExperiment, 'report'>) {
  const cells = ofOneValue(report)
  if (cells.length === 0) return null
  return (
    <details className={styles.noted}>
      <summary className={styles.fold}>{words.combinations(cells.length)}</summary>
      <ul>
        {cells.map((cell) => (
          <li key={cell}>{cell}</li>
        ))}
      </ul>
    </details>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  )
}

function Plots({ title, plots }: { readonly title: string; readonly plots: ShownExperiment['overall'] }) {
  if (plots.length === 0) return null
  return (
    <Section title={title}>
      <div className={styles.plots}>
        {plots.map((plot) => (
          <Figure key={plot.title} plot={plot} />
        ))}
      </div>
    </Section>
  )
}

/** One row for each arm and story, one square for each planned episode. */
function Grid({ shown, isRun }: Pick<ReportProps, 'shown' | 'isRun'>) {
  const { grid, arms: order, report } = shown
  return (
    <>
      <p className={styles.second}>{words.gridHint}</p>
      <ul className={styles.legend} aria-label={words.legendName}>
        {LEGEND.map((state) => (
          <li key={state}>
            {(state === 'played' ? [0, 0.5, 1] : [0]).map((share) => (
              <span key={share} className={styles.square} data-state={state} aria-hidden>
                {state === 'played' && <Fill share={share} />}
              </span>
            ))}
            {words.legend[state]}
          </li>
        ))}
      </ul>
      <div className={styles.grid}>
        {grid.map(({ arm, story, handicap, units }) => (
          <div key={`${story} ${handicap} ${arm}`} className={styles.gridRow}>
            <span className={styles.gridName} title={arm}>
              {armName(arm, order)}
            </span>
            <span className={styles.gridName} title={storyTitle(report, story)}>
              {storyTitle(report, story)}
            </span>
            <span>{report.handicaps.length > 1 && handicap}</span>
            <span className={`${styles.squares} ${arms[`arm${order.indexOf(arm) % 8}`]}`}>
              {units.map((unit) => (
                <Square key={`${unit.seed} ${unit.repeat}`} unit={unit} isRun={isRun} />
              ))}
            </span>
          </div>
        ))}
      </div>
    </>
  )
}

const LEGEND = ['played', 'noValue', 'playing', 'stalled', 'interrupted', 'waiting', 'failed'] as const

function Square({ unit, isRun }: { readonly unit: GridUnit; readonly isRun: boolean }) {
  const { seed, repeat, value, reason, share, episode } = unit
  const entry = useEpisodeList(({ entries }) => entries.get(episode))
  const { state, turns } = unitState(unit, entry, isRun)
  const isContinued = (state === 'played' || state === 'noValue') && (entry?.summary?.turns ?? 0) > turns
  const said = `${words.seed(seed, repeat)}: ${words.unit[state](value, turns)}`
  const label = [said, reason, isContinued ? words.continued : null].filter((part) => part !== null).join('. ')
  const attributes = { className: styles.square, 'data-state': state, title: label, 'aria-label': label }
  if (entry === undefined && (state === 'waiting' || state === 'starting' || state === 'stalled' || state === 'failed'))
    return <span {...attributes} role="img" />
  return (
    <a {...attributes} href={linkTo(episode)}>
      {state === 'played' && <Fill share={share} />}
    </a>
  )
}

const Fill = ({ share }: { readonly share: number }) => (
  <span className={styles.fill} style={{ opacity: 0.2 + 0.8 * share }} />
)

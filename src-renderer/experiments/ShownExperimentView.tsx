import { useState } from 'react'
import type { ExperimentRow, GridUnit, ShownExperiment } from '@shared/contract/experiments'
import type { Bounds, ExperimentReport, UnitFigures } from '@shared/experiments/report'
import { REPORT_FORMATS } from '@shared/experiments/report-formats'
import {
  answersOf,
  chance,
  figure,
  KNOWN_COLUMNS,
  MEASURE_WORDS,
  percent,
  withSign,
} from '@shared/experiments/report-text'
import { Button } from '../kit/Button'
import { Choice } from '../kit/form/fields'
import { Empty } from '../kit/text/Empty'
import { formatCompact, formatCost } from '../kit/text/format'
import { formatAddress, formatComparison } from '../session/episode/links/address'
import { useExperiments } from '../session/experiments/experiments-store'
import { exportExperiment, readExperimentText, resumeExperiment, steerExperiment } from '../session/host/commands'
import { Figure } from './Drawing'
import { renamed } from './experiment-text'
import { Figures, tableOf } from './Figures'
import { NewExperiment } from './NewExperiment'
import { experimentStrings as words, stateWord } from './strings'
import controls from '../kit/controls.module.css'
import arms from './Drawing.module.css'
import styles from './ShownExperimentView.module.css'

/** The rest is in the table of all pairs. */
const MAX_ANSWERS = 6

export function ShownExperimentView() {
  const shown = useExperiments((experiments) => experiments.shown)
  if (shown === null) return <Empty>{words.reading}</Empty>
  const { row, report, overall, byStory } = shown
  return (
    <>
      <div className={styles.answers}>
        {answersOf(report)
          .slice(0, MAX_ANSWERS)
          .map((answer) => (
            <p key={answer}>{answer}</p>
          ))}
      </div>
      <Progress row={row} shown={shown} />
      {report.notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      <Section title={words.section.arms}>
        <ArmTable report={report} order={shown.arms} />
      </Section>
      <Section title={words.section.knownBefore}>
        <KnownBeforeTable report={report} order={shown.arms} />
      </Section>
      {report.contrasts.length > 0 && (
        <Section title={words.section.contrasts}>
          <ContrastTable report={report} />
        </Section>
      )}
      <Section title={words.section.grid}>
        <Grid shown={shown} />
      </Section>
      <Plots title={words.section.overall} plots={overall} />
      {byStory.map(({ title, plots }) => (
        <Plots key={title} title={title} plots={plots} />
      ))}
      <Section title={words.section.pairs}>
        <Pairs report={report} order={shown.arms} />
      </Section>
      {row.progress !== null && row.progress.failed > 0 && (
        <Section title={words.section.missing(report.missing.length)}>
          <Figures
            head={[words.column.arm, words.column.story, words.column.seed, words.column.reason]}
            rows={report.missing
              .slice(0, 200)
              .map(({ arm, story, seed, repeat, reason }) => [arm, story, words.seed(seed, repeat), reason])}
          />
        </Section>
      )}
    </>
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

function Progress({ row, shown }: { readonly row: ExperimentRow; readonly shown: ShownExperiment }) {
  const { progress, isRunning } = row
  const { report, seeds, budget } = shown
  if (progress === null)
    return (
      <div className={styles.progress}>
        <p className={styles.second}>{words.notStarted}</p>
        <Steering row={row} />
      </div>
    )
  const { done, planned, failed, playing, left_ms: left, reason } = progress
  const parts = [
    stateWord(progress, isRunning),
    words.played(done, planned),
    ...(failed > 0 ? [words.failed(failed)] : []),
    ...(isRunning && playing.length > 0 ? [words.playing(playing.length)] : []),
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
      {reason !== null && <p className={styles.second}>{reason}</p>}
      <p className={styles.second}>
        {[
          MEASURE_WORDS[report.primary],
          words.seeds(seeds),
          ...budget.map(({ of, spent, most }) => words.budget[of](spent, most)),
        ].join(' · ')}
      </p>
      <Steering row={row} />
    </div>
  )
}

/** Buttons for the actions that the experiment permits now. */
function Steering({ row: { name, isRunning, progress } }: { readonly row: ExperimentRow }) {
  const [repeated, setRepeated] = useState<string | null>(null)
  return (
    <div className={styles.buttons}>
      {isRunning && progress?.state === 'paused' && (
        <Button onClick={() => void steerExperiment(name, 'run')}>{words.resume}</Button>
      )}
      {isRunning && progress?.state !== 'paused' && (
        <Button title={words.pauseHint} onClick={() => void steerExperiment(name, 'pause')}>
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
      <Button
        title={words.repeatHint}
        onClick={() => void readExperimentText(name, (text) => setRepeated(renamed(text)))}
      >
        {words.repeat}
      </Button>
      <Choice
        aria-label={words.export}
        className={controls.choice}
        value=""
        choices={['', ...REPORT_FORMATS]}
        nameOf={(format) => (format === '' ? words.export : words.formats[format])}
        onChoose={(format) => format !== '' && void exportExperiment(name, format)}
      />
      {repeated !== null && <NewExperiment text={repeated} onClose={() => setRepeated(null)} />}
    </div>
  )
}

const rangeOf = (bounds: Bounds | null, { primary }: ExperimentReport): string =>
  bounds === null ? words.nothing : words.range(figure(bounds.low, primary), figure(bounds.high, primary))

/** The name in the color of the arm in the plots. */
const armName = (arm: string, order: readonly string[]) => (
  <span className={`${styles.arm} ${arms[`arm${order.indexOf(arm) % 8}`]}`}>{arm}</span>
)

function ArmTable({ report, order }: { readonly report: ExperimentReport; readonly order: readonly string[] }) {
  const { nothing } = words
  return (
    <Figures
      {...tableOf(report.arms, {
        arm: ({ arm }) => armName(arm, order),
        player: ({ player }) => player,
        mind: ({ mind }) => mind ?? nothing,
        disguise: ({ disguise }) => words.disguise[disguise],
        handicap: ({ handicap }) => handicap,
        n: ({ n }) => String(n),
        mean: ({ mean }) => figure(mean, report.primary) || nothing,
        interval: ({ interval }) => rangeOf(interval, report),
        likeThese: ({ interval_like_these: interval }) => rangeOf(interval, report),
        iqm: ({ iqm }) => figure(iqm, report.primary) || nothing,
        wins: ({ wins }) => String(wins),
        deaths: ({ deaths }) => String(deaths),
        tokens: ({ tokens }) => (tokens === 0 ? nothing : formatCompact(tokens)),
        cost: ({ cost_usd: cost }) => (cost === null ? nothing : formatCost(cost)),
        missing: ({ missing }) => String(missing),
      })}
    />
  )
}

/** Three figures for each arm and story; most are not measured without `zorkgpt probe`. */
function KnownBeforeTable({ report, order }: { readonly report: ExperimentReport; readonly order: readonly string[] }) {
  return (
    <Figures
      {...tableOf(report.known_before, {
        arm: ({ arm }) => armName(arm, order),
        story: ({ story }) => story,
        handicap: ({ handicap }) => handicap,
        disguise: ({ disguise }) => words.disguise[disguise],
        recital: KNOWN_COLUMNS.recital,
        blind: KNOWN_COLUMNS['blind score'],
        foreknown: KNOWN_COLUMNS.foreknowledge,
      })}
    />
  )
}

/** Arms against arms, then handicaps against handicaps. */
function ContrastTable({ report }: { readonly report: ExperimentReport }) {
  const { nothing } = words
  return (
    <Figures
      {...tableOf(report.contrasts, {
        one: ({ one }) => one,
        other: ({ other }) => other,
        within: ({ within }) => within,
        pairs: ({ pairs }) => String(pairs),
        difference: ({ difference }) => withSign(difference, report.primary) || nothing,
        interval: ({ interval }) => rangeOf(interval, report),
        likeThese: ({ interval_like_these: interval }) => rangeOf(interval, report),
        p: ({ p_holm: p }) => (p === null ? nothing : chance(p)),
        improves: ({ probability_of_improvement: share }) => (share === null ? nothing : percent(share)),
        correlation: ({ correlation }) => (correlation === null ? nothing : correlation.toFixed(2)),
        seedsMissing: ({ seeds_missing: seeds }) => (seeds === null ? nothing : String(seeds)),
      })}
    />
  )
}

const linkTo = (episodeId: string): string => formatAddress({ episodeId, playhead: 'live' })

/** One row for each arm and story, one square for each planned episode. */
function Grid({ shown: { grid, arms: order, report } }: { readonly shown: ShownExperiment }) {
  const several = report.handicaps.length > 1
  return (
    <>
      <p className={styles.second}>{words.gridHint}</p>
      <div className={styles.grid}>
        {grid.map(({ arm, story, handicap, units }) => (
          <div key={`${story} ${handicap} ${arm}`} className={styles.gridRow}>
            <span className={styles.gridName}>
              {armName(arm, order)} {several ? `${story} · ${handicap}` : story}
            </span>
            <span className={`${styles.squares} ${arms[`arm${order.indexOf(arm) % 8}`]}`}>
              {units.map((unit) => (
                <Square key={`${unit.seed} ${unit.repeat}`} unit={unit} />
              ))}
            </span>
          </div>
        ))}
      </div>
    </>
  )
}

function Square({ unit }: { readonly unit: GridUnit }) {
  const { state, seed, repeat, value, turns, share, episode } = unit
  const label = `${words.seed(seed, repeat)}: ${words.unit[state](value, turns)}`
  const style = share === null ? undefined : { opacity: 0.2 + 0.8 * share }
  if (state === 'waiting' || state === 'failed')
    return <span className={styles.square} data-state={state} title={label} role="img" aria-label={label} />
  return (
    <a className={styles.square} data-state={state} href={linkTo(episode)} title={label} aria-label={label}>
      <span className={styles.fill} style={style} />
    </a>
  )
}

/** Two arms seed by seed: both episodes, their difference, and a link to their comparison. */
function Pairs({ report, order }: { readonly report: ExperimentReport; readonly order: readonly string[] }) {
  const [left, setLeft] = useState(order.find((arm) => arm !== report.baseline) ?? order[0] ?? '')
  const [right, setRight] = useState(report.baseline)
  const { column, nothing } = words
  const others = new Map(report.units.filter(({ arm }) => arm === right).map((unit) => [pairKey(unit), unit]))
  const pairs = report.units.flatMap((unit) => {
    const against = unit.arm === left ? others.get(pairKey(unit)) : undefined
    return against === undefined ? [] : [{ unit, against }]
  })
  const value = (unit: UnitFigures) => (
    <a href={linkTo(unit.episode)}>{figure(unit.value, report.primary) || nothing}</a>
  )
  const choice = (label: string, chosen: string, choose: (arm: string) => void) => (
    <label className={styles.choice}>
      {label}
      <select className={controls.choice} value={chosen} onChange={(event) => choose(event.target.value)}>
        {order.map((arm) => (
          <option key={arm}>{arm}</option>
        ))}
      </select>
    </label>
  )
  return (
    <>
      <div className={styles.buttons}>
        {choice(words.choose.left, left, setLeft)}
        {choice(words.choose.right, right, setRight)}
      </div>
      <Figures
        head={[column.story, column.handicap, column.seed, left, right, column.difference, column.compare]}
        rows={pairs.map(({ unit, against }) => [
          unit.story,
          unit.handicap,
          words.seed(unit.seed, unit.repeat),
          value(unit),
          value(against),
          unit.value === null || against.value === null
            ? nothing
            : withSign(unit.value - against.value, report.primary),
          <a key="both" href={formatComparison({ ids: { a: unit.episode, b: against.episode }, at: null })}>
            {words.compareBoth}
          </a>,
        ])}
      />
    </>
  )
}

const pairKey = ({ story, handicap, seed, repeat }: UnitFigures): string =>
  JSON.stringify([story, handicap, seed, repeat])

import { pairKey } from '@shared/experiments/plots/difference-plots'
import { type Bounds, cellName, type ExperimentReport, storyTitle, type UnitFigures } from '@shared/experiments/report'
import { chance, difference, differenceRange, figure, KNOWN_COLUMNS, percent } from '@shared/experiments/report-text'
import { formatCompact, formatCost } from '../kit/text/format'
import { formatAddress, formatComparison } from '../session/episode/links/address'
import { choosePair, useExperiments } from '../session/experiments/experiments-store'
import { Figures, tableOf } from './Figures'
import { experimentStrings as words } from './strings'
import controls from '../kit/controls.module.css'
import arms from './Drawing.module.css'
import styles from './ShownExperimentView.module.css'

const rangeOf = (bounds: Bounds | null, { primary }: ExperimentReport): string =>
  bounds === null ? words.nothing : words.range(figure(bounds.low, primary), figure(bounds.high, primary))

/** The name of an arm in its color in the plots. */
export const armName = (arm: string, order: readonly string[]) => (
  <span className={`${styles.arm} ${arms[`arm${order.indexOf(arm) % 8}`]}`}>{arm}</span>
)

export function ArmTable({ report, order }: { readonly report: ExperimentReport; readonly order: readonly string[] }) {
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

/** Measures of prior knowledge for each arm and story. Without `zorkgpt probe`, most of them are unknown. */
export function KnownBeforeTable({
  report,
  order,
}: {
  readonly report: ExperimentReport
  readonly order: readonly string[]
}) {
  return (
    <Figures
      {...tableOf(report.known_before, {
        arm: ({ arm }) => armName(arm, order),
        story: ({ story }) => storyTitle(report, story),
        handicap: ({ handicap }) => handicap,
        disguise: ({ disguise }) => words.disguise[disguise],
        recital: KNOWN_COLUMNS.recital,
        blind: KNOWN_COLUMNS['blind score'],
        foreknown: KNOWN_COLUMNS.foreknowledge,
      })}
    />
  )
}

/** Differences between arms, then between handicaps. */
export function ContrastTable({ report }: { readonly report: ExperimentReport }) {
  const { nothing } = words
  return (
    <Figures
      {...tableOf(report.contrasts, {
        one: ({ one }) => one,
        other: ({ other }) => other,
        within: ({ within }) => within,
        pairs: ({ pairs }) => String(pairs),
        difference: (pair) => difference(pair.difference, report.primary),
        interval: ({ interval }) => differenceRange(interval, report.primary),
        likeThese: ({ interval_like_these: interval }) => differenceRange(interval, report.primary),
        p: ({ p_holm: p }) => (p === null ? nothing : chance(p)),
        improves: ({ probability_of_improvement: share }) => (share === null ? nothing : percent(share)),
        correlation: ({ correlation }) => (correlation === null ? nothing : correlation.toFixed(2)),
        seedsMissing: ({ seeds_missing: seeds }) => (seeds === null ? nothing : String(seeds)),
      })}
    />
  )
}

export const linkTo = (episodeId: string): string => formatAddress({ episodeId, playhead: 'live' })

/** Two arms or two handicaps, seed by seed: both episodes, their difference, and a link to their comparison. */
export function Pairs({ report, order }: { readonly report: ExperimentReport; readonly order: readonly string[] }) {
  const { experiment, baseline, handicaps, primary } = report
  const nameOf = (cell: Parameters<typeof cellName>[1]) => cellName(report, cell)
  const cells = handicaps.toSorted().flatMap((handicap) => order.map((arm) => ({ arm, handicap })))
  const names = cells.map(nameOf)
  // Without another arm, the highest handicap is compared with the lowest.
  const other = cells.find(({ arm }) => arm !== baseline) ?? cells.at(-1)
  const first = { a: other ? nameOf(other) : '', b: names[order.indexOf(baseline)] ?? '' }
  const chosen = useExperiments((experiments) => experiments.pairs[experiment])
  const isListed = chosen !== undefined && names.includes(chosen.a) && names.includes(chosen.b)
  const { a: left, b: right } = isListed ? chosen : first
  const { column, nothing } = words
  const others = new Map(report.units.filter((unit) => nameOf(unit) === right).map((unit) => [pairKey(unit), unit]))
  const pairs = report.units.flatMap((unit) => {
    const against = nameOf(unit) === left ? others.get(pairKey(unit)) : undefined
    return against === undefined ? [] : [{ unit, against }]
  })
  const value = (unit: UnitFigures) => <a href={linkTo(unit.episode)}>{figure(unit.value, primary) || nothing}</a>
  // The two exchange their places if one is chosen that the other place has.
  const choose = (a: string, b: string) => choosePair(experiment, a === b ? { a: right, b: left } : { a, b })
  const choice = (label: string, chosen: string, onChoose: (cell: string) => void) => (
    <label className={styles.choice}>
      {label}
      <select className={controls.choice} value={chosen} onChange={(event) => onChoose(event.target.value)}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  )
  return (
    <>
      <div className={styles.choices}>
        {choice(words.choose.left, left, (a) => choose(a, right))}
        {choice(words.choose.right, right, (b) => choose(left, b))}
      </div>
      {pairs.length === 0 ? (
        <p className={styles.second}>{words.section.noPairs}</p>
      ) : (
        <Figures
          head={[column.story, column.seed, left, right, column.difference, column.compare]}
          rows={pairs.map(({ unit, against }) => [
            storyTitle(report, unit.story),
            words.seed(unit.seed, unit.repeat),
            value(unit),
            value(against),
            unit.value === null || against.value === null ? nothing : difference(unit.value - against.value, primary),
            <a key="both" href={formatComparison({ ids: { a: unit.episode, b: against.episode }, at: null })}>
              {words.compareBoth}
            </a>,
          ])}
        />
      )}
    </>
  )
}

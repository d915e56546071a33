import { useMemo } from 'react'
import type { Figures, Spent } from '@shared/episode/compare/figures'
import { mapPair, type Pair, SIDES } from '@shared/episode/compare/pair'
import { describeSettings } from '@shared/settings/describe-settings'
import { WordDiff } from '../../kit/diff/WordDiff'
import { formatCost, formatDuration, formatNumber, formatSigned } from '../../kit/text/format'
import { VisuallyHidden } from '../../kit/text/VisuallyHidden'
import { isFullyRead } from '../../session/episode/episode-store'
import { compareStrings } from './strings'
import { useBoth, useCompared } from './use-compared'
import styles from './beside.module.css'

const words = compareStrings.figures

export function Differences() {
  return (
    <div className={styles.differences} tabIndex={0} data-first-stop>
      <FigureTable />
      <SettingTable />
      <PromptDifference />
    </div>
  )
}

function Head({ name, last }: { readonly name: string; readonly last?: string }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <VisuallyHidden>{name}</VisuallyHidden>
        </th>
        {SIDES.map((side) => (
          <th key={side} scope="col">
            {compareStrings.letter(side)}
          </th>
        ))}
        {last && <th scope="col">{last}</th>}
      </tr>
    </thead>
  )
}

interface Row {
  readonly name: string
  readonly values: Pair<number | null>
  readonly format?: (value: number) => string
}

function FigureTable() {
  const { comparison } = useCompared()
  const isOutline = useBoth((episode) => episode.isOutline || !isFullyRead(episode))
  const { figures, spent, spentSinceDivergence, divergesAt } = comparison
  const of = (name: string, read: (of: Figures) => number | null): Row => ({ name, values: mapPair(figures, read) })
  const rows = [
    of(words.turns, ({ turns }) => turns),
    of(words.score, ({ score }) => score),
    of(words.rooms, ({ rooms }) => rooms),
    of(words.deaths, ({ deaths }) => deaths),
    of(words.moves, ({ moves }) => moves),
    of(words.help, ({ help }) => help),
  ]
  // The values are unknown until the whole log is read.
  const known = (taken: Pair<Spent>) => mapPair(taken, (spent, side) => (isOutline[side] ? null : spent))
  return (
    <section>
      <h3 className={styles.title}>{words.title}</h3>
      <table className={styles.table}>
        <Head name={words.name} last={words.difference} />
        <tbody>
          {rows.map((row) => (
            <FigureRow key={row.name} {...row} />
          ))}
        </tbody>
        {divergesAt !== null && divergesAt > 1 && (
          <SpentRows title={words.since(divergesAt)} taken={known(spentSinceDivergence)} />
        )}
        <SpentRows title={words.whole} taken={known(spent)} withProblems />
      </table>
    </section>
  )
}

interface SpentRowsProps {
  readonly title: string
  readonly taken: Pair<Spent | null>
  readonly withProblems?: boolean
}

function SpentRows({ title, taken, withProblems = false }: SpentRowsProps) {
  const of = (name: string, read: (of: Spent) => number | null, format?: Row['format']): Row => ({
    name,
    values: mapPair(taken, (spent) => spent && read(spent)),
    ...(format && { format }),
  })
  const rows = [
    of(words.time, ({ durationMs }) => durationMs, formatDuration),
    of(words.llmCalls, ({ llmCalls }) => llmCalls),
    of(words.toolCalls, ({ toolCalls }) => toolCalls),
    of(words.tokensIn, ({ tokensIn }) => tokensIn),
    of(words.tokensOut, ({ tokensOut }) => tokensOut),
    of(words.cost, ({ costUsd }) => costUsd, formatCost),
    ...(withProblems ? [of(words.problems, ({ problems }) => problems)] : []),
  ]
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={4} className={styles.group}>
          {title}
        </th>
      </tr>
      {rows.map((row) => (
        <FigureRow key={row.name} {...row} />
      ))}
    </tbody>
  )
}

function FigureRow({ name, values, format = formatNumber }: Row) {
  const { a, b } = values
  // Values that are shown as equal have no difference, such as costs that differ by a part of a cent.
  const difference = a === null || b === null || format(a) === format(b) ? null : b - a
  const withSign = (value: number) =>
    format === formatNumber ? formatSigned(value) : `${value < 0 ? '−' : '+'}${format(Math.abs(value))}`
  return (
    <tr data-differs={difference !== null || undefined}>
      <th scope="row">{name}</th>
      {SIDES.map((side) => (
        <td key={side}>{values[side] === null ? '–' : format(values[side])}</td>
      ))}
      <td className={styles.delta}>{difference === null ? '' : withSign(difference)}</td>
    </tr>
  )
}

/** Maximum length of a shown setting, in characters, because an imported log may contain anything. */
const LONGEST_VALUE = 300

function SettingTable() {
  const { comparison } = useCompared()
  const manifests = useBoth(({ history }) => history.latest.manifest)
  const titles = useMemo(() => settingTitles(), [])
  const { settings } = comparison
  const isKnown = manifests.a !== null && manifests.b !== null
  const text = isKnown ? compareStrings.settings.same : compareStrings.settings.unknown
  return (
    <section>
      <h3 className={styles.title}>{compareStrings.settings.title}</h3>
      {settings.length === 0 ? (
        <p className={styles.none}>{text}</p>
      ) : (
        <table className={styles.table}>
          <Head name={compareStrings.settings.name} />
          <tbody>
            {settings.map((setting) => (
              <tr key={setting.path}>
                <th scope="row" title={setting.path}>
                  {titles.get(setting.path) ?? setting.path}
                </th>
                {SIDES.map((side) => (
                  <td key={side} className={styles.setting}>
                    {valueText(setting[side])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Tables of settings, and the manifest field that repeats each with its effective values. */
const EFFECTIVE_TABLES: Readonly<Record<string, string>> = {
  agent_sampling: 'sampling',
  pause: 'pause_rules',
  mind: 'mind',
}

const settingTitles = (): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(compareStrings.settings.titles),
    ...describeSettings().flatMap(({ table, title: group, fields }) =>
      fields.flatMap(({ path, name: key, title }): (readonly [string, string])[] => {
        const name = title === group ? title : `${group}: ${title}`
        const effective = EFFECTIVE_TABLES[table]
        return [[`settings.${path}`, name], ...(effective ? [[`${effective}.${key}`, name] as const] : [])]
      }),
    ),
  ])

function valueText(value: unknown): string {
  if (value === undefined || value === null) return compareStrings.settings.unset
  const isList = Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'string')
  const shown: unknown = isList ? value.join(', ') : value
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown)
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}

function PromptDifference() {
  const { comparison } = useCompared()
  const { isModel } = comparison
  const { a, b } = comparison.prompts
  const { prompt } = compareStrings
  const sameness = () => {
    if (!isModel.a && !isModel.b) return prompt.none
    if (!isModel.a || !isModel.b) return prompt.onlyOne(isModel.a ? 'a' : 'b')
    return a !== null && a === b ? prompt.same : prompt.unknown(a === null ? 'a' : 'b')
  }
  return (
    <section>
      <h3 className={styles.title}>{prompt.title}</h3>
      {a !== null && b !== null && a !== b ? (
        <>
          <p className={styles.none}>{prompt.legend}</p>
          <WordDiff before={a} after={b} />
        </>
      ) : (
        <p className={styles.none}>{sameness()}</p>
      )}
    </section>
  )
}

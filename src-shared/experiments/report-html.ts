import type { ExperimentPlan, Unit } from './plan'
import { differencePlots } from './plots/difference-plots'
import { escapeMarkup as text, markupOf } from './plots/drawing'
import type { LinkTo, Plot } from './plots/plot-parts'
import { costPlot, dotsPlot, profilePlot, turnsPlot } from './plots/plots'
import { type Bounds, cellName, type ExperimentReport, type Missing, storyTitle, type UnitFigures } from './report'
import {
  answersOf,
  type Columns,
  contrastColumns,
  dollars,
  figure,
  INTERVAL,
  KNOWN_COLUMNS,
  MEASURE_WORDS,
  ofOneValue,
  OTHER_STORIES,
  SECONDARY_COLUMNS,
} from './report-text'
import type { UnitResult } from './result'
import { describeSeeds } from './seeds'

export interface PageSource {
  readonly plan: ExperimentPlan
  readonly units: readonly Unit[]
  readonly results: ReadonlyMap<string, UnitResult>
  readonly report: ExperimentReport
  readonly linkTo: LinkTo
}

/** The report as one self-contained page without scripts. All texts from results are escaped. */
export function reportHtml({ plan, units, results, report, linkTo }: PageSource): string {
  const arms = plan.arms.map(({ name }) => name)
  const { primary } = report
  const plots = (made: readonly (Plot | null)[]) =>
    made
      .filter((plot) => plot !== null)
      .map(figureOf)
      .join('')
  const perStory = plan.stories.map(({ name: story }) => {
    const shown = plots([
      dotsPlot(report, story, arms, linkTo),
      turnsPlot(plan, units, results, { story, of: 'score' }),
      turnsPlot(plan, units, results, { story, of: 'locations' }),
    ])
    return `<section><h2>${text(storyTitle(report, story))}</h2>${cellTable(report, story)}<div class="plots">${shown}</div></section>`
  })
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(report.experiment)}</title><style>${PAGE_STYLE}${PLOT_STYLE}</style></head><body><main>
<header><h1>${text(report.experiment)}</h1><p class="lead">${report.state === null ? '' : `${text(report.state)} · `}${report.done} of ${report.planned} episodes · ${text(MEASURE_WORDS[primary])} · seeds ${text(describeSeeds(plan.seeds))}${report.repeats > 1 ? ` · ${report.repeats} repeats` : ''} · made with ZorkGPT ${text(plan.app_version)}</p>
${answersOf(report)
  .map((answer) => `<p class="answer">${text(answer)}</p>`)
  .join('')}
${report.notes.map((note) => `<p class="note">${text(note)}</p>`).join('')}${oneValueList(report)}</header>
<section><h2>Arms</h2>${armTable(report)}</section>
${report.contrasts.length === 0 ? '' : `<section><h2>All pairs</h2>${tableOf(report.contrasts, contrastColumns(primary))}</section>`}
${report.contrasts.length === 0 ? '' : `<section><h2>Differences</h2><div class="plots">${plots([...differencePlots(report, 'arms', arms, linkTo), ...differencePlots(report, 'handicaps', arms, linkTo)])}</div>${secondaryTable(report)}</section>`}
<section><h2>All stories</h2><div class="plots">${plots([profilePlot(report, arms), costPlot(report, arms)])}</div></section>
${perStory.join('')}
<section><h2>Seed by seed</h2>${seedTable(report, arms, linkTo)}</section>
${report.missing.length === 0 ? '' : `<section><h2>No value: ${report.missing.length}</h2>${reasonTable(report.missing)}</section>`}
${report.to_play.length === 0 ? '' : `<section><h2>To play: ${report.to_play.length}</h2>${reasonTable(report.to_play)}</section>`}
${toolSection(report, units, results)}
${report.known_before.length === 0 ? '' : `<section><h2>What the model knew before</h2>${tableOf(report.known_before, KNOWN_COLUMNS)}</section>`}
<section><h2>What was played</h2>${manifestOf(plan)}</section>
</main></body></html>
`
}

/** The cells that the last note counts. */
function oneValueList(report: ExperimentReport): string {
  const cells = ofOneValue(report)
  if (cells.length === 0) return ''
  return `<details class="note"><summary>${cells.length} combinations</summary><ul>${cells.map((cell) => `<li>${text(cell)}</li>`).join('')}</ul></details>`
}

const figureOf = ({ title, caption, drawing }: Plot): string =>
  `<figure><h3>${text(title)}</h3>${markupOf(drawing)}<figcaption>${text(caption)}</figcaption></figure>`

/** A text, which is escaped here, or markup whose texts are already escaped. */
type Cell = string | { readonly markup: string }

function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cell = (content: Cell) => (typeof content === 'string' ? text(content) : content.markup)
  const isFigure = head.map((_, column) =>
    rows.every((row) => typeof row[column] === 'string' && /^$|^[-+<$]?[\d.,]+|^–/.test(row[column])),
  )
  const of = (column: number) => (isFigure[column] ? ' class="figure"' : '')
  return `<div class="scroll"><table><thead><tr>${head.map((title, column) => `<th scope="col"${of(column)}>${text(title)}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((content, column) => `<td${of(column)}>${cell(content)}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`
}

const rangeOf = (bounds: Bounds | null, { primary }: ExperimentReport): string =>
  bounds === null ? '–' : `${figure(bounds.low, primary)} to ${figure(bounds.high, primary)}`

const tableOf = <Row>(rows: readonly Row[], columns: Columns<Row, Cell>): string =>
  table(
    Object.keys(columns),
    rows.map((row) => Object.values(columns).map((contentOf) => contentOf(row))),
  )

const armTable = (report: ExperimentReport): string =>
  tableOf(report.arms, {
    arm: ({ arm }) => arm,
    player: ({ player }) => player,
    mind: ({ mind }) => mind ?? '–',
    disguise: ({ disguise }) => disguise,
    handicap: ({ handicap }) => handicap,
    n: ({ n }) => String(n),
    mean: ({ mean }) => figure(mean, report.primary),
    [INTERVAL]: ({ interval }) => rangeOf(interval, report),
    [OTHER_STORIES]: ({ interval_like_these: interval }) => rangeOf(interval, report),
    IQM: ({ iqm }) => figure(iqm, report.primary),
    wins: ({ wins }) => String(wins),
    deaths: ({ deaths }) => String(deaths),
    turns: ({ turns }) => turns.toLocaleString('en'),
    tokens: ({ tokens }) => tokens.toLocaleString('en'),
    cost: ({ cost_usd: cost }) => dollars(cost) || '–',
    'no value': ({ missing }) => String(missing),
  })

const cellTable = (report: ExperimentReport, story: string): string =>
  tableOf(
    report.cells.filter((cell) => cell.story === story),
    {
      arm: ({ arm }) => arm,
      handicap: ({ handicap }) => handicap,
      n: ({ n }) => String(n),
      mean: ({ mean }) => figure(mean, report.primary),
      [INTERVAL]: ({ interval }) => rangeOf(interval, report),
      IQM: ({ iqm }) => figure(iqm, report.primary),
      least: ({ min }) => figure(min, report.primary),
      most: ({ max }) => figure(max, report.primary),
      locations: ({ locations }) => (locations === null ? '–' : locations.toFixed(1)),
      wins: ({ wins }) => String(wins),
      deaths: ({ deaths }) => String(deaths),
      tokens: ({ tokens }) => tokens.toLocaleString('en'),
      cost: ({ cost_usd: cost }) => dollars(cost) || '–',
      'no value': ({ missing }) => String(missing),
    },
  )

function secondaryTable({ secondary, baseline }: ExperimentReport): string {
  if (secondary.length === 0) return ''
  return `<details><summary>Locations, refusals, repeats, tokens, compared with ${text(baseline)}</summary>${tableOf(secondary, SECONDARY_COLUMNS)}</details>`
}

/** One row per seed, story and handicap, one column per arm; values link to their episodes. */
function seedTable({ units, primary }: ExperimentReport, arms: readonly string[], linkTo: LinkTo): string {
  const rows = new Map<string, UnitFigures[]>()
  for (const unit of units) {
    const key = JSON.stringify([unit.story, unit.handicap, unit.seed, unit.repeat])
    const row = rows.get(key)
    if (row === undefined) rows.set(key, [unit])
    else row.push(unit)
  }
  const ofArm = (row: readonly UnitFigures[], arm: string): Cell => {
    const unit = row.find((candidate) => candidate.arm === arm)
    if (unit === undefined) return '–'
    const [link, value] = [linkTo(unit.episode), text(figure(unit.value, primary) || 'no value')]
    return { markup: link === null ? value : `<a href="${text(link)}">${value}</a>` }
  }
  return `<details><summary>${rows.size} rows, each value with its episode</summary>${table(
    ['story', 'handicap', 'seed', 'repeat', ...arms],
    [...rows.values()].map((row) => [
      row[0]?.story ?? '',
      row[0]?.handicap ?? '',
      String(row[0]?.seed),
      String(row[0]?.repeat),
      ...arms.map((arm) => ofArm(row, arm)),
    ]),
  )}</details>`
}

const reasonTable = (units: readonly Missing[]): string =>
  tableOf(units, {
    arm: ({ arm }) => arm,
    story: ({ story }) => story,
    handicap: ({ handicap }) => handicap,
    seed: ({ seed }) => String(seed),
    repeat: ({ repeat }) => String(repeat),
    reason: ({ reason }) => reason,
  })

function toolSection(
  report: ExperimentReport,
  units: readonly Unit[],
  results: ReadonlyMap<string, UnitResult>,
): string {
  const counts = new Map<string, Map<string, number>>()
  for (const unit of units) {
    const [result, cell] = [results.get(unit.key), cellName(report, unit)]
    if (result?.help !== null) continue
    for (const [tool, count] of Object.entries(result.tool_use ?? {})) {
      const ofTool = counts.get(tool) ?? new Map<string, number>()
      counts.set(tool, ofTool.set(cell, (ofTool.get(cell) ?? 0) + count))
    }
  }
  if (counts.size === 0) return ''
  const cells = report.arms.map((arm) => cellName(report, arm))
  const rows = [...counts].map(([tool, byCell]) => [tool, ...cells.map((cell) => String(byCell.get(cell) ?? 0))])
  return `<section><h2>Tools</h2>${table(['calls of', ...cells], rows)}</section>`
}

const manifestOf = ({ stories, arms }: ExperimentPlan): string =>
  table(
    ['story', 'title', 'SHA-256'],
    stories.map(({ name, title, sha256 }) => [name, title, sha256]),
  ) +
  arms
    .map(
      ({ name, settings, prompt }) =>
        `<details><summary>${text(name)}: settings in force</summary><pre>${text(JSON.stringify(settings, null, 2))}</pre>${prompt === null ? '' : `<h3>Prompt</h3><pre>${text(prompt)}</pre>`}</details>`,
    )
    .join('')

const PAGE_STYLE = `
:root{color-scheme:light dark;--ground:#fbfaf7;--ink:#22211e;--soft:#6a675f;--line:#dcd8ce;--card:#fff;--link:#235c9c}
@media (prefers-color-scheme:dark){:root{--ground:#171816;--ink:#e9e6dd;--soft:#a19d92;--line:#34342f;--card:#1f201d;--link:#8cb8ea}}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1360px;margin:0 auto;padding:32px 24px 64px}
h1{font-size:26px;margin:0}h2{font-size:18px;margin:36px 0 12px}h3{font-size:14px;margin:0 0 8px}
.lead,figcaption{color:var(--soft)}.lead{margin:4px 0 0}.answer{margin:8px 0 0;font-size:18px}figcaption{font-size:13px}
.note{margin:8px 0 0;padding-left:10px;border-left:3px solid var(--line)}details.note{margin:0}.note ul{margin:0;padding-left:20px}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:5px 14px 5px 0;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}
th{font-weight:500;color:var(--soft)}.figure{text-align:right}
.plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(384px,100%),1fr));gap:16px;margin-top:16px}
figure{display:grid;grid-template-rows:auto 1fr auto;align-items:center;margin:0;padding:16px;background:var(--card);border:1px solid var(--line);border-radius:8px}
details{margin-top:12px}summary{cursor:pointer;color:var(--soft)}
pre{overflow-x:auto;padding:12px;background:var(--card);border:1px solid var(--line);border-radius:6px;font-size:12px}
a{color:var(--link)}
@media print{.plots{display:block}figure{break-inside:avoid;margin-bottom:16px}}
`

/**
 * Eight colors of arms that people with any common color vision can distinguish (Okabe and Ito 2008, darkened on light
 * paper).
 */
const LIGHT = ['#0b66a8', '#b3500b', '#0a7d5c', '#8f3f7b', '#8a6a00', '#2b8fc4', '#a03a2b', '#55534d']
const DARK = ['#6db3ec', '#f0a35e', '#4fc9a0', '#dc95c6', '#e6cf5b', '#9bd4f5', '#f08d7b', '#c0bcb0']

const colors = (values: readonly string[]): string =>
  values.map((color, index) => `.plot .arm${index}{--arm:${color}}`).join('')

const PLOT_STYLE = `
.plot{width:100%;max-width:520px;height:auto;display:block;margin:0 auto;font-family:system-ui,sans-serif;fill:currentColor}
.plot .grid{stroke:currentColor;stroke-opacity:.13}.plot .zero{stroke:currentColor;stroke-opacity:.45}
.plot .frame{fill:none;stroke:currentColor;stroke-opacity:.2}
.plot .label{stroke:var(--card);stroke-width:4;paint-order:stroke}
.plot .tick{fill-opacity:.65;font-size:.92em}.plot .figure{font-variant-numeric:tabular-nums}
.plot .interval{stroke:var(--arm);stroke-width:3;stroke-linecap:round;stroke-opacity:.55}
.plot .value{fill:var(--arm)}.plot .dot{fill:var(--arm);fill-opacity:.45}.plot a:hover .dot,.plot a:focus .dot{fill-opacity:1;stroke:currentColor}
.plot .curve{fill:none;stroke:var(--arm);stroke-width:2}.plot .band{fill:var(--arm);fill-opacity:.12}
.plot .name{fill:var(--arm);font-weight:500}
${colors(LIGHT)}@media (prefers-color-scheme:dark){${colors(DARK)}}
`

import type { ExperimentPlan, Unit } from './plan'
import { describeSeeds } from './seeds'
import { escapeMarkup as text, markupOf } from './plots/drawing'
import {
  costPlot,
  dotsPlot,
  forestPlot,
  type LinkTo,
  pairsPlot,
  type Plot,
  profilePlot,
  turnsPlot,
} from './plots/plots'
import { PLOT_STYLE } from './plots/style'
import type { Bounds, ExperimentReport, UnitFigures } from './report'
import { chance, dollars, figure, MEASURE_WORDS, percent, signed } from './report-text'
import type { UnitResult } from './result'

export interface PageSource {
  readonly plan: ExperimentPlan
  readonly units: readonly Unit[]
  readonly results: ReadonlyMap<string, UnitResult>
  readonly report: ExperimentReport
  readonly linkTo: LinkTo
}

/** The report as one self-contained page without scripts. All text from results is escaped. */
export function reportHtml({ plan, units, results, report, linkTo }: PageSource): string {
  const arms = plan.arms.map(({ name }) => name)
  const { primary, baseline } = report
  const plots = (made: readonly (Plot | null)[]) =>
    made
      .filter((plot) => plot !== null)
      .map(figureOf)
      .join('')
  const perStory = plan.stories.flatMap(({ name: story }) =>
    plan.handicaps.map((handicap) => {
      const shown = plots([
        dotsPlot(report, story, handicap, arms, linkTo),
        turnsPlot(plan, units, results, { story, handicap, of: 'score' }),
        turnsPlot(plan, units, results, { story, handicap, of: 'locations' }),
      ])
      return `<section><h2>${text(titleIn(report, story))}${plan.handicaps.length > 1 ? ` · ${handicap}` : ''}</h2>${cellTable(report, story, handicap)}<div class="plots">${shown}</div></section>`
    }),
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(report.experiment)}</title><style>${PAGE_STYLE}${PLOT_STYLE}</style></head><body><main>
<header><h1>${text(report.experiment)}</h1><p class="lead">${report.done} of ${report.planned} episodes · ${text(MEASURE_WORDS[primary])} · seeds ${text(describeSeeds(plan.seeds))}${report.repeats > 1 ? ` · ${report.repeats} repeats` : ''} · made with ZorkGPT ${text(plan.app_version)}</p>
${report.notes.map((note) => `<p class="note">${text(note)}</p>`).join('')}</header>
<section><h2>Arms</h2>${armTable(report)}</section>
${report.differences.length === 0 ? '' : `<section><h2>Compared with ${text(baseline)}</h2>${differenceTable(report)}<div class="plots">${plots([forestPlot(report, arms), ...arms.filter((arm) => arm !== baseline).map((arm) => pairsPlot(report, arm, arms, linkTo))])}</div>${secondaryTable(report)}</section>`}
<section><h2>All stories</h2><div class="plots">${plots([profilePlot(report, arms), costPlot(report, arms)])}</div></section>
${perStory.join('')}
<section><h2>Seed by seed</h2>${seedTable(report, arms, linkTo)}</section>
${report.missing.length === 0 ? '' : `<section><h2>Missing: ${report.missing.length}</h2>${missingTable(report)}</section>`}
${toolSection(units, results, arms)}
<section><h2>What was played</h2>${manifestOf(plan)}</section>
</main></body></html>
`
}

const figureOf = ({ title, caption, drawing }: Plot): string =>
  `<figure><h3>${text(title)}</h3>${markupOf(drawing)}<figcaption>${text(caption)}</figcaption></figure>`

const titleIn = ({ stories }: ExperimentReport, story: string): string =>
  stories.find(({ name }) => name === story)?.title ?? story

/** A cell is text, which is escaped here, or markup whose text is escaped already. */
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

const armTable = (report: ExperimentReport): string =>
  table(
    [
      'arm',
      'player',
      'mind',
      'handicap',
      'n',
      'mean',
      'these stories, 95 %',
      'stories like these',
      'IQM',
      'wins',
      'deaths',
      'turns',
      'tokens',
      'cost',
      'missing',
    ],
    report.arms.map((arm) => [
      arm.arm,
      arm.player,
      arm.mind ?? '–',
      arm.handicap,
      String(arm.n),
      figure(arm.mean, report.primary),
      rangeOf(arm.interval, report),
      rangeOf(arm.interval_like_these, report),
      figure(arm.iqm, report.primary),
      String(arm.wins),
      String(arm.deaths),
      arm.turns.toLocaleString('en'),
      arm.tokens.toLocaleString('en'),
      dollars(arm.cost_usd) || '–',
      String(arm.missing),
    ]),
  )

const cellTable = (report: ExperimentReport, story: string, handicap: string): string =>
  table(
    ['arm', 'n', 'mean', '95 %', 'IQM', 'least', 'most', 'locations', 'wins', 'deaths', 'tokens', 'cost', 'missing'],
    report.cells
      .filter((cell) => cell.story === story && cell.handicap === handicap)
      .map((cell) => [
        cell.arm,
        String(cell.n),
        figure(cell.mean, report.primary),
        rangeOf(cell.interval, report),
        figure(cell.iqm, report.primary),
        figure(cell.min, report.primary),
        figure(cell.max, report.primary),
        cell.locations === null ? '–' : cell.locations.toFixed(1),
        String(cell.wins),
        String(cell.deaths),
        cell.tokens.toLocaleString('en'),
        dollars(cell.cost_usd) || '–',
        String(cell.missing),
      ]),
  )

const differenceTable = (report: ExperimentReport): string =>
  table(
    [
      'arm',
      'handicap',
      'pairs',
      'difference',
      'these stories, 95 %',
      'stories like these',
      'p (Holm)',
      'improves',
      'correlation',
      'seeds missing',
    ],
    report.differences.map((one) => [
      one.arm,
      one.handicap,
      String(one.pairs),
      signed(one.difference, report.primary),
      rangeOf(one.interval, report),
      rangeOf(one.interval_like_these, report),
      one.p_holm === null ? '–' : chance(one.p_holm),
      one.probability_of_improvement === null ? '–' : percent(one.probability_of_improvement),
      one.correlation === null ? '–' : one.correlation.toFixed(2),
      one.seeds_missing === null ? '–' : String(one.seeds_missing),
    ]),
  )

function secondaryTable({ secondary }: ExperimentReport): string {
  if (secondary.length === 0) return ''
  const rows = secondary.map(({ arm, handicap, measure, difference, interval }) => [
    arm,
    handicap,
    MEASURE_WORDS[measure],
    signed(difference, measure),
    interval === null ? '–' : `${figure(interval.low, measure)} to ${figure(interval.high, measure)}`,
  ])
  return `<details><summary>Locations, refusals, repeats, tokens</summary>${table(['arm', 'handicap', 'of', 'difference', '95 %'], rows)}</details>`
}

/** One row for each seed, story and handicap, one column for each arm; values link to their episodes. */
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

const missingTable = ({ missing }: ExperimentReport): string =>
  table(
    ['arm', 'story', 'handicap', 'seed', 'repeat', 'reason'],
    missing.map(({ arm, story, handicap, seed, repeat, reason }) => [
      arm,
      story,
      handicap,
      String(seed),
      String(repeat),
      reason,
    ]),
  )

function toolSection(
  units: readonly Unit[],
  results: ReadonlyMap<string, UnitResult>,
  arms: readonly string[],
): string {
  const counts = new Map<string, Map<string, number>>()
  for (const { arm, key } of units) {
    for (const [tool, count] of Object.entries(results.get(key)?.tool_use ?? {})) {
      const ofTool = counts.get(tool) ?? new Map<string, number>()
      counts.set(tool, ofTool.set(arm, (ofTool.get(arm) ?? 0) + count))
    }
  }
  if (counts.size === 0) return ''
  const rows = [...counts].map(([tool, byArm]) => [tool, ...arms.map((arm) => String(byArm.get(arm) ?? 0))])
  return `<section><h2>Tools</h2>${table(['calls of', ...arms], rows)}</section>`
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
.lead,figcaption{color:var(--soft)}.lead{margin:4px 0 0}figcaption{font-size:13px}
.note{margin:8px 0 0;padding-left:10px;border-left:3px solid var(--line)}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:5px 14px 5px 0;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}
th{font-weight:500;color:var(--soft)}.figure{text-align:right}
.plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(560px,100%),1fr));gap:16px;margin-top:16px}
figure{margin:0;padding:16px;background:var(--card);border:1px solid var(--line);border-radius:8px}
details{margin-top:12px}summary{cursor:pointer;color:var(--soft)}
pre{overflow-x:auto;padding:12px;background:var(--card);border:1px solid var(--line);border-radius:6px;font-size:12px}
a{color:var(--link)}
@media print{.plots{display:block}figure{break-inside:avoid;margin-bottom:16px}}
`

import { describe, expect, it } from 'vitest'
import { foldEvents, sampleEpisode } from '../episode/state/sample-episode.testkit'
import { settings } from '../settings/settings'
import { computeReport } from './compute-report'
import { costOf, priceOf } from './costs'
import { type ExperimentPlan, type Unit, unitsOf, whyIncompatible, whyTooLarge } from './plan'
import { differencePlots } from './plots/difference-plots'
import { markupOf, draw, type Drawn, scaleOf } from './plots/drawing'
import { costPlot, dotsPlot, profilePlot, turnsPlot } from './plots/plots'
import type { ProbeRecord } from './probe'
import { storyTitle } from './report'
import { reportCsv } from './report-csv'
import { reportHtml } from './report-html'
import { answersOf, reportText } from './report-text'
import { resultOf, unitResult, type UnitResult, valueAfter, valueOf } from './result'
import { describeSeeds, readSeeds } from './seeds'

const digest = (text: string): string =>
  Array.from(text)
    .reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 2 ** 48, 7)
    .toString(16)

const arm = (name: string) => ({ name, settings: settings.parse({}), prompt: null, files: null, agent: null })
const story = (name: string) => ({ name, title: name.toUpperCase(), sha256: 'ab'.repeat(32), path: `/${name}` })
const plan = (changed: Partial<ExperimentPlan> = {}): ExperimentPlan => ({
  format: 1,
  name: 'test',
  app_version: '1.0.0',
  primary: 'score',
  baseline: 'base',
  seeds: [1, 2, 3],
  repeats: 1,
  stories: [story('one')],
  handicaps: ['L2'],
  arms: [arm('base'), arm('other')],
  terms: { budget: {}, provider: {}, workers: {}, prices: {} },
  ...changed,
})

const result = (unit: Unit, changed: Partial<UnitResult> = {}): UnitResult => ({
  format: 1,
  key: unit.key,
  episode: unit.episode,
  ended: 'turn_limit',
  reason: null,
  turns: 10,
  turn_limit: 10,
  score: 0,
  max_score: 100,
  locations: 4,
  deaths: 0,
  llm_calls: 10,
  tool_calls: 0,
  tool_use: null,
  problems: 0,
  refused: 2,
  repeats: 1,
  foreknowledge: null,
  help: null,
  tokens: { in: 0, out: 0 },
  cost_usd: null,
  played_ms: 1,
  score_steps: [[0, 0]],
  location_steps: [[0, 1]],
  ...changed,
})

/** Scores by arm and seed; missing ones were not played. */
function played(of: ExperimentPlan, scores: Readonly<Record<string, readonly (number | null)[]>>) {
  const units = unitsOf(of, digest)
  const results = new Map(
    units.flatMap((unit) => {
      const score = scores[unit.arm]?.[of.seeds.indexOf(unit.seed)] ?? null
      return score === null ? [] : [[unit.key, result(unit, { score })] as const]
    }),
  )
  return { plan: of, units, results, report: computeReport(of, units, results, new Map(), []) }
}

describe('seeds', () => {
  it.each([
    ['1..4', [1, 2, 3, 4]],
    ['7, 1..2, 2', [1, 2, 7]],
    [5, [5]],
    [
      [3, 1],
      [1, 3],
    ],
  ])('%j are %j', (said, seeds) => expect(readSeeds(said)).toEqual(seeds))

  it.each(['5..1', '', '1..', 'one', '-3', '1..99999999', '1..2..3', '9999999999'])(
    '%j is refused with a sentence',
    (said) => expect(readSeeds(said)).toMatch(/^"/),
  )

  it('are described in the shortest form', () => expect(describeSeeds([1, 2, 3, 7, 9, 10])).toBe('1..3, 7, 9..10'))
})

describe('units', () => {
  it('are ordered seed by seed, with one for each arm, story, handicap and repeat', () => {
    const units = unitsOf(plan({ stories: [story('one'), story('two')], handicaps: ['L1', 'L2'], repeats: 2 }), digest)
    expect(units).toHaveLength(2 * 2 * 2 * 3 * 2)
    expect(new Set(units.map(({ episode }) => episode)).size).toBe(units.length)
    expect(units.map(({ seed }) => seed)).toEqual(units.map(({ seed }) => seed).toSorted((a, b) => a - b))
    for (const { episode } of units) expect(episode).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/)
  })

  it('have valid episode names for any names of arms and stories', () => {
    const [unit] = unitsOf(
      plan({ name: 'x'.repeat(60), arms: [arm('y'.repeat(60))], stories: [story(`/a/${'é z'.repeat(50)}.z5`)] }),
      digest,
    )
    expect(unit?.episode).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/)
  })

  it('keep their keys when seeds, arms and stories are added', () => {
    const before = new Set(unitsOf(plan(), digest).map(({ key }) => key))
    const after = new Set(
      unitsOf(plan({ seeds: [1, 2, 3, 4], arms: [arm('new'), arm('base'), arm('other')] }), digest).map(
        ({ key }) => key,
      ),
    )
    expect([...before].filter((key) => !after.has(key))).toEqual([])
  })
})

describe('a frozen plan', () => {
  it('accepts additions, another budget and another measure', () => {
    const next = plan({
      seeds: [1, 2, 3, 9],
      repeats: 2,
      handicaps: ['L2', 'L3'],
      primary: 'won',
      terms: { ...plan().terms, budget: { tokens: 1 } },
    })
    expect(whyIncompatible(plan(), next)).toBeNull()
  })

  it.each([
    ['another story file', { stories: [{ ...story('one'), sha256: 'cd'.repeat(32) }] }, /"one" is another file/],
    ['an arm less', { arms: [arm('base')] }, /the arm "other" .* missing/],
    ['a seed less', { seeds: [1, 3] }, /the seed 2/],
    ['fewer handicaps', { handicaps: ['L1' as const] }, /the handicap L2/],
    [
      'another setting',
      { arms: [arm('base'), { ...arm('other'), settings: settings.parse({ llm: { agent_model: 'x' } }) }] },
      /llm\.agent_model/,
    ],
    ['another prompt', { arms: [arm('base'), { ...arm('other'), prompt: 'Play.' }] }, /\(prompt\)/],
  ])('does not continue with %s', (_what, changed, why) => expect(whyIncompatible(plan(), plan(changed))).toMatch(why))
})

describe('a report', () => {
  it('has the figures computed by hand', () => {
    const { report } = played(plan(), { base: [1, 2, 3], other: [4, 6, 5] })
    // Differences 3, 4, 2: mean 3, s = 1, half an interval 4.302653 / √3.
    expect(report.differences).toMatchObject([
      {
        arm: 'other',
        pairs: 3,
        difference: 3,
        interval: { low: expect.closeTo(0.5159, 3) as number, high: expect.closeTo(5.4841, 3) as number },
        probability_of_improvement: 1,
      },
    ])
    expect(report.arms).toMatchObject([
      { arm: 'base', n: 3, mean: 2, median: 2, missing: 0 },
      { arm: 'other', n: 3, mean: 5 },
    ])
    expect(report.cells).toMatchObject([
      { min: 1, max: 3, interval: { low: 0, high: expect.closeTo(2 + 2.4841, 3) as number } },
      { min: 4, max: 6 },
    ])
  })

  it('has no interval beyond the possible values', () => {
    const scores = { base: [2, 20, 4], other: [60, 99, 100] }
    const shares = played(plan({ primary: 'score_share' }), scores).report
    expect([shares.arms[0]?.interval?.low, shares.arms[1]?.interval?.high]).toEqual([0, 1])
    expect(shares.differences[0]?.interval?.high).toBe(1)
    const points = played(plan(), scores).report
    expect([points.arms[0]?.interval?.low, points.arms[1]?.interval?.high]).toEqual([0, 100])
    expect(points.differences[0]?.interval?.high).toBe(100)
    expect(played(plan(), { base: [-10, 0, 0] }).report.arms[0]?.interval?.low).toBe(-10)
  })

  it('lists failed units, and does not count them', () => {
    const { plan: of, units, results } = played(plan(), { base: [1, 2, 3], other: [4, null, 5] })
    const key = units.find(({ arm: name, seed }) => name === 'other' && seed === 2)?.key ?? ''
    const failed = (isFinal: boolean) =>
      computeReport(of, units, results, new Map([[key, { key, attempts: 3, reason: 'No answer', isFinal }]]), [])
    expect(failed(true).arms[1]).toMatchObject({ n: 2, mean: 4.5, missing: 1 })
    expect(failed(true).differences[0]).toMatchObject({ pairs: 2, difference: 2.5 })
    expect(failed(true)).toMatchObject({ missing: [{ arm: 'other', seed: 2, reason: 'No answer' }], to_play: [] })
    expect(failed(false)).toMatchObject({ missing: [], to_play: [{ reason: 'No answer' }] })
  })

  it('says in every format which units are to play, and counts none of them as without a value', () => {
    const { plan: of, units, results } = played(plan(), { base: [1, 2, 3], other: [4, null, null] })
    const key = units.find(({ arm: name, seed }) => name === 'other' && seed === 2)?.key ?? ''
    const report = computeReport(of, units, results, new Map(), [], {
      state: 'Cancelled',
      begun: new Map([[key, 'Interrupted, 1,490 turns']]),
    })
    expect(report.arms.map(({ missing }) => missing)).toEqual([0, 0])
    expect(report).toMatchObject({
      missing: [],
      to_play: [
        { seed: 2, reason: 'Interrupted, 1,490 turns' },
        { seed: 3, reason: 'Not started' },
      ],
    })
    const said = [reportText(report), reportHtml({ plan: of, units, results, report, linkTo: () => null })]
    for (const text of said) expect(text).toMatch(/Cancelled[^]*To play: 2[^]*Interrupted, 1,490 turns[^]*Not started/)
    expect(reportCsv(report)).toContain('"Interrupted, 1,490 turns"')
    expect(said.join()).not.toContain('No value:')
  })

  it('does not count an episode that a person helped, and says so in every format', () => {
    const { plan: of, units, results } = played(plan(), { base: [1, 2, 3], other: [4, 90, 5] })
    const unit = units.find(({ arm: name, seed }) => name === 'other' && seed === 2) ?? expect.unreachable()
    const help = { turns: 1, hints: 0, discarded: 0, notes: 0 }
    const helped = new Map(results).set(unit.key, result(unit, { score: 90, ended: 'won', help }))
    const report = computeReport(of, units, helped, new Map(), [])
    expect(report.arms[1]).toMatchObject({ n: 2, mean: 4.5, wins: 0, turns: 20, missing: 1 })
    expect(report.differences[0]).toMatchObject({ pairs: 2, difference: 2.5 })
    const reason = 'Helped by a person, 1 turn'
    expect(report).toMatchObject({ missing: [{ episode: unit.episode, reason }], to_play: [] })
    expect(report.notes).toContain('1 episode was helped by a person and does not count.')
    expect(reportText(report)).toMatch(/No value: 1\n +1 {2}other: Helped by a person, 1 turn/)
    expect(reportHtml({ plan: of, units, results: helped, report, linkTo: () => null })).toContain(reason)
    const rows = reportCsv(report)
      .split('\r\n')
      .filter((row) => row.includes(unit.episode))
    expect(rows).toEqual([expect.stringMatching(/,,90,100,.*,"Helped by a person, 1 turn"$/)])
    const locations = { story: 'one', of: 'locations' } as const
    const alone = new Map([...results].filter(([key]) => key !== unit.key))
    expect(turnsPlot(of, units, helped, locations)).toEqual(turnsPlot(of, units, alone, locations))
  })

  it('averages repeats, and never mixes handicaps', () => {
    const of = plan({ repeats: 2, handicaps: ['L1', 'L2'] })
    const { report } = played(of, { base: [1, 2, 3], other: [2, 2, 2] })
    expect(report.arms.map(({ arm: name, handicap, n }) => [name, handicap, n])).toEqual([
      ['base', 'L1', 3],
      ['other', 'L1', 3],
      ['base', 'L2', 3],
      ['other', 'L2', 3],
    ])
    expect(report.differences.map(({ handicap, pairs }) => [handicap, pairs])).toEqual([
      ['L1', 3],
      ['L2', 3],
    ])
  })

  it('notes where all seeds have the same value, and has no p there', () => {
    const { report } = played(plan(), { base: [1, 1, 1], other: [2, 2, 3] })
    expect(report.notes).toEqual([
      expect.stringMatching(
        /^All 3 seeds of base have the same value in ONE \(L2\): .*or this measure does not show it\.$/,
      ),
    ])
    const { report: equal } = played(plan(), { base: [1, 1, 1], other: [2, 2, 2] })
    expect(equal.differences[0]).toMatchObject({ difference: 1, p: null, seeds_missing: null })
  })

  it('has one note on all cells whose seeds have the same value, with a list of them', () => {
    const of = plan({ arms: [arm('base'), arm('other'), arm('third')] })
    const { units, results, report } = played(of, { base: [1, 1, 1], other: [2, 2, null], third: [1, 2, 3] })
    const note =
      'In 2 of 3 combinations of arm, story and handicap, all played seeds have the same value: either chance plays no part, or this measure does not show it.'
    expect(report.notes).toEqual([note])
    expect(reportText(report)).toContain(`${note}\n  base, ONE, L2: 3 × 1.0\n  other, ONE, L2: 2 × 2.0`)
    const page = reportHtml({ plan: of, units, results, report, linkTo: () => null })
    expect(page).toContain('<summary>2 combinations</summary><ul><li>base, ONE, L2: 3 × 1.0</li><li>other, ')
  })

  it.each([
    [4, null],
    [5, expect.any(Number)],
  ])('of %i pairs has the p %s, and the missing seeds', (pairs, p) => {
    const seeds = Array.from({ length: pairs }, (_, index) => index + 1)
    const of = plan({ primary: 'score_share', seeds })
    const { report } = played(of, { base: seeds.map(() => 1), other: seeds.map((seed) => 90 + seed) })
    expect(report.differences).toMatchObject([{ pairs, p, p_holm: p, seeds_missing: p }])
    expect(report.contrasts).toMatchObject([{ pairs, p, p_holm: p }])
  })

  it('names stories by title, and by their names in the plan where two have the same', () => {
    const { report } = played(plan({ stories: [story('one'), story('two'), { ...story('three'), title: 'TWO' }] }), {})
    expect(['one', 'two', 'three', 'gone'].map((name) => storyTitle(report, name))).toEqual([
      'ONE',
      'two',
      'three',
      'gone',
    ])
  })

  it('has only figures that JSON can represent', () => {
    const empty = played(plan(), {}).report
    expect(JSON.parse(JSON.stringify(empty))).toEqual(empty)
    expect(empty.arms[0]).toMatchObject({ n: 0, mean: null, interval: null })
    expect(reportText(empty)).toContain('0 of 6 episodes')
  })

  it('has one unit for differences of shares, and the same words in every format', () => {
    const { report, ...rest } = played(plan({ primary: 'score_share', handicaps: ['L2', 'L4'] }), {
      base: [1, 2, 3],
      other: [91, 92, 96],
    })
    const page = reportHtml({ ...rest, report, linkTo: () => null })
    const texts = [page, reportText(report)]
    for (const text of texts) {
      expect(text).toMatch(/other is ahead of base \(L2\) by 91\.0 points, 95 % interval 86\.7 to 95\.3/)
      expect(text).toMatch(/\+91\.0 points(<[^>]*>| )+86\.7 to 95\.3/)
      expect(text).toContain('for other stories')
      expect(text).not.toMatch(/\+91\.0 %|these stories|stories like these/)
    }
    expect(page).toMatch(/<td>L4<\/td><td>L2<\/td><td>other<\/td>/)
    expect(differencePlots(report, 'arms', ['base', 'other'], () => null)[0]?.caption).toContain('in percentage points')
  })

  it('escapes markup in HTML and formulas in CSV', () => {
    const hostile = '<img src=x onerror=alert(1)>'
    const made = played(plan({ arms: [arm('base'), arm('=1+1')], stories: [{ ...story('one'), title: hostile }] }), {
      base: [1, 2, 3],
      '=1+1': [1, 2, 4],
    })
    const page = reportHtml({ ...made, linkTo: () => 'x" onclick="y' })
    expect(page).not.toContain('<img')
    expect(page).not.toMatch(/"x" onclick/)
    expect(reportCsv(made.report)).toContain(`,'=1+1,`)
  })
})

describe('what a model knew before', () => {
  const modelArm = (name: string, disguise: 'none' | 'mirror') => ({
    ...arm(name),
    settings: settings.parse({ run: { player: 'llm', disguise }, llm: { agent_model: 'm-1' } }),
  })
  const made = plan({
    arms: [modelArm('base', 'none'), modelArm('mirrored', 'mirror'), arm('explorer')],
    seeds: [1, 2],
  })
  const units = unitsOf(made, digest)
  const rates: Readonly<Record<string, UnitResult['foreknowledge']>> = {
    base: { turns: 3, checked: 10 },
    explorer: { turns: 0, checked: 10 },
  }
  const results = new Map(
    units.map((unit) => [unit.key, result(unit, { foreknowledge: rates[unit.arm] ?? null })] as const),
  )
  const probe: ProbeRecord = {
    format: 1,
    at: '2026-01-01T00:00:00.000Z',
    app_version: '1.0.0',
    story: { title: 'ONE', sha256: 'ab'.repeat(32) },
    model: 'm-1',
    base_url: 'http://localhost/v1',
    recital: { questions: 4, right: 2, by_chance: 0, value: 0.5 },
    blind: { played: 60, score: 20, max_score: 100, ended: false },
    answers: [],
    commands: [],
    tokens: { in: 0, out: 0 },
    cost_usd: null,
  }
  const rowsWith = (probes: readonly ProbeRecord[]) => computeReport(made, units, results, new Map(), probes)

  it('has three figures for each arm and story, from the arm’s model', () => {
    const { known_before: known } = rowsWith([
      { ...probe, model: 'm-2', recital: { ...probe.recital, value: 1 } },
      probe,
    ])
    expect(known).toMatchObject([
      { arm: 'base', disguise: 'none', foreknown_turns: 6, checked_turns: 20, recital: 0.5, blind_share: 0.2 },
      { arm: 'mirrored', disguise: 'mirror', foreknown_turns: null, recital: 0.5, blind_share: 0.2 },
    ])
  })

  it('has no rows for players without a model, and no table without rows', () => {
    const report = rowsWith([])
    expect(report.known_before.map((row) => row.arm)).toEqual(['base', 'mirrored'])
    const { report: none, ...rest } = played(plan({ arms: [arm('base')] }), { base: [1, 2, 3] })
    const said = [reportText(none), reportHtml({ ...rest, report: none, linkTo: () => null })]
    expect(said.join()).not.toContain('What the model knew before')
    expect(reportCsv(none)).toContain(',L2,none,1,')
  })

  it('is reported as not measured if it is not', () => {
    const report = rowsWith([])
    expect(reportText(report)).toMatch(/base +none +not measured +not measured +30\.0 % \(6 of 20 turns\)/)
    expect(reportText(report)).toMatch(/mirrored +mirror +not measured +not measured +not measured/)
    expect(reportHtml({ plan: made, units, results, report, linkTo: () => null })).toContain('<td>not measured</td>')
    expect(report.notes.join()).toContain('mirrored')
  })

  it('is in each row of the table of episodes', () => {
    const [head = '', first = ''] = reportCsv(rowsWith([probe])).split('\r\n')
    const cells = Object.fromEntries(head.split(',').map((name, index) => [name, first.split(',')[index]]))
    expect(cells).toMatchObject({
      disguise: 'none',
      foreknown_turns: '3',
      checked_turns: '10',
      recital: '0.5',
      blind_share: '0.2',
    })
  })
})

describe('a result', () => {
  it('has the help of a person; one of an earlier version has none', () => {
    const state = foldEvents(sampleEpisode({ turns: 2 }))
    expect(resultOf('k', state, 2).help).toBeNull()
    const hints = [{ turn: 1, text: 'Look.' }]
    expect(resultOf('k', { ...state, hints }, 2).help).toMatchObject({ turns: 0, hints: 1 })
    const { help: _none, ...earlier } = resultOf('ab'.repeat(32), state, 2)
    expect(unitResult.parse(earlier).help).toBeNull()
  })
})

describe('the value of a unit', () => {
  const [unit] = unitsOf(plan(), digest) as [Unit, ...Unit[]]
  it('is its share of the maximum score, if the story has one', () => {
    expect(valueOf(result(unit, { score: 25 }), 'score_share')).toBe(0.25)
    expect(valueOf(result(unit, { score: 25, max_score: null }), 'score_share')).toBeNull()
  })

  it('is higher for early points', () => {
    // 0 in turns 1 to 5, 50 in 6 to 10: half of a half.
    expect(
      valueOf(
        result(unit, {
          score_steps: [
            [0, 0],
            [6, 50],
          ],
        }),
        'score_auc',
      ),
    ).toBe(0.25)
    expect(
      valueOf(
        result(unit, {
          score_steps: [
            [0, 0],
            [1, 50],
          ],
        }),
        'score_auc',
      ),
    ).toBe(0.5)
    expect(
      valueAfter(
        [
          [0, 0],
          [6, 50],
        ],
        5,
      ),
    ).toBe(0)
  })

  it('has the reported cost, or else the price of its tokens', () => {
    const used = { tokensIn: 2e6, tokensOut: 1e6, costUsd: null }
    expect(costOf(used, { input: 1, output: 3 })).toBe(5)
    expect(costOf({ ...used, costUsd: 2 }, { input: 1, output: 3 })).toBe(2)
    expect(costOf(used, undefined)).toBeNull()
  })

  it('has the price of the model of its arm, whatever the name of the model', () => {
    const asking = (model: string) => {
      const { settings: own, ...rest } = arm('a')
      return { ...rest, settings: { ...own, llm: { ...own.llm, agent_model: model } } }
    }
    const price = { input: 1, output: 3 }
    const priced = plan({ terms: { ...plan().terms, prices: { paid: price } } })
    expect(priceOf(priced, asking('paid'))).toBe(price)
    expect(priceOf(priced, asking('constructor'))).toBeUndefined()
  })
})

interface DrawnText {
  readonly text: string
  readonly ends: readonly [number, number]
  readonly y: number
}

/** Texts with the places of their ends, in the units of the drawing: a character is at most 7 wide. */
const textsIn = (node: Drawn): readonly DrawnText[] => {
  const { x, y, 'text-anchor': anchor } = node.attributes
  const [text] = node.children
  if (node.tag !== 'text' || typeof text !== 'string')
    return node.children.flatMap((child) => (typeof child === 'string' ? [] : textsIn(child)))
  const width = 7 * text.length
  const start = Number(x) - { start: 0, middle: width / 2, end: width }[anchor as 'start' | 'middle' | 'end']
  return [{ text, ends: [start, start + width], y: Number(y) }]
}

describe('a drawing', () => {
  it.each([
    ['score', [40, 50, 100]],
    // All differences are 100 points, the end of the axis.
    ['score_share', [100, 100, 100]],
  ] as const)('of %s contains all of its texts, including long names of arms', (primary, scores) => {
    const long = 'a-model-with-a-long-name-and-a-date-2026-01-31'
    const of = plan({ primary, arms: [arm('base'), arm(long)] })
    const { units, results, report } = played(of, { base: [0, 0, 0], [long]: scores })
    const arms = ['base', long]
    const curve = { story: 'one', of: 'score' } as const
    const plots = [
      ...differencePlots(report, 'arms', arms, () => null),
      dotsPlot(report, 'one', arms, () => null),
      turnsPlot(of, units, results, curve),
      profilePlot(report, arms),
      costPlot({ ...report, arms: report.arms.map((one) => ({ ...one, cost_usd: 3 })) }, arms),
    ]
    for (const plot of plots) {
      const drawing = plot?.drawing ?? expect.unreachable()
      const [, , width] = String(drawing.attributes.viewBox).split(' ').map(Number)
      for (const { text, ends } of textsIn(drawing)) {
        expect(ends[0], text).toBeGreaterThanOrEqual(0)
        expect(ends[1], text).toBeLessThanOrEqual(width ?? 0)
      }
    }
  })

  it.each<[string, number, ExperimentPlan['handicaps'], (unit: Unit) => number]>([
    ['ends without a point', 2, ['L2'], () => 0],
    ['ends with the same high score', 2, ['L0', 'L4'], () => 100],
    ['has many arms', 30, ['L0', 'L4'], ({ seed }) => seed],
  ])('has no text over another if each curve %s', (_what, count, handicaps, scoreOf) => {
    const names = Array.from({ length: count }, (_, index) => `arm-number-${index}`)
    const of = plan({ arms: names.map((name) => arm(name)), handicaps })
    const units = unitsOf(of, digest)
    const results = new Map(
      units.map((unit) => {
        const score = scoreOf(unit)
        return [
          unit.key,
          result(unit, {
            score,
            score_steps: [
              [0, 0],
              [9, score],
            ],
            turn_limit: 30,
            cost_usd: 1,
          }),
        ]
      }),
    )
    const report = computeReport(of, units, results, new Map(), [])
    const plots = [
      turnsPlot(of, units, results, { story: 'one', of: 'score' }),
      profilePlot(report, names),
      costPlot({ ...report, arms: report.arms.map((one) => ({ ...one, cost_usd: 3 })) }, names),
      dotsPlot(report, 'one', names, () => null),
    ]
    for (const plot of plots) {
      const texts = textsIn(plot?.drawing ?? expect.unreachable())
      expect(Math.min(...texts.map(({ y }) => y))).toBeGreaterThan(9)
      const overlapping = texts.flatMap((one, index) =>
        texts.slice(index + 1).flatMap((other) => {
          const isBeside = one.ends[1] + 4 <= other.ends[0] || other.ends[1] + 4 <= one.ends[0]
          return isBeside || Math.abs(one.y - other.y) > 11 ? [] : [`${one.text} ${other.text}`]
        }),
      )
      expect(overlapping, plot?.title).toEqual([])
    }
  })

  it.each([
    ['one arm', ['explorer']],
    ['two arms', ['explorer', 'another-long-name']],
  ])('never pools two handicaps, and cuts the middle of long names: %s', (_what, arms) => {
    const of = plan({ baseline: 'explorer', arms: arms.map((name) => arm(name)), handicaps: ['L0', 'L5'] })
    const units = unitsOf(of, digest)
    const scoreOf = ({ handicap, seed }: Unit) => (handicap === 'L0' ? seed : 90 + seed)
    const tool_use = { look: 1 }
    const results = new Map(units.map((unit) => [unit.key, result(unit, { score: scoreOf(unit), tool_use })]))
    const report = computeReport(of, units, results, new Map(), [])
    const namesIn = (plot: ReturnType<typeof profilePlot> | undefined) =>
      textsIn(plot?.drawing ?? expect.unreachable()).flatMap(({ text }) => (/L[05]$/.test(text) ? [text] : []))
    const priced = { ...report, arms: report.arms.map((one) => ({ ...one, cost_usd: 3 })) }
    const all = arms.flatMap((name) =>
      name === 'explorer' ? ['explorer, L0', 'explorer, L5'] : ['anoth…name, L0', 'anoth…name, L5'],
    )
    expect(namesIn(profilePlot(report, arms))).toEqual(all)
    const byTurn = turnsPlot(of, units, results, { story: 'one', of: 'locations' })
    expect(namesIn(byTurn).toSorted()).toEqual(all.toSorted())
    expect(markupOf(byTurn?.drawing ?? expect.unreachable()).match(/class="band"/g)).toHaveLength(all.length)
    expect(namesIn(dotsPlot(report, 'one', arms, () => null))).toEqual(
      arms.flatMap((name) => [`${name}, L0`, `${name}, L5`]),
    )
    expect(namesIn(costPlot(priced, arms)).toSorted()).toEqual(all.toSorted())
    const [forest, ...pairs] = differencePlots(report, 'handicaps', arms, (episode) => `#${episode}`)
    expect(forest?.title).toBe('Compared with L0')
    expect(namesIn(forest)).toEqual(arms.map((name) => `${name}, L5`))
    const pointsIn = (plot: ReturnType<typeof profilePlot>) =>
      markupOf(plot?.drawing ?? expect.unreachable()).split('<circle').length - 1
    expect(pairs.map(pointsIn)).toEqual(arms.map(() => 3))
    expect(
      differencePlots(report, 'arms', arms, () => null)
        .slice(1)
        .map(pointsIn),
    ).toEqual(arms.slice(1).flatMap(() => [3, 3]))
    const page = reportHtml({ plan: of, units, results, report, linkTo: () => null })
    expect(page).toMatch(/calls of<\/th><th scope="col" class="figure">explorer, L0<\/th>/)
    expect(page).toContain(arms.length === 1 ? 'L5 beside L0<' : 'L5 beside L0 (explorer)<')
  })

  it('of turns is as tall as that of the episodes beside it', () => {
    const names = ['base', 'one', 'two', 'three', 'four', 'five', 'six', 'seven']
    const of = plan({ arms: names.map((name) => arm(name)) })
    const { units, results, report } = played(of, Object.fromEntries(names.map((name) => [name, [1, 2, 3]])))
    const heightOf = (plot: ReturnType<typeof dotsPlot>) => String(plot?.drawing.attributes.viewBox).split(' ').at(-1)
    expect(heightOf(turnsPlot(of, units, results, { story: 'one', of: 'score' }))).toBe(
      heightOf(dotsPlot(report, 'one', names, () => null)),
    )
  })

  it('of episodes with the same value shows each of them at another height', () => {
    const { report } = played(plan({ seeds: [1, 2, 3, 4, 5, 6] }), { base: [5, 5, 5, 5, 5, 5], other: [] })
    const drawing = markupOf(dotsPlot(report, 'one', ['base', 'other'], () => null)?.drawing ?? expect.unreachable())
    expect(new Set(drawing.match(/<circle[^>]*class="dot"/g)).size).toBe(6)
  })

  it('of a single difference is as tall as one of several', () => {
    const heightOf = (...others: readonly string[]) => {
      const arms = ['base', ...others]
      const values = Object.fromEntries(arms.map((name, index) => [name, [index, 2, 3]]))
      const { report } = played(plan({ arms: arms.map((name) => arm(name)) }), values)
      return String(differencePlots(report, 'arms', arms, () => null)[0]?.drawing.attributes.viewBox)
        .split(' ')
        .at(-1)
    }
    expect(heightOf('one')).toBe(heightOf('one', 'two', 'three', 'four'))
  })

  it('escapes text', () =>
    expect(markupOf(draw('text', { x: 1, class: '"' }, '<b>'))).toBe('<text x="1" class="&quot;">&lt;b&gt;</text>'))

  it('has round ticks, even without values', () => {
    expect(scaleOf([0, 17], 0, 100).ticks).toEqual([0, 5, 10, 15])
    expect(scaleOf([], 0, 100).at(0)).toBe(0)
  })

  it('of results that are all 0 shows possible shares only', () => {
    const { report } = played(plan({ primary: 'score_share' }), { base: [0, 0, 0], other: [0, 0, 0] })
    const arms = ['base', 'other']
    const sharesIn = (plot: ReturnType<typeof profilePlot>) => {
      const texts = textsIn(plot?.drawing ?? expect.unreachable()).map(({ text }) => text)
      const shares = texts.filter((text) => /^[+-]?[\d.]+( %)?$/.test(text)).map((text) => parseFloat(text))
      return [Math.min(...shares), Math.max(...shares)]
    }
    const [forest, pairs] = differencePlots(report, 'arms', arms, () => null)
    for (const plot of [dotsPlot(report, 'one', arms, () => null), pairs ?? null, profilePlot(report, arms)])
      expect(sharesIn(plot)).toEqual([0, 100])
    expect(sharesIn(forest ?? null)).toEqual([-100, 100])
  })
})

it('a plan with too many units is refused', () => {
  const seeds = Array.from({ length: 1001 }, (_, index) => index)
  expect(whyTooLarge(plan({ seeds, repeats: 50 }))).toMatch(/100,100 episodes; the limit is 100,000/)
  expect(whyTooLarge(plan({ seeds }))).toBeNull()
})

describe('what an experiment found', () => {
  const answers = (changed: Partial<ExperimentPlan>, scoreOf: (unit: Unit) => number) => {
    const made = plan({ primary: 'score_share', seeds: [1, 2, 3, 4, 5], ...changed })
    const units = unitsOf(made, digest)
    const played = new Map(units.map((unit) => [unit.key, result(unit, { score: scoreOf(unit) })]))
    return answersOf(computeReport(made, units, played, new Map(), []))
  }

  it('is one sentence with difference, interval and pairs', () =>
    expect(answers({}, ({ arm: name, seed }) => (name === 'other' ? 10 + seed : 4))).toEqual([
      expect.stringMatching(/^other beats base by 9\.0 points, 95 % interval 7\.\d to 11\.\d, 5 pairs\.$/),
    ]))

  it('names the better one first', () =>
    expect(answers({}, ({ arm: name, seed }) => (name === 'base' ? 10 + seed : 4))).toEqual([
      expect.stringMatching(/^base beats other by 9\.0 points, 95 % interval 7/),
    ]))

  it.each([
    [[1], 'other is ahead of base by 94.0 points (1 pair: too few to know).'],
    [[1, 2, 3], 'other is ahead of base by 92.0 points, 95 % interval 87.0 to 97.0 (3 pairs: too few to know).'],
  ])('makes no claim from the seeds %j alone', (seeds, answer) =>
    expect(answers({ seeds }, ({ arm: name, seed }) => (name === 'other' ? 96 - seed : seed))).toEqual([answer]),
  )

  it('is not clear where the interval includes zero', () =>
    expect(answers({}, ({ arm: name, seed }) => (name === 'base' ? 10 : 9.5 + (seed % 3)))).toEqual([
      expect.stringMatching(/^No clear difference between other and base: 0\.7 points, 95 % interval -\d/),
    ]))

  it('compares handicaps where one arm plays several', () =>
    expect(
      answers({ arms: [arm('base')], handicaps: ['L4', 'L2'] }, ({ handicap, seed }) =>
        handicap === 'L4' ? 8 + seed : 3,
      ),
    ).toEqual([expect.stringMatching(/^L4 beats L2 by 8\.0 points, /)]))

  it('begins with the questions that have a result', () => {
    const made = plan({ arms: [arm('base'), arm('fails'), arm('other')] })
    const { report } = played(made, { base: [1, 2, 3], fails: [], other: [1, 2, 3] })
    expect(answersOf(report)).toEqual([
      'other and base are equal in 3 pairs.',
      'fails and base: no pair of episodes has values yet.',
    ])
  })

  it('names arm and handicap where both differ', () =>
    expect(answers({ handicaps: ['L2', 'L4'] }, ({ seed }) => seed)).toEqual([
      'other and base (L2) are equal in 5 pairs.',
      'other and base (L4) are equal in 5 pairs.',
      'L4 and L2 (base) are equal in 5 pairs.',
      'L4 and L2 (other) are equal in 5 pairs.',
    ]))

  it('compares every arm with every other', () => {
    const made = plan({ arms: [arm('base'), arm('b'), arm('c')] })
    const { contrasts } = computeReport(made, unitsOf(made, digest), new Map(), new Map(), [])
    expect(contrasts.map(({ one, other }) => `${one} ${other}`)).toEqual(['b base', 'c base', 'c b'])
  })
})

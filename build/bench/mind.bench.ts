import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { PRESET_PARTS } from '@shared/agent/mind-presets'
import type { MindPart } from '@shared/episode/log/mind-schema'
import { mean, median } from '@shared/experiments/statistics/moments'
import { holm } from '@shared/experiments/statistics/paired'
import { ms, often, option, report } from './figures'
import {
  armKey,
  type Arm,
  controlsOf,
  MEASURED_PARTS,
  type Pair,
  pairsOf,
  planOf,
  PRESET_PAIRS,
  TARGETS,
} from './mind/arms'
import { type Effect, effectOn, judgePart, type PairFigures, shareOf } from './mind/judge-part'
import { measurePrompts } from './mind/mind-costs'
import { type ArmFigures, type Job, playAll, serveJobs } from './mind/play-arms'

/**
 * The effect of each part of the mind on a model that makes mistakes on purpose (build/bench/imperfect): the same seeds
 * with and without the part; then the cost of prompts and log. It proves wiring, direction and harmlessness, and not
 * the size of the effect on a real model. Options: `--seeds=60 --turns=200 --only=places`.
 */
const ASKED_SEEDS = Array.from({ length: Number(option('seeds') ?? often(60)) }, (_, index) => index + 1)
const TURNS = Number(option('turns') ?? often(200, 10))
const ONLY = option('only')
const IS_QUICK = often(1, 0) === 0

const zork = { title: 'Zork I', file: join('build', 'story', 'zork', 'zork1.z3') }
const glass = { title: 'Glass Weather', file: join('build', 'story', 'glass-weather.z5') }
const fixture = (name: string) => ({ title: name, file: join('src-main', 'story', 'fixtures', 'standalone', name) })
const STORIES = IS_QUICK ? [glass] : [zork, glass]
/** Too small for a gain; here a part must only do no harm. */
const SMALL = IS_QUICK ? [] : [fixture('manor.z5'), fixture('twins.z5')]

async function main(): Promise<void> {
  const parts = MEASURED_PARTS.filter((part) => ONLY === undefined || part === ONLY)
  if (parts.length === 0) {
    print(`There is no part "${ONLY}"; there are ${MEASURED_PARTS.join(', ')}.`)
    process.exitCode = 2
    return
  }
  print(
    'An imperfect model plays, not a real one: this proves wiring, direction and harmlessness, not the size of effects.',
  )
  const plans = parts.map(planOf)
  const presets = ONLY === undefined ? PRESET_PAIRS : []
  const arms = distinct([...plans.flatMap(pairsOf), ...presets])
  const controls = distinct(plans.flatMap(controlsOf))
  const job = (seed: number) => (file: string, arm: Arm) => ({ file, seed, turns: TURNS, arm })
  const jobsOf = (seed: number): readonly Job[] => [
    ...STORIES.flatMap(({ file }) =>
      [...arms, ...(seed <= CONTROL_SEEDS ? controls : [])].map((arm) => job(seed)(file, arm)),
    ),
    ...SMALL.flatMap(({ file }) => distinct(presets).map((arm) => job(seed)(file, arm))),
  ]
  const jobs = ASKED_SEEDS.flatMap(jobsOf)
  const played = new Map<string, ArmFigures>()
  const startedAt = performance.now()
  let printedAt = startedAt
  await playAll(jobs, fileURLToPath(import.meta.url), (asked, figures) => {
    played.set(keyOf(asked), figures)
    const now = performance.now()
    if (now - printedAt < PRINT_EVERY_MS) return
    printedAt = now
    const left = ((now - startedAt) / played.size) * (jobs.length - played.size)
    print(`${played.size} of ${jobs.length} episodes, about ${minutes(left)} to go`)
  })
  // After Ctrl+C only seeds with all arms count.
  const seeds = ASKED_SEEDS.filter((seed) => jobsOf(seed).every((asked) => played.has(keyOf(asked))))
  if (seeds.length === 0) return
  print(`${played.size} episodes of at most ${TURNS} turns in ${minutes(performance.now() - startedAt)}`)

  const figuresOf = (pair: Pair, stories: readonly { readonly file: string }[], only = seeds): PairFigures => {
    const of = (arm: Arm) =>
      only.map((seed) => meanOf(stories.flatMap(({ file }) => played.get(keyOf(job(seed)(file, arm))) ?? [])))
    return { arm: of(pair.arm), base: of(pair.base) }
  }
  const controlled = seeds.filter((seed) => seed <= CONTROL_SEEDS)
  const isStandard = (part: MindPart) => PRESET_PARTS.standard.includes(part)
  const stories = STORIES.map(({ title }) => title).join(' and ')
  print(
    `\n${stories}, seeds 1 to ${seeds.length}: with it less without it, 95 % intervals; p of the best measure by Holm`,
  )
  printHead()
  const targets = plans.map((plan) => figuresOf(plan.target, STORIES))
  const corrected = holm(targets.map((pair) => Math.min(...MEASURES.map((measure) => effectOn(pair, measure).p)) * 4))
  for (const [index, plan] of plans.entries()) {
    const evidence = {
      target: targets[index]!,
      clean: figuresOf(plan.clean, STORIES),
      deaf: plan.deaf && figuresOf(plan.deaf, STORIES, controlled),
      placebo: plan.placebo && figuresOf(plan.placebo, STORIES, controlled),
      falseNote: plan.falseNote && figuresOf(plan.falseNote, STORIES),
    }
    printPair(plan.part, `alone, ${TARGETS[plan.part].fault}`, evidence.target, corrected[index])
    printPair('', 'alone, without faults', evidence.clean)
    printPair('', 'in standard, typical faults', figuresOf(plan.inStandard, STORIES))
    if (evidence.deaf) printPair('', 'alone, deaf', evidence.deaf)
    if (evidence.placebo) printPair('', 'meaningless text', evidence.placebo)
    if (evidence.falseNote) printPair('', 'false notes', evidence.falseNote)
    const rules = judgePart(evidence)
    const broken = rules.filter(({ isKept }) => !isKept)
    print(
      `          ${broken.length === 0 ? 'passes' : `fails: not "${broken.map(({ rule }) => rule).join('", not "')}"`}; ${isStandard(plan.part) ? 'in' : 'not in'} the preset standard`,
    )
  }
  if (ONLY === undefined) {
    print(`\nthe preset standard: ${PRESET_PARTS.standard.join(', ') || 'no part'}`)
    printHead()
    for (const { title, file } of [...STORIES, ...SMALL])
      for (const pair of PRESET_PAIRS) printPair('', `${title}, ${pair.name}`, figuresOf(pair, [{ file }]))
    await measureCosts()
  }
}

/** Controls need fewer seeds. */
const CONTROL_SEEDS = 10
const PRINT_EVERY_MS = 30_000
const MEASURES = ['score', 'locations', 'repeats', 'refused'] as const

async function measureCosts(): Promise<void> {
  const { title, file } = STORIES[0] ?? glass
  const turns = often(500, 12)
  print('')
  for (const preset of ['none', 'standard'] as const) {
    const { tokens, kept, buildMs, compactions } = await measurePrompts({ file, turns, parts: PRESET_PARTS[preset] })
    const at = [20, 100, 300].flatMap((turn) => tokens[turn - 1] ?? [])
    report(
      `${preset}, ${title}: tokens at turns 20, 100, 300`,
      at.map((count) => count.toLocaleString('en-US')).join(', '),
    )
    const later = kept.slice(9)
    report(
      '  share of a request that the previous one had too, from turn 10',
      `${mean(later).toFixed(3)} in the mean, below 0.9 in ${later.filter((share) => share < 0.9).length} of ${later.length} turns, ${compactions} compactions`,
    )
    report('  time to build a prompt, last ten turns: median', ms(median(buildMs.slice(-10))))
    const { logBytes } = await measurePrompts({ file, turns, parts: PRESET_PARTS[preset], iterations: 4 })
    report(`  log of ${tokens.length} turns with four iterations each`, `${(logBytes / 1e6).toFixed(1)} MB`)
  }
}

const keyOf = ({ file, seed, arm }: Job) => `${file}|${seed}|${armKey(arm)}`

function distinct(pairs: readonly Pair[]): readonly Arm[] {
  return [...new Map(pairs.flatMap(({ arm, base }) => [arm, base]).map((arm) => [armKey(arm), arm])).values()]
}

/** The mean over the stories of one seed. */
function meanOf(figures: readonly ArmFigures[]): ArmFigures {
  const keys = Object.keys(figures[0] ?? {}) as (keyof ArmFigures)[]
  return Object.fromEntries(keys.map((key) => [key, mean(figures.map((figure) => figure[key]))])) as never
}

const WIDTHS = [11, 34, 24, 24, 10, 10, 9, 9]
function row(...cells: readonly string[]): void {
  print(cells.map((cell, column) => cell.padEnd(WIDTHS[column] ?? 0)).join(''))
}
const printHead = () => row('part', 'how', 'score', 'locations', 'repeats', 'refused', 'tokens', 'billed', 'p')

function printPair(part: string, how: string, pair: PairFigures, p?: number): void {
  const share = (measure: 'repeats' | 'refused' | 'tokens' | 'billed') => {
    const value = shareOf(pair, measure, effectOn(pair, measure))
    return value === null ? '–' : `${value > 0 ? '+' : ''}${(value * 100).toFixed(0)} %`
  }
  row(
    part,
    how,
    inWords(effectOn(pair, 'score')),
    inWords(effectOn(pair, 'locations')),
    share('repeats'),
    share('refused'),
    share('tokens'),
    share('billed'),
    p === undefined ? '' : p.toFixed(3),
  )
}

const withSign = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(1)}`
const inWords = ({ mean: value, low, high }: Effect) => `${withSign(value)} (${withSign(low)} to ${withSign(high)})`
const minutes = (time: number) =>
  `${Math.floor(time / 60_000)}:${String(Math.round((time / 1000) % 60)).padStart(2, '0')}`

function print(line: string): void {
  process.stdout.write(`  ${line}\n`)
}

if (isMainThread) await main()
else serveJobs()

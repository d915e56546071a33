import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bootstrapInterval } from '@shared/experiments/statistics/intervals'
import { mean, median } from '@shared/experiments/statistics/moments'
import { createRandomPlayer } from '../../src-main/agent/random-player'
import { type Course, courseOf, openStory, playStory } from '../../src-main/explorer/choice/play-story.testkit'
import { playOverHttp } from '../../src-main/explorer/endpoint/play-over-http.testkit'
import { ms, often, option, perSecond, report } from './figures'
import { temporaryFolder } from './temporary-folder'

/**
 * Compares the explorer with the random player on the same seeds: scores, locations and the time of a decision; then
 * plays turns over HTTP and counts errors. `--seeds=20 --turns=400 --protocol=10000` are the defaults. `--rooms` counts
 * the locations that each of them finds within 60 turns (or `--turns`), in every story and test story; Inform compiles
 * the test stories.
 */
const COUNTS_ROOMS = process.argv.includes('--rooms')
const SEEDS = Array.from({ length: Number(option('seeds') ?? often(20)) }, (_, index) => index + 1)
const TURNS = Number(option('turns') ?? (COUNTS_ROOMS ? 60 : often(400, 50)))
const MARKS = [50, 100, 200, 400].filter((mark) => mark <= TURNS)

const bundled = join('build', 'story', 'glass-weather.z5')
const zork = join('build', 'story', 'zork', 'zork1.z3')
const stories = [
  { title: 'Zork I, release 119', file: zork },
  { title: 'Glass Weather', file: bundled },
]

if (COUNTS_ROOMS) countRooms()
else {
  for (const { title, file } of stories) compare(title, file)
  await talk(Number(option('protocol') ?? often(10_000, 20)))
}

function countRooms(): void {
  const folder = temporaryFolder('rooms')
  const fixtures = ['inform-library', 'standalone'].map((name) => join('src-main', 'story', 'fixtures', name))
  const files = [
    bundled,
    ...[1, 2, 3].map((number) => join('build', 'story', 'zork', `zork${number}.z3`)),
    ...fixtures.flatMap((sources) =>
      readdirSync(sources)
        .filter((file) => file.endsWith('.inf'))
        .map((file) => compiled(sources, basename(file, '.inf'), folder)),
    ),
  ]
  print(row('random', 'expl.', 'story'))
  for (const file of files)
    if (!existsSync(file)) report(basename(file), 'not measured: it is not there, or inform6 is not')
    else {
      const locations = (courses: readonly ((turns: number) => Course)[]) =>
        mean(courses.map((at) => at(TURNS).locations)).toFixed(1)
      const random = locations(SEEDS.map((seed) => playAtRandom(file, seed)))
      print(row(random, locations(SEEDS.map((seed) => playStory(file, { seed, turns: TURNS }).at)), basename(file)))
    }
}

/** The newly compiled story; without Inform, the stored one. */
function compiled(sources: string, name: string, folder: string): string {
  const file = join(folder, `${name}.z5`)
  spawnSync('inform6', ['-Cu', '+include_path=/usr/share/inform6/library', '-v5', join(sources, `${name}.inf`), file])
  return existsSync(file) ? file : join(sources, `${name}.z5`)
}

function compare(title: string, file: string): void {
  // Only figures of an episode are kept, because more objects would slow garbage collection and distort the decision
  // time.
  const played = SEEDS.map((seed) => {
    const { turns, at } = playStory(file, { seed, turns: TURNS })
    return { at, decisionsMs: turns.map(({ decisionMs }) => decisionMs) }
  })
  const players = { explorer: played.map(({ at }) => at), random: SEEDS.map((seed) => playAtRandom(file, seed)) }
  print(`${title}, seeds 1 to ${SEEDS.length}`)
  print(row('player', 'turns', 'final: median', 'mean', '95 %', 'best: median', 'mean', '95 %', 'locations', 'deaths'))
  for (const [player, courses] of Object.entries(players))
    for (const mark of MARKS) print(row(player, String(mark), ...figuresOf(courses.map((at) => at(mark)))))
  const times = played.flatMap(({ decisionsMs }) => decisionsMs).toSorted((a, b) => a - b)
  const share = (part: number) => ms(times[Math.ceil(part * times.length) - 1] ?? NaN)
  report(
    'time of a decision: mean, median, 99 %, longest',
    `${ms(mean(times))}, ${share(0.5)}, ${share(0.99)}, ${share(1)}, garbage collection included`,
  )
}

async function talk(wanted: number): Promise<void> {
  if (wanted === 0) return
  const startedAt = performance.now()
  const { turns, requests, toolCalls, troubles } = await playOverHttp(bundled, { turns: wanted, turnsAnEpisode: 100 })
  report(
    'turns over HTTP, every other episode with a tool',
    `${turns}, ${requests} requests, ${toolCalls.length} tool calls, ${perSecond(turns, performance.now() - startedAt)} turns`,
  )
  report('protocol errors', String(troubles.length))
  for (const trouble of troubles.slice(0, 5)) print(JSON.stringify(trouble))
}

function playAtRandom(file: string, seed: number): (turns: number) => Course {
  const story = openStory(file, seed)
  const player = createRandomPlayer(seed)
  for (let turn = 0; turn < TURNS && !story.isOver(); turn++) story.act(player.chooseAction(story.state()))
  return courseOf(story.state())
}

function figuresOf(courses: readonly Course[]): readonly string[] {
  const of = (key: keyof Course) => courses.map((course) => course[key])
  const spread = (values: readonly number[]) => {
    const { low, high } = bootstrapInterval([values], mean)
    const interval = Number.isNaN(low) ? 'too few seeds' : `${low.toFixed(1)} to ${high.toFixed(1)}`
    return [median(values).toFixed(1), mean(values).toFixed(1), interval]
  }
  return [
    ...spread(of('score')),
    ...spread(of('best')),
    mean(of('locations')).toFixed(1),
    mean(of('deaths')).toFixed(2),
  ]
}

function row(...cells: readonly string[]): string {
  const widths = [10, 7, 15, 8, 16, 14, 8, 16, 11, 8]
  return cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('')
}

function print(line: string): void {
  process.stdout.write(`  ${line}\n`)
}

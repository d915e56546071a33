import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { LoggedEvent } from '@shared/episode/log/event'
import type { EpisodeSummary } from '@shared/episode/projections/summary'
import { emptyEpisode } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { median } from '@shared/experiments/statistics/moments'
import { ms, often, perSecond, report, timesOf } from './figures'
import { temporaryFolder } from './temporary-folder'

/** Plays the bundled story with the explorer through `zorkgpt play`, without and with tools; then reduces its log. */
const TURNS = often(100, 5)
const data = temporaryFolder('play')

type Times = { readonly p50: number | null; readonly p95: number | null }
interface Result extends Pick<EpisodeSummary, 'iterations'> {
  readonly folder: string
  readonly tool_calls: number
  readonly mcp_wait_ms: Times
  readonly turn_ms: Times
}

const times = ({ p50, p95 }: Times) => `p50 ${ms(p50 ?? NaN)}, p95 ${ms(p95 ?? NaN)}`

function play(what: string, ...options: readonly string[]): { readonly result: Result; readonly log: string } {
  const command = 'play --game glass-weather --player explorer --seed 1 --json --turns'.split(' ')
  const args = [join('out', 'main', 'cli.js'), ...command, String(TURNS), '--data', data, ...options]
  const output = execFileSync(process.execPath, args, { encoding: 'utf8' })
  const result = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Result
  const log = join(result.folder, 'events.jsonl')
  const events = eventsIn(log)
  const first = events.find(({ event_type }) => event_type === 'turn_started')
  const last = events.findLast(({ event_type }) => event_type === 'turn_completed')
  const playedMs = Date.parse(last?.at ?? '') - Date.parse(first?.at ?? '')
  report(`explorer, ${TURNS} turns, ${what}`, `${perSecond(TURNS, playedMs)} turns, turn ${times(result.turn_ms)}`)
  return { result, log }
}

const eventsIn = (log: string) =>
  readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LoggedEvent)

play('MCP off', '--no-mcp')
const { result, log } = play('thoughtbox, a fresh server a turn')
report('  iterations, tool calls', `${result.iterations}, ${result.tool_calls}`)
report('  MCP wait of a turn', times(result.mcp_wait_ms))
report('  log on disk per turn', `${(statSync(log).size / TURNS / 1024).toFixed(1)} KiB`)
const events = eventsIn(log)
const reduceMs = median(timesOf(15, () => events.reduce(reduceEpisode, emptyEpisode)))
report(`events reduced, log of ${events.length}, median of 15`, perSecond(events.length, reduceMs))

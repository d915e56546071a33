import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyEpisode } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import type { EpisodeSummary } from '@shared/episode/projections/summary'
import type { LoggedEvent } from '@shared/episode/log/event'
import { median, ms, often, perSecond, report } from './figures'

/**
 * The explorer on the bundled story through the shipped cli, with and without tools; then the folding of the logs it
 * left.
 */
const TURNS = often(100, 5)
const data = mkdtempSync(join(tmpdir(), 'bench-play-'))

interface Result extends Pick<EpisodeSummary, 'iterations'> {
  readonly folder: string
  readonly tool_calls: number
  readonly mcp_wait_ms: { readonly p50: number | null; readonly p95: number | null }
  readonly turn_ms: { readonly p50: number; readonly p95: number }
}

function play(...args: string[]): { result: Result; events: LoggedEvent[] } {
  const output = execFileSync(
    process.execPath,
    [
      join('out', 'main', 'cli.js'),
      ...'play --game glass-weather --player explorer --seed 1 --turns'.split(' '),
      String(TURNS),
      '--data',
      data,
      '--json',
      ...args,
    ],
    { encoding: 'utf8' },
  )
  const result = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Result
  return {
    result,
    events: readFileSync(join(result.folder, 'events.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as LoggedEvent),
  }
}

/** Milliseconds from the first turn's start to the last turn's end, by the log. */
function playingTime(events: readonly LoggedEvent[]): number {
  const at = (type: string, pick: (list: readonly LoggedEvent[]) => LoggedEvent | undefined) =>
    Date.parse(pick(events.filter(({ event_type }) => event_type === type))?.at ?? '')
  return at('turn_completed', (list) => list.at(-1)) - at('turn_started', (list) => list[0])
}

const without = play('--no-mcp')
const tools = play()
report(
  `explorer, ${TURNS} turns, MCP off`,
  `${perSecond(TURNS, playingTime(without.events))} turns, turn p50 ${ms(without.result.turn_ms.p50)}, p95 ${ms(without.result.turn_ms.p95)}`,
)
report(
  `explorer, ${TURNS} turns, thoughtbox, a fresh server a turn`,
  `${perSecond(TURNS, playingTime(tools.events))} turns, turn p50 ${ms(tools.result.turn_ms.p50)}, p95 ${ms(tools.result.turn_ms.p95)}`,
)
report('  iterations, tool calls', `${tools.result.iterations}, ${tools.result.tool_calls}`)
report(
  '  MCP wait on the turn, p50 and p95',
  `${ms(tools.result.mcp_wait_ms.p50 ?? NaN)}, ${ms(tools.result.mcp_wait_ms.p95 ?? NaN)}`,
)
report(
  '  log on disk per turn',
  `${(statSync(join(tools.result.folder, 'events.jsonl')).size / TURNS / 1024).toFixed(1)} KiB`,
)

const folds = Array.from({ length: 15 }, () => {
  const started = performance.now()
  tools.events.reduce(reduceEpisode, emptyEpisode)
  return performance.now() - started
})
report(`events folded, log of ${tools.events.length}, median of 15`, perSecond(tools.events.length, median(folds)))
rmSync(data, { recursive: true })

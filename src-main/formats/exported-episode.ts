import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { LoggedEvent } from '@shared/episode/log/event'
import { type Included, redactEvents } from '@shared/episode/log/redact'
import type { EpisodeSummary } from '@shared/episode/projections/summary'
import { keyOf, type Unit } from '@shared/experiments/plan'
import { summaryOf } from '../episode/list-episodes'
import { refuseMissing, type TurnRange } from '../episode/log/cut-log'
import { exportedEvents } from '../episode/log/export-log'
import { badLog } from '../episode/log/log-lines'
import { readEachTurn, type TurnsRead } from '../episode/log/read-each-turn'
import { indexOf } from '../episode/log/read-lines'
import { NOTHING_RECORDED } from '../episode/log/read-log'

/** An episode as all formats read it, redacted for export. Can be read several times. */
export interface ExportedEpisode {
  readonly id: string
  readonly unit: ExportedUnit | null
  /** The result of the episode; contains no text of untrusted sources. */
  readonly outcome: Outcome
  /** Whether the opening before the first turn is exported too. */
  readonly hasOpening: boolean
  /** The requested turns, in parts. */
  readonly read: () => AsyncGenerator<TurnsRead>
  /** Their events, in parts, without undone turns. */
  readonly events: () => AsyncGenerator<readonly LoggedEvent[]>
}

export type Outcome = Pick<EpisodeSummary, 'ended' | 'score' | 'maxScore' | 'turns' | 'deaths' | 'locations'>

interface ExportedUnit {
  readonly experiment: string
  readonly arm: string
  readonly repeat: number
  readonly key: string
}

export interface WhatGoesOut {
  readonly kept: Included
  /** Null for all turns. */
  readonly range: TurnRange | null
}

/** Rejects with `bad_log`, or `not_found` for missing turns. `unit`: for logs that do not name their unit. */
export async function openExported(
  folder: string,
  { kept, range }: WhatGoesOut,
  unit?: ExportedUnit,
): Promise<ExportedEpisode> {
  const summary = await summaryOf(folder, range?.to)
  if (summary === null) throw badLog(1, NOTHING_RECORDED)
  const { ended, score, maxScore, turns, deaths, locations } = summary
  if (range) refuseMissing(range, turns)
  const change = (event: LoggedEvent) => redactEvents([event], kept).events[0] ?? event
  const known = unit ?? (summary.unit && (await unitOf(folder, change)))
  return {
    id: basename(folder),
    unit: known,
    outcome: { ended, score, maxScore, turns, deaths, locations },
    hasOpening: range === null || range.from === 0,
    // Reads the requests too, because forced answers and helper calls, which have costs, begin with them.
    read: () => wantedTurns(readEachTurn(folder, change, { withRequests: true, untilTurn: range?.to }), range),
    events: () => countedEvents(folder, { kept, range }),
  }
}

export const unitIn = (experiment: string, { arm, repeat, key }: Unit): ExportedUnit => ({
  experiment,
  arm,
  repeat,
  key,
})

/** The unit in the first event of the log; null if there is none. */
async function unitOf(folder: string, change: (event: LoggedEvent) => LoggedEvent): Promise<ExportedUnit | null> {
  for await (const { state } of readEachTurn(folder, change, { untilTurn: 0 })) {
    const { manifest } = state
    if (!manifest?.unit) return null
    const { unit, game, handicap, seed } = manifest
    const key = keyOf(game.sha256, { ...unit, handicap, seed }, (text) =>
      createHash('sha256').update(text).digest('hex'),
    )
    return { ...unit, key }
  }
  return null
}

/** The events without undone turns, but with their tools, which are logged once and may be used by later turns. */
async function* countedEvents(folder: string, what: WhatGoesOut): AsyncGenerator<readonly LoggedEvent[]> {
  const { turnStarts, end } = await indexOf(folder)
  let counts = true
  for await (const events of exportedEvents(folder, what))
    yield events.filter((event) => {
      if (event.event_type === 'turn_started') counts = event.seq >= (turnStarts[event.turn] ?? end).seq
      if (event.event_type === 'episode_resumed') counts = true
      return counts || event.event_type === 'tools_offered'
    })
}

async function* wantedTurns(parts: AsyncIterable<TurnsRead>, range: TurnRange | null): AsyncGenerator<TurnsRead> {
  for await (const { turns, state } of parts) {
    const { from, to } = range ?? { from: 0, to: Infinity }
    yield { turns: turns.filter(({ turn: { number } }) => number >= from && number <= to), state }
  }
}

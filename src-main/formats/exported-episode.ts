import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { LoggedEvent } from '@shared/episode/log/event'
import { type Included, redactEvents } from '@shared/episode/log/redact'
import type { EpisodeSummary } from '@shared/episode/projections/summary'
import { ExpectedError } from '@shared/base/expected-error'
import { keyOf, type Unit } from '@shared/experiments/plan'
import type { TurnRange } from '../episode/log/cut-log'
import { exportedEvents } from '../episode/log/export-log'
import { summaryOf } from '../episode/list-episodes'
import { badLog } from '../episode/log/log-error'
import { indexOf } from '../episode/log/log-index'
import { readEachTurn, type TurnsRead } from '../episode/log/read-each-turn'
import { NOTHING_RECORDED } from '../episode/log/read-log'

/** An episode as all formats read it: what may go out of it, as often as it is asked for. */
export interface ExportedEpisode {
  readonly id: string
  readonly unit: ExportedUnit | null
  /** What it came to at its end; nothing in it was said by a guest. */
  readonly outcome: Outcome
  /** Whether what the game printed before the first turn is wanted as well. */
  readonly hasOpening: boolean
  /** The turns that are wanted, in parts. */
  readonly read: () => AsyncGenerator<TurnsRead>
  /** What is logged of them, in parts, without the turns that were taken back. */
  readonly events: () => AsyncGenerator<readonly LoggedEvent[]>
}

export type Outcome = Pick<EpisodeSummary, 'ended' | 'score' | 'maxScore' | 'turns' | 'deaths' | 'locations'>

/** Which episode of which experiment it is. */
interface ExportedUnit {
  readonly experiment: string
  readonly arm: string
  readonly repeat: number
  readonly key: string
}

export interface WhatGoesOut {
  readonly kept: Included
  /** Null for all of it. */
  readonly range: TurnRange | null
}

/**
 * Rejects with `bad_log` for a log that cannot be trusted, and with `not_found` for turns that it does not have.
 * `unit`: of an experiment that knows it, where the log may not.
 */
export async function openExported(
  folder: string,
  { kept, range }: WhatGoesOut,
  unit?: ExportedUnit,
): Promise<ExportedEpisode> {
  const summary = await summaryOf(folder)
  if (summary === null) throw badLog(1, NOTHING_RECORDED)
  const { ended, score, maxScore, turns, deaths, locations } = summary
  refuseMissing(range, turns)
  const change = (event: LoggedEvent) => redactEvents([event], kept).events[0] ?? event
  const known = unit ?? (await unitOf(folder, change))
  return {
    id: basename(folder),
    unit: known,
    outcome: { ended, score, maxScore, turns, deaths, locations },
    hasOpening: range === null || range.from === 0,
    // Forced answers and calls of helpers begin with their request: without it, what they cost would be missing.
    read: () => wantedTurns(readEachTurn(folder, change, true), range),
    events: () => countedEvents(folder, { kept, range }),
  }
}

export const unitIn = (experiment: string, { arm, repeat, key }: Unit): ExportedUnit => ({
  experiment,
  arm,
  repeat,
  key,
})

function refuseMissing(range: TurnRange | null, turns: number): void {
  const missing = range && [range.from, range.to].find((turn) => turn !== Infinity && turn > turns)
  if (missing != null)
    throw new ExpectedError('not_found', `The log has ${turns} complete turns; turn ${missing} is not one of them.`)
}

/** What the log itself says. */
async function unitOf(folder: string, change: (event: LoggedEvent) => LoggedEvent): Promise<ExportedUnit | null> {
  for await (const { state } of readEachTurn(folder, change)) {
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

/** Tools are offered once: those that a turn was offered that was taken back may be those of the turns after it. */
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

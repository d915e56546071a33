import { expect } from 'vitest'
import type { LoggedEvent } from '@shared/episode/log/event'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { episodeSummary } from '@shared/episode/projections/summary-schema'
import { emptyEpisode } from '@shared/episode/state/episode'
import { reduceEvents } from '@shared/episode/state/reduce-episode'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { isLogFault, type LogFault } from './log-lines'
import { checkedEvents } from './read-log'

/**
 * Changes the bits of `mask` in every `step`th byte of a log, one byte at a time. Expects that the preceding lines are
 * read unchanged, that a fault names the line, and that the readable part can be shown.
 */
export function checkChangedBytes(mask: number, step: number): void {
  const log = Buffer.from(
    sampleEpisode({ turns: 1 })
      .map((event) => (event.event_type === 'llm_request' ? { ...event, messages_added: [] } : event))
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(''),
  )
  const texts = [...checkedEvents(log, 0)].map((event) => JSON.stringify(event))
  let line = 0
  let damaged = 0
  for (const [at, byte] of log.entries()) {
    if (at > 0 && log[at - 1] === 10) line++
    if (at % step > 0) continue
    const place = `byte ${at}, line ${line + 1}`
    const changed = Buffer.from(log)
    changed[at] = byte ^ mask
    const { events, fault } = read(changed)
    expect(
      texts.slice(0, line).every((text, index) => text === JSON.stringify(events[index])),
      place,
    ).toBe(true)
    if (fault !== null) {
      expect(`${fault.detail.line} ${fault.kind} ${fault.message}`, place).toMatch(
        new RegExp(`^${line + 1} bad_log .*damaged`),
      )
      damaged++
    }
    const summary = summarizeEpisode(reduceEvents(emptyEpisode, events))
    if (summary) expect(() => episodeSummary.parse(summary), place).not.toThrow()
  }
  expect(damaged).toBeGreaterThan(log.length / step / 10)
}

function read(log: Buffer): { readonly events: readonly LoggedEvent[]; readonly fault: LogFault | null } {
  const events: LoggedEvent[] = []
  try {
    for (const event of checkedEvents(log.subarray(0, log.lastIndexOf(10) + 1), 0)) events.push(event)
    return { events, fault: null }
  } catch (error) {
    if (!isLogFault(error)) throw error
    return { events, fault: error }
  }
}

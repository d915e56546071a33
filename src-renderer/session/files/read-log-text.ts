import { LOG_BOUNDS, parseCutJson } from '@shared/base/json/bound-json'
import { type LoggedEvent, loggedEvent } from '@shared/episode/log/event'
import { evidenceOfNewerVersion, writerNamedBy } from '@shared/episode/log/newer-version'
import { fileStrings as words } from '../strings'

interface LogText {
  readonly events: readonly LoggedEvent[]
  /** A sentence about a skipped line; null if there is none. */
  readonly warning: string | null
}

/**
 * Reads a log and checks every line. A torn last line is skipped with a warning; other faults throw with their line
 * number.
 */
export function readLogText(text: string, fileName: string): LogText {
  const end = text.lastIndexOf('\n') + 1
  const lines = text.slice(0, end).split('\n').slice(0, -1)
  let writer: string | null = null
  const events = lines.map((line, index) => {
    const event = parse(line, writer)
    if (typeof event === 'string') throw new Error(words.notAnEpisode(fileName, index + 1, event))
    if (event.seq !== index) throw new Error(words.notAnEpisode(fileName, index + 1, words.outOfOrder))
    writer = writerNamedBy(event) ?? writer
    return event
  })
  if (events[0]?.event_type !== 'episode_started') throw new Error(words.isEmpty(fileName))
  return { events, warning: end < text.length ? words.tornLine : null }
}

function parse(line: string, writer: string | null): LoggedEvent | string {
  try {
    const json = parseCutJson(line, LOG_BOUNDS)
    const result = loggedEvent.safeParse(json)
    if (result.success) return result.data
    const sign = evidenceOfNewerVersion(json, writer)
    return sign !== null
      ? words.ofNewerVersion(sign)
      : words.noEvent(result.error.issues[0]?.path.join('.') || 'event_type')
  } catch {
    return words.notJson
  }
}

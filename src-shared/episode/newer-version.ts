import { eventBody, LOG_FORMAT } from './event'

/** What tells that a newer version of the app wrote this line of a log, as half a sentence; null if nothing does. Such a log is neither broken nor to be deleted. */
export function signOfNewerVersion(line: unknown): string | null {
  if (typeof line !== 'object' || line === null || !('event_type' in line) || typeof line.event_type !== 'string') return null
  if (!EVENT_TYPES.has(line.event_type)) return `this version of the app knows no event ${JSON.stringify(line.event_type.slice(0, LONGEST_TYPE_TOLD))}`
  if (line.event_type !== 'episode_started' || !('format' in line) || typeof line.format !== 'number' || line.format <= LOG_FORMAT) return null
  return `the log has format ${line.format}, and this version of the app reads ${LOG_FORMAT}`
}

const EVENT_TYPES: ReadonlySet<string> = new Set(eventBody.options.map(({ shape }) => shape.event_type.value))
const LONGEST_TYPE_TOLD = 60

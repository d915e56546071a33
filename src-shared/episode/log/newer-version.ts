import { APP_VERSION } from '../../base/app-version'
import { eventBody, LOG_FORMAT } from './event'

/**
 * Evidence that a newer version of the app wrote this line of a log, as a clause; null if there is none. Such a log is
 * not damaged and must not be deleted. `writer` is the version that the log names, null if unknown. An unknown event or
 * a higher format alone is no evidence, because one changed byte can cause either.
 */
export function evidenceOfNewerVersion(line: unknown, writer: string | null): string | null {
  const unknown = unknownEvent(line)
  if (unknown !== null)
    return writer !== null && isNewerVersion(writer)
      ? `version ${writer} of the app wrote it, and this one, ${APP_VERSION}, knows no event ${unknown}`
      : null
  const { event_type: type, format, app_version: by } = Object(line) as Readonly<Record<string, unknown>>
  const isNewer = typeof format === 'number' && format > LOG_FORMAT && typeof by === 'string' && isNewerVersion(by)
  return type === 'episode_started' && isNewer
    ? `the log has format ${format}, and this version of the app reads ${LOG_FORMAT}`
    : null
}

/** The unknown event type of a line, in quotes; null if the type is known or not a string. */
export function unknownEvent(line: unknown): string | null {
  const { event_type: type } = Object(line) as Readonly<Record<string, unknown>>
  return typeof type === 'string' && !EVENT_TYPES.has(type) ? JSON.stringify(type.slice(0, LONGEST_TYPE_SHOWN)) : null
}

/** The version of the app that wrote the events after this one; null if the event names none. */
export const writerNamedBy = (event: object): string | null =>
  'app_version' in event && typeof event.app_version === 'string' ? event.app_version : null

/** Events that name the version of their writer. */
export const NAMES_WRITER: ReadonlySet<string> = new Set(['episode_started', 'episode_resumed', 'episode_forked'])

function isNewerVersion(version: string): boolean {
  const [theirs, ours] = [version, APP_VERSION].map((text) =>
    /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:[-+][\w.-]{1,40})?$/.exec(text)?.slice(1, 4).map(Number),
  )
  const at = theirs?.findIndex((number, index) => number !== ours?.[index]) ?? -1
  return at >= 0 && (theirs?.[at] ?? 0) > (ours?.[at] ?? 0)
}

const EVENT_TYPES: ReadonlySet<string> = new Set(eventBody.options.map(({ shape }) => shape.event_type.value))
const LONGEST_TYPE_SHOWN = 60

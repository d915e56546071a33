import type { LoggedEvent } from './event'

/** What may be in a log and is nobody else's business, with what stands in its place in an export. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sk|pk|rk|gh[pousr]|xox[abp]|AIza)[-_A-Za-z0-9]{16,}/g, '[key]'],
  [/\b(Bearer|Basic)\s+[-._~+/A-Za-z0-9]{8,}=*/g, '$1 [key]'],
  [/(?:\/(?:home|Users|root|tmp|var|opt|usr|etc|mnt|private)\/|\b[A-Za-z]:\\)[^\s"'`<>|:;,)\]}]*/g, '[path]'],
]

export interface Redacted {
  readonly events: readonly LoggedEvent[]
  /** How many places were blanked. */
  readonly places: number
}

/** The events without keys and absolute paths. Settings name files and endpoints of one machine: they are left out whole. */
export function redactEvents(events: readonly LoggedEvent[]): Redacted {
  let places = 0
  const blank = (text: string): string => SECRETS.reduce((kept, [pattern, mark]) => kept.replace(pattern, (found: string, ...groups: unknown[]) => {
    places++
    return typeof groups[0] === 'string' ? mark.replace('$1', groups[0]) : mark
  }), text)
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return blank(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, walk(field)]))
  }
  const redacted = events.map((event) => walk(event.event_type === 'episode_started' ? { ...event, settings: {} } : event) as LoggedEvent)
  return { events: redacted, places }
}

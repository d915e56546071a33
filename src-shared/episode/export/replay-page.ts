import { visibleLine, visibleText } from '../../base/visible-text'
import type { Annotations } from '../log/annotations'
import type { LoggedEvent } from '../log/event'

export interface ReplayData {
  readonly fileName: string
  readonly events: readonly LoggedEvent[]
  readonly annotations: Annotations
}

const OPENING = '<script type="application/json" id="episode">'
const EMPTY = `${OPENING}</script>`

/**
 * Embeds an episode in the built page. Texts of game, model and tools are embedded as JSON without any `<`, so that
 * they cannot end the element; the page's policy only allows the script that it was built with. Throws if the page has
 * no place for an episode.
 */
export function embedEpisode(page: string, { events, ...data }: ReplayData): string {
  const at = page.indexOf(EMPTY)
  if (at < 0) throw new Error('The page for exports has no place for an episode.')
  const lines = events.map((event) => JSON.stringify(event, visibly)).join(SEPARATOR)
  const json = `${JSON.stringify(data, visibly).slice(0, -1)}${BEFORE_EVENTS}${lines}${AFTER_EVENTS}`
  return `${page.slice(0, at)}${OPENING}${json.replaceAll('<', '\\u003c')}${page.slice(at + OPENING.length)}`
}

/** JSON escapes line feeds in texts, so these separators occur nowhere else. */
const [BEFORE_EVENTS, SEPARATOR, AFTER_EVENTS] = [',"events":[\n', ',\n', '\n]}']

/** The log in an exported page, one line per event; null if there is none. */
export function logInPage(page: string): string | null {
  const opening = page.indexOf(OPENING)
  const start = opening < 0 ? -1 : page.indexOf(BEFORE_EVENTS, opening)
  const end = start < 0 ? -1 : page.indexOf(AFTER_EVENTS, start)
  return end < 0 ? null : `${page.slice(start + BEFORE_EVENTS.length, end).replaceAll(SEPARATOR, '\n')}\n`
}

/** A replacer for `JSON.stringify` that makes hidden characters visible. */
function visibly(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value)
  return entries.some(([key]) => visibleLine(key) !== key)
    ? Object.fromEntries(entries.map(([key, each]) => [visibleLine(key), each]))
    : value
}

import { visibleLine, visibleText } from '../../base/visible-text'
import type { Annotations } from '../log/annotations'
import type { LoggedEvent } from '../log/event'

export interface ReplayData {
  readonly fileName: string
  readonly events: readonly LoggedEvent[]
  readonly annotations: Annotations
  /** Where the page opens: after an event of a turn, or after its last; null for the end. */
  readonly opensAt: { readonly turn: number; readonly event: number | null } | null
}

const OPENING = '<script type="application/json" id="episode">'
const EMPTY = `${OPENING}</script>`

/**
 * The built page with an episode in it. Texts of game, model and tools are embedded as JSON without any `<`, so nothing
 * in them can end the element; the page's policy runs only the one script it was built with. Throws if the page has no
 * place for an episode.
 */
export function embedEpisode(page: string, data: ReplayData): string {
  const at = page.indexOf(EMPTY)
  if (at < 0) throw new Error('The page for exports has no place for an episode.')
  return `${page.slice(0, at)}${OPENING}${JSON.stringify(data, visibly).replaceAll('<', '\\u003c')}${page.slice(at + OPENING.length)}`
}

/** Shows characters that a text would hide from the person who reads the page. */
function visibly(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value)
  return entries.some(([key]) => visibleLine(key) !== key)
    ? Object.fromEntries(entries.map(([key, each]) => [visibleLine(key), each]))
    : value
}

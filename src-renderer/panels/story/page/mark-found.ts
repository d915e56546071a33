import { type Finder, type MarkedField, matchesIn, type TextPlace } from '@shared/episode/search/find'

/** Highlight names in StoryPage.module.css: all hits, and the current one. */
const FOUND = 'found'
const FOUND_HERE = 'found-here'

interface CurrentHit {
  readonly turn: number
  readonly place: TextPlace
}

/**
 * Highlights hits in the rendered rows, also in rows rendered later. Uses the CSS Custom Highlight API, which changes
 * no element, so that React and copied text are unaffected; without this API, does nothing. Calls `onHere` once, with
 * the range of the current hit, when that hit is rendered. Returns a function that removes the highlights.
 */
export function markFound(
  page: HTMLElement,
  finder: Finder,
  current: CurrentHit | null,
  onHere: (place: Range) => void,
): () => void {
  if (!('highlights' in CSS)) return () => {}
  let wasReported = false
  const mark = () => {
    const here = current && placeHere(page, finder, current)
    CSS.highlights.set(FOUND, new Highlight(...placesFound(page, finder)))
    const highlight = here ? new Highlight(here) : new Highlight()
    highlight.priority = 1
    CSS.highlights.set(FOUND_HERE, highlight)
    if (here && !wasReported) onHere(here)
    wasReported ||= here !== null
  }
  const observer = new MutationObserver(mark)
  observer.observe(page, { childList: true, subtree: true, characterData: true })
  mark()
  return () => {
    observer.disconnect()
    CSS.highlights.delete(FOUND)
    CSS.highlights.delete(FOUND_HERE)
  }
}

/** Maximum number of highlighted hits, because a turn may have hundreds of calls with a thousand hits each. */
export const MAX_HIGHLIGHTS = 10_000

/** Ranges of the first hits in searched fields (`data-field`). */
export function placesFound(page: HTMLElement, finder: Finder): readonly Range[] {
  const places: Range[] = []
  for (const element of fieldsIn(page)) {
    if (places.length >= MAX_HIGHLIGHTS) break
    places.push(...placesIn(element, finder).slice(0, MAX_HIGHLIGHTS - places.length))
  }
  return places
}

/**
 * The range of the current hit, or of the nearest hit before it, because a formatted tool result may not show every
 * hit.
 */
export function placeHere(page: HTMLElement, finder: Finder, { turn, place }: CurrentHit): Range | null {
  const { field, part, nth } = place
  const row = page.querySelector<HTMLElement>(`[data-turn="${turn}"]`)
  if (row === null || field === null) return null
  const places = fieldsIn(row)
    .filter(({ dataset }) => (dataset.field === 'tool' ? 'call' : dataset.field) === field)
    .filter(({ dataset }) => (dataset.part ?? '') === part)
    .flatMap((element) => placesIn(element, finder))
  return places[Math.min(nth, places.length - 1)] ?? null
}

/** Fields that are not inside another field. */
const fieldsIn = (page: HTMLElement): readonly HTMLElement[] =>
  [...page.querySelectorAll<HTMLElement>('[data-field]')].filter(
    (element) => element.parentElement?.closest('[data-field]') === null,
  )

function placesIn(element: HTMLElement, { patterns }: Finder): readonly Range[] {
  const pattern = patterns[element.dataset.field as MarkedField]
  if (pattern === undefined) return []
  const { text, nodes } = textOf(element)
  return matchesIn(text, pattern).map(([start, end]) => {
    const place = document.createRange()
    place.setStart(...positionIn(nodes, start))
    place.setEnd(...positionIn(nodes, end, true))
    return place
  })
}

interface PlacedText {
  readonly node: Text
  /** Offset of the node in the text of the field. */
  readonly start: number
}

/** The text of an element, with blocks separated and inline markup joined. */
function textOf(element: HTMLElement): { readonly text: string; readonly nodes: readonly PlacedText[] } {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const nodes: PlacedText[] = []
  let text = ''
  let block: Element | null = null
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    const own = node.parentElement?.closest('p, li, pre, dt, dd, div') ?? null
    if (block !== null && own !== block) text += '\n\n'
    block = own
    nodes.push({ node, start: text.length })
    text += node.data
  }
  return { text, nodes }
}

/**
 * The node and offset of a position in the field. Between two nodes, a start is in the later one, an end in the earlier
 * one.
 */
function positionIn(nodes: readonly PlacedText[], at: number, isEnd = false): [Text, number] {
  const placed = nodes.findLast(({ start }) => (isEnd ? start < at : start <= at)) ?? nodes[0]
  if (placed === undefined) throw new Error('The field has no text.')
  return [placed.node, Math.min(at - placed.start, placed.node.data.length)]
}

/** Minimum visible margin around the range. */
const MARGIN_PX = 24

/** Scrolls all scroll containers of a range until it is visible. */
export function scrollToRange(range: Range): void {
  for (let box = range.startContainer.parentElement; box; box = box.parentElement) {
    if (!isScrolled(box)) continue
    const { top, bottom, height, left, right } = range.getBoundingClientRect()
    const frame = box.getBoundingClientRect()
    if (top < frame.top + MARGIN_PX || bottom > frame.bottom - MARGIN_PX)
      box.scrollTop += top - frame.top - Math.max(MARGIN_PX, (frame.height - height) / 3)
    if (left < frame.left || right > frame.right) box.scrollLeft += left - frame.left - MARGIN_PX
  }
}

function isScrolled(box: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(box)
  return [overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll')
}

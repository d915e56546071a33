import { type Finder, type MarkedField, matchesIn, type Place } from '@shared/episode/search/find'

/** As StoryPage.module.css names them: every place, and the one that the reader stepped to. */
const FOUND = 'found'
const FOUND_HERE = 'found-here'

/** A place on the page that the reader stepped to. */
export interface StoodPlace {
  readonly turn: number
  readonly place: Place
}

/**
 * Marks what is found in the rows that are on the page, also in those that come: by the browser's own highlights, which
 * change no element, so that neither React nor what is copied knows of them. `onHere` is told, once, where the place is
 * that the reader stepped to, as soon as it is on the page. Does nothing where the browser has no highlights. Returns
 * what ends it.
 */
export function markFound(
  page: HTMLElement,
  finder: Finder,
  stood: StoodPlace | null,
  onHere: (place: Range) => void,
): () => void {
  if (!('highlights' in CSS)) return () => {}
  let isTold = false
  const mark = () => {
    const here = stood && placeHere(page, finder, stood)
    CSS.highlights.set(FOUND, new Highlight(...placesFound(page, finder)))
    const highlight = here ? new Highlight(here) : new Highlight()
    highlight.priority = 1
    CSS.highlights.set(FOUND_HERE, highlight)
    if (here && !isTold) onHere(here)
    isTold ||= here !== null
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

/** So many are marked: one turn may have hundreds of calls, each with a thousand places. */
export const MOST_MARKED = 10_000

/** Where it stands in the fields that it is looked for in, which the page names as `data-field`; the first of them. */
export function placesFound(page: HTMLElement, finder: Finder): readonly Range[] {
  const places: Range[] = []
  for (const element of fieldsIn(page)) {
    if (places.length >= MOST_MARKED) break
    places.push(...placesIn(element, finder).slice(0, MOST_MARKED - places.length))
  }
  return places
}

/**
 * The place that the reader stepped to, or the nearest before it: what a call answered is set for reading, so that not
 * every place of it is on the page.
 */
export function placeHere(page: HTMLElement, finder: Finder, { turn, place }: StoodPlace): Range | null {
  const { field, part, nth } = place
  const row = page.querySelector<HTMLElement>(`[data-turn="${turn}"]`)
  if (row === null || field === null) return null
  const places = fieldsIn(row)
    .filter(({ dataset }) => (dataset.field === 'tool' ? 'call' : dataset.field) === field)
    .filter(({ dataset }) => (dataset.part ?? '') === part)
    .flatMap((element) => placesIn(element, finder))
  return places[Math.min(nth, places.length - 1)] ?? null
}

/** A field inside a field is part of that. */
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
  /** Where it begins in the text of the field. */
  readonly start: number
}

/** The text of an element as it is read: blocks are apart, words that are only set otherwise are not. */
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

/** A place between two nodes is the beginning of the later one, or as an end that of the earlier. */
function positionIn(nodes: readonly PlacedText[], at: number, isEnd = false): [Text, number] {
  const placed = nodes.findLast(({ start }) => (isEnd ? start < at : start <= at)) ?? nodes[0]
  if (placed === undefined) throw new Error('What is found stands in a text.')
  return [placed.node, Math.min(at - placed.start, placed.node.data.length)]
}

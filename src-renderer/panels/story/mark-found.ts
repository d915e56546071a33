import { parseSearch, type Term, type TextField, wordsIn } from '@shared/episode/search'
import { findMatches } from '../../turn/find-matches'

/** As StoryPage.module.css names it. */
const NAME = 'found'

/**
 * Marks what the search finds in the rows that are on the page, also in those that come: by the browser's own
 * highlights, which change no element, so that neither React nor what is copied knows of them. Does nothing where the
 * browser has none. Returns what ends it.
 */
export function markFound(page: HTMLElement, search: string): () => void {
  if (!('highlights' in CSS)) return () => {}
  const mark = () => void CSS.highlights.set(NAME, new Highlight(...placesFound(page, search)))
  const observer = new MutationObserver(mark)
  observer.observe(page, { childList: true, subtree: true, characterData: true })
  mark()
  return () => {
    observer.disconnect()
    CSS.highlights.delete(NAME)
  }
}

/**
 * Where the words of the search stand in the fields that it looks for them in, which the page names as `data-field`.
 */
export function placesFound(page: HTMLElement, search: string): readonly Range[] {
  const terms = parseSearch(search)
  return [...page.querySelectorAll<HTMLElement>('[data-field]')].flatMap((element) =>
    textsIn(element).flatMap((text) => placesIn(text, terms, element.dataset.field as TextField)),
  )
}

function textsIn(element: HTMLElement): readonly Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}

const placesIn = (text: Text, terms: readonly Term[], field: TextField): readonly Range[] =>
  wordsIn(terms, field)
    .flatMap((word) => findMatches(text.data, word))
    .map(([start, end]) => {
      const place = document.createRange()
      place.setStart(text, start)
      place.setEnd(text, end)
      return place
    })

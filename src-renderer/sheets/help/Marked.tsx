import { createContext, use } from 'react'
import { splitAtMatches } from './documents/search-sections'

/** The words of the search. */
export const SearchedWords = createContext<readonly string[]>([])

/** Text with the searched words marked. */
export function Marked({ text }: { readonly text: string }) {
  const pieces = splitAtMatches(text, use(SearchedWords))
  return pieces.map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece))
}

import { useEffect } from 'react'
import { useView } from '../view/view-store'
import { fieldsFoundIn, clearSearch, startSearch, useFind } from './find-store'
import { searchEpisode } from './search-episode'
import type { FindField } from '@shared/episode/search/find'

/** Runs the search while mounted. Each change of the query restarts it. */
export function useSearch(): void {
  const text = useFind((find) => find.text)
  const matchesCase = useFind((find) => find.matchesCase)
  const isWholeWord = useFind((find) => find.isWholeWord)
  const chosen = useFind((find) => find.fields)
  const fields = useView(({ storyFilter }) => fieldsFoundIn(chosen, storyFilter).join(' '))
  useEffect(() => {
    const finder = startSearch({ text, fields: fields.split(' ') as readonly FindField[], matchesCase, isWholeWord })
    if (finder === null) return undefined
    const closing = new AbortController()
    searchEpisode(finder, closing.signal).catch((error: unknown) => {
      if (!closing.signal.aborted) throw error
    })
    return () => closing.abort()
  }, [text, fields, matchesCase, isWholeWord])
  useEffect(() => clearSearch, [])
}

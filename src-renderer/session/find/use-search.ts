import { useEffect } from 'react'
import { useView } from '../view/view-store'
import { fieldsFoundIn, forgetFound, lookFor, useFind } from './find-store'
import { keepHits } from './keep-hits'
import type { FindField } from '@shared/episode/search/find'

/**
 * Looks for what the reader asks for as long as this is in the page. Every change of the question ends what was begun.
 */
export function useSearch(): void {
  const text = useFind((find) => find.text)
  const matchesCase = useFind((find) => find.matchesCase)
  const isWholeWord = useFind((find) => find.isWholeWord)
  const wanted = useFind((find) => find.fields)
  const fields = useView(({ storyFilter }) => fieldsFoundIn(wanted, storyFilter).join(' '))
  useEffect(() => {
    const finder = lookFor({ text, fields: fields.split(' ') as readonly FindField[], matchesCase, isWholeWord })
    if (finder === null) return undefined
    const closing = new AbortController()
    keepHits(finder, closing.signal).catch((error: unknown) => {
      if (!closing.signal.aborted) throw error
    })
    return () => closing.abort()
  }, [text, fields, matchesCase, isWholeWord])
  useEffect(() => forgetFound, [])
}

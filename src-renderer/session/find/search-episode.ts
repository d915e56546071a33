import { useEffect } from 'react'
import { countPlaces, type Finder, openingAsTurn, type FindField } from '@shared/episode/search/find'
import { mindTextsOf } from '@shared/episode/search/mind-texts'
import type { EpisodeState, Observation, Turn } from '@shared/episode/state/episode'
import { observationBefore } from '@shared/episode/state/turn-changes'
import { inSlices } from '../../kit/browser/next-frame'
import { nextTask } from '../../kit/browser/next-frame'
import { useEpisode } from '../episode/episode-store'
import { useView } from '../view/view-store'
import { publishHits, fieldsFoundIn, clearSearch, startSearch, useFind } from './find-store'
import { totalOf, type TurnHits } from './turn-hits'

/** Minimum interval between published results, because each redraws story and timeline. */
const PUBLISH_INTERVAL_MS = 100

type Searched = Pick<EpisodeState, 'turns' | 'opening' | 'mind' | 'objectives'>

/** Searches in slices of a few milliseconds, then each new turn. Restarts if searched turns are replaced. */
export async function searchEpisode(finder: Finder, signal: AbortSignal): Promise<void> {
  let known: TurnHits[] = []
  let opening: Observation | null = null
  let last: Turn | null = null
  let isFirst = true
  for (;;) {
    // The search starts in a new task, so that the key press is handled first.
    await nextTask()
    signal.throwIfAborted()
    const { latest } = useEpisode.getState().history
    if (latest.opening !== opening || (last && latest.turns[last.number - 1] !== last)) {
      known = []
      opening = latest.opening
      last = null
    }
    const from: number = last?.number ?? 0
    const hits = known
    let publishedMs = 0
    await inSlices(searchFrom(finder, latest, from, hits), signal, (turn) => {
      if (performance.now() - publishedMs < PUBLISH_INTERVAL_MS) return
      publishedMs = performance.now()
      publishHits(hits.slice(), turn, false)
    })
    last = latest.turns.at(-1) ?? null
    publishHits(hits.slice(), null, isFirst)
    isFirst = false
    await nextTurn(latest, signal)
  }
}

/** Searches the turns after `from` and appends their hits to `hits`. Yields the number of each searched turn. */
function* searchFrom(finder: Finder, state: Searched, from: number, hits: TurnHits[]): Generator<number, void> {
  const { turns, opening } = state
  const add = (turn: number, count: number) => {
    if (count > 0) hits.push({ turn, count, before: totalOf(hits) })
  }
  // A search by field matches turns only, not the opening.
  if (from === 0 && opening && finder.terms.length === 0) add(0, countPlaces(finder, openingAsTurn(opening), null))
  for (let index = from; index < turns.length; index++) {
    const turn = turns[index]
    if (turn) {
      const mind = finder.patterns.mind ? mindTextsOf(state, turn) : []
      add(turn.number, countPlaces(finder, turn, observationBefore(state, turn.number), mind))
    }
    yield index + 1
  }
}

/** Resolves when the list of complete turns changes. */
function nextTurn({ turns, opening }: Searched, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = useEpisode.subscribe(({ history: { latest } }) => {
      if (latest.turns === turns && latest.opening === opening) return
      stop()
      resolve()
    })
    signal.addEventListener(
      'abort',
      () => {
        stop()
        reject(signal.reason as Error)
      },
      { once: true },
    )
  })
}

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

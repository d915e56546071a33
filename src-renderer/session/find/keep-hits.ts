import type { EpisodeState, Observation, Turn } from '@shared/episode/state/episode'
import { countPlaces, type Finder, openingAsTurn } from '@shared/episode/search/find'
import { mindTextsOf } from '@shared/episode/search/mind-texts'
import { observationBefore } from '@shared/episode/state/turn-changes'
import { inSlices } from '../../kit/browser/in-slices'
import { nextTask } from '../../kit/browser/next-frame'
import { useEpisode } from '../episode/episode-store'
import { publish } from './find-store'
import { totalOf, type TurnHits } from './turn-hits'

/** As often as hits are told of while more are looked for: story and timeline are drawn anew with them. */
const TOLD_MS = 100

type Searched = Pick<EpisodeState, 'turns' | 'opening' | 'mind' | 'objectives'>

/**
 * Looks through the open episode, a few milliseconds at a time, and goes on with every turn that is played, until
 * `signal` ends it. Begins anew when the turns that it knows are no longer those of the episode.
 */
export async function keepHits(finder: Finder, signal: AbortSignal): Promise<void> {
  let known: TurnHits[] = []
  let opening: Observation | null = null
  let last: Turn | null = null
  let isFirst = true
  for (;;) {
    // Not in the keystroke that asked for it.
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
    let toldMs = 0
    await inSlices(searchFrom(finder, latest, from, hits), signal, (turn) => {
      if (performance.now() - toldMs < TOLD_MS) return
      toldMs = performance.now()
      publish(hits.slice(), turn, false)
    })
    last = latest.turns.at(-1) ?? null
    publish(hits.slice(), null, isFirst)
    isFirst = false
    await nextTurn(latest, signal)
  }
}

/** Puts what is found behind turn `from` at the end of `hits`; yields each turn that was looked through. */
function* searchFrom(finder: Finder, state: Searched, from: number, hits: TurnHits[]): Generator<number, void> {
  const { turns, opening } = state
  const add = (turn: number, count: number) => {
    if (count > 0) hits.push({ turn, count, before: totalOf(hits) })
  }
  // Before the first turn: a search by field is one of turns.
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

/** Resolves when the episode has other complete turns than `searched`. */
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

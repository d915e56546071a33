import type { EpisodeState } from '@shared/episode/state/episode'
import {
  FIND_FIELDS,
  type FindField,
  type Finder,
  finderOf,
  openingAsTurn,
  type Place,
  placesOf,
  type Question,
} from '@shared/episode/search/find'
import { mindTextsOf } from '@shared/episode/search/mind-texts'
import { observationBefore } from '@shared/episode/state/turn-changes'
import { create } from 'zustand'
import { goToTurn, type OpenEpisode, useEpisode } from '../episode/episode-store'
import { lastShownOf } from '../episode/use-last-shown'
import { turnOf } from '../episode/playhead'
import type { StoryFilter, StoryKind } from '../view/story-filter'
import { useView } from '../view/view-store'
import { type Hit, type Hits, hitsUntil, ordinalOf, stepHit, totalOf } from './turn-hits'

/** What the reader looks for in the open episode, and what of it was found so far. */
export interface Find {
  readonly isOpen: boolean
  readonly text: string
  /** Where the reader wants it to be looked for, as far as the page shows that, see `fieldsFoundIn`. */
  readonly fields: readonly FindField[]
  readonly matchesCase: boolean
  readonly isWholeWord: boolean
  /** Leave out the turns without a hit. */
  readonly onlyHits: boolean
  /** What is being looked for; null while there is nothing to look for. */
  readonly finder: Finder | null
  readonly hits: Hits
  /** The last turn that was looked through, while there are more; null once all were. */
  readonly searchedTo: number | null
  /** The hit that the reader stepped to. It holds while the playhead is on its turn, see `hitHere`. */
  readonly stood: (Hit & { readonly place: Place }) | null
  /** A step that waits for more turns to be looked through. */
  readonly waiting: 1 | -1 | null
  /** What a search or a step came to, for those who cannot see it. New hits of a running episode are no news. */
  readonly outcome: { readonly ordinal: number | null; readonly total: number } | null
}

/** As `searchedTo`: nothing of this question is known. */
const NOTHING_YET = -1

const nothingFound = { hits: [], searchedTo: null, stood: null, waiting: null, outcome: null } as const

export const useFind = create<Find>()(() => ({
  isOpen: false,
  text: '',
  fields: FIND_FIELDS,
  matchesCase: false,
  isWholeWord: false,
  onlyHits: false,
  finder: null,
  ...nothingFound,
}))

const KIND_OF: Readonly<Partial<Record<FindField, StoryKind>>> = { thought: 'thoughts', call: 'calls', mind: 'notes' }

/** Thoughts, calls and the mind are found where the page shows them; what it always shows is found always. */
export const fieldsFoundIn = (fields: readonly FindField[], { kinds }: StoryFilter): readonly FindField[] =>
  fields.filter((field) => {
    const kind = KIND_OF[field]
    return kind === undefined || kinds.includes(kind)
  })

/** Looks in `field` as well, or no longer. What the page leaves out is shown with that. */
export function toggleField(field: FindField): void {
  const { storyFilter } = useView.getState()
  const isOn = fieldsFoundIn(useFind.getState().fields, storyFilter).includes(field)
  useFind.setState(({ fields }) => ({
    fields: FIND_FIELDS.filter((one) => (one === field ? !isOn : fields.includes(one))),
  }))
  const kind = KIND_OF[field]
  if (isOn || kind === undefined) return
  if (!storyFilter.kinds.includes(kind))
    useView.setState({ storyFilter: { ...storyFilter, kinds: [...storyFilter.kinds, kind] } })
}

/**
 * Begins to look for what was asked. What was found of the question before it stands until something is known of this
 * one, a few milliseconds: a list that is empty in between would flicker at every key.
 */
export function lookFor(question: Question): Finder | null {
  const finder = finderOf(question)
  useFind.setState(({ hits, waiting }) =>
    finder === null ? { ...nothingFound, finder } : { ...nothingFound, finder, hits, searchedTo: NOTHING_YET, waiting },
  )
  return finder
}

export const forgetFound = () => useFind.setState({ ...nothingFound, finder: null })

/** What was found among the turns that may be known. */
const hitsKnown = (hits: Hits, episode: OpenEpisode): Hits => hitsUntil(hits, lastShownOf(episode))

/** The hit on which the reader stands, if the playhead is still there. */
const hitHere = ({ stood }: Pick<Find, 'stood'>, { history, playhead }: OpenEpisode): Find['stood'] =>
  stood?.turn === turnOf(history, playhead) ? stood : null

export const useHitHere = (): Find['stood'] => {
  const stood = useFind((find) => find.stood)
  return useEpisode((episode) => hitHere({ stood }, episode))
}

/** Whether the reader stepped to a place in this part of a turn, which then shows all of itself. */
export const useIsFoundIn = (turn: number, field: FindField, part = ''): boolean =>
  useFind(({ stood }) => stood?.turn === turn && stood.place.field === field && stood.place.part === part)

/** To the next hit, or to the one before: the playhead moves to its turn. */
export function stepToHit(by: 1 | -1): void {
  useFind.setState({ waiting: by })
  takeStep()
}

/** A step that was asked for is taken as soon as it is known where to. */
function takeStep(): void {
  const { finder, hits, searchedTo, waiting } = useFind.getState()
  if (waiting === null || finder === null || searchedTo === NOTHING_YET) return
  const episode = useEpisode.getState()
  const known = hitsKnown(hits, episode)
  const from = hitHere(useFind.getState(), episode) ?? {
    turn: turnOf(episode.history, episode.playhead),
    nth: waiting === 1 ? -1 : Infinity,
  }
  const hit = stepHit(known, from, waiting, known === hits ? searchedTo : null)
  if (hit === 'later') return
  const place = hit && placeOf(finder, hit, episode.history.latest)
  useFind.setState({
    waiting: null,
    stood: place && { ...hit, place },
    outcome: { ordinal: hit && ordinalOf(known, hit), total: totalOf(known) },
  })
  if (hit) goToTurn(hit.turn)
}

function placeOf(finder: Finder, { turn: number, nth }: Hit, latest: EpisodeState): Place | null {
  const turn = number === 0 ? latest.opening && openingAsTurn(latest.opening) : latest.turns[number - 1]
  const before = number === 0 ? null : observationBefore(latest, number)
  const complete = latest.turns[number - 1]
  const mind = complete ? mindTextsOf(latest, complete) : []
  return (turn && placesOf(finder, turn, before, mind)[nth]) ?? null
}

/** What the search has come to so far; `searchedTo` is null at its end. */
export function publish(hits: Hits, searchedTo: number | null, isFirstEnd: boolean): void {
  useFind.setState({ hits, searchedTo })
  takeStep()
  const { outcome } = useFind.getState()
  if (isFirstEnd && outcome === null)
    useFind.setState({ outcome: { ordinal: null, total: totalOf(hitsKnown(hits, useEpisode.getState())) } })
}

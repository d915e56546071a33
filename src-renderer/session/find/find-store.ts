import { create } from 'zustand'
import {
  FIND_FIELDS,
  type FindField,
  type Finder,
  finderOf,
  openingAsTurn,
  type TextPlace,
  placesOf,
  type Query,
} from '@shared/episode/search/find'
import { mindTextsOf } from '@shared/episode/search/mind-texts'
import type { EpisodeState } from '@shared/episode/state/episode'
import { observationBefore } from '@shared/episode/state/turn-changes'
import { goToTurn, type OpenEpisode, useEpisode } from '../episode/episode-store'
import { turnOf } from '../episode/playhead'
import { lastVisibleTurnOf } from '../episode/use-last-visible-turn'
import { cancelRegionFocus, focusRegion } from '../view/regions'
import type { StoryFilter, StoryKind } from '../view/story-filter'
import { filterToKeep, setView, useView } from '../view/view-store'
import { type Hit, type Hits, hitsUntil, ordinalOf, stepHit, totalOf } from './turn-hits'

/** A search in the open episode and its results so far. */
export interface Find {
  readonly isOpen: boolean
  readonly text: string
  /** The chosen fields. Only the fields that the page shows are searched, see `fieldsFoundIn`. */
  readonly fields: readonly FindField[]
  readonly matchesCase: boolean
  readonly isWholeWord: boolean
  readonly onlyHits: boolean
  /** The compiled query; null if it is empty. */
  readonly finder: Finder | null
  readonly hits: Hits
  /** The last searched turn; null once all turns are searched. */
  readonly searchedTo: number | null
  /** The hit of the last step. Valid while the playhead is on its turn, see `hitAtPlayhead`. */
  readonly current: (Hit & { readonly place: TextPlace }) | null
  /** The direction of a step that waits until more turns are searched; null if none waits. */
  readonly pendingStep: 1 | -1 | null
  /** Result of a search or a step, for the live region. New hits of a running episode are not announced. */
  readonly announced: { readonly ordinal: number | null; readonly total: number } | null
}

/** Value of `searchedTo` before the first result. */
const NOTHING_YET = -1

const nothingFound = { hits: [], searchedTo: null, current: null, pendingStep: null, announced: null } as const

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

/** The fields to search: thoughts, calls and the mind only if the page shows them. */
export const fieldsFoundIn = (fields: readonly FindField[], { kinds }: StoryFilter): readonly FindField[] =>
  fields.filter((field) => {
    const kind = KIND_OF[field]
    return kind === undefined || kinds.includes(kind)
  })

/** Includes a field in the search, or excludes it. Including a field also shows it on the page. */
export function toggleField(field: FindField): void {
  const view = useView.getState()
  const { storyFilter } = view
  const isOn = fieldsFoundIn(useFind.getState().fields, storyFilter).includes(field)
  useFind.setState(({ fields }) => ({
    fields: FIND_FIELDS.filter((one) => (one === field ? !isOn : fields.includes(one))),
  }))
  const kind = KIND_OF[field]
  if (isOn || kind === undefined) return
  if (storyFilter.kinds.includes(kind)) return
  const wider = { ...storyFilter, kinds: [...storyFilter.kinds, kind] }
  setView({ storyFilter: wider, widenedFilter: { before: filterToKeep(view), after: wider } })
}

/**
 * Starts a search. The previous hits stay until the first result, so that the list does not flicker at every key press.
 */
export function startSearch(question: Query): Finder | null {
  const finder = finderOf(question)
  useFind.setState(({ hits, pendingStep }) =>
    finder === null
      ? { ...nothingFound, finder }
      : { ...nothingFound, finder, hits, searchedTo: NOTHING_YET, pendingStep },
  )
  return finder
}

export const clearSearch = () => useFind.setState({ ...nothingFound, finder: null })

/** The hits in visible turns. */
const visibleHits = (hits: Hits, episode: OpenEpisode): Hits => hitsUntil(hits, lastVisibleTurnOf(episode))

/** The current hit, if the playhead is still on its turn. */
const hitAtPlayhead = ({ current }: Pick<Find, 'current'>, { history, playhead }: OpenEpisode): Find['current'] =>
  current?.turn === turnOf(history, playhead) ? current : null

export const useHitAtPlayhead = (): Find['current'] => {
  const current = useFind((find) => find.current)
  return useEpisode((episode) => hitAtPlayhead({ current }, episode))
}

/** Whether the current hit is in this part of a turn; the part then expands. */
export const useHasCurrentHit = (turn: number, field: FindField, part = ''): boolean =>
  useFind(({ current }) => current?.turn === turn && current.place.field === field && current.place.part === part)

export function stepToHit(by: 1 | -1): void {
  useFind.setState({ pendingStep: by })
  takePendingStep()
}

function takePendingStep(): void {
  const { finder, hits, searchedTo, pendingStep } = useFind.getState()
  if (pendingStep === null || finder === null || searchedTo === NOTHING_YET) return
  const episode = useEpisode.getState()
  const known = visibleHits(hits, episode)
  const from = hitAtPlayhead(useFind.getState(), episode) ?? {
    turn: turnOf(episode.history, episode.playhead),
    nth: pendingStep === 1 ? -1 : Infinity,
  }
  const hit = stepHit(known, from, pendingStep, known === hits ? searchedTo : null)
  if (hit === 'later') return
  const place = hit && placeOf(finder, hit, episode.history.latest)
  useFind.setState({
    pendingStep: null,
    current: place && { ...hit, place },
    announced: { ordinal: hit && ordinalOf(known, hit), total: totalOf(known) },
  })
  if (hit) goToTurn(hit.turn)
}

function placeOf(finder: Finder, { turn: number, nth }: Hit, latest: EpisodeState): TextPlace | null {
  const turn = number === 0 ? latest.opening && openingAsTurn(latest.opening) : latest.turns[number - 1]
  const before = number === 0 ? null : observationBefore(latest, number)
  const complete = latest.turns[number - 1]
  const mind = complete ? mindTextsOf(latest, complete) : []
  return (turn && placesOf(finder, turn, before, mind)[nth]) ?? null
}

/** Publishes the hits so far. `searchedTo` is null at the end of the search. */
export function publishHits(hits: Hits, searchedTo: number | null, isFirstEnd: boolean): void {
  useFind.setState({ hits, searchedTo })
  takePendingStep()
  const { announced } = useFind.getState()
  if (isFirstEnd && announced === null)
    useFind.setState({ announced: { ordinal: null, total: totalOf(visibleHits(hits, useEpisode.getState())) } })
}

let opener: Element | null = null

const field = () => document.querySelector<HTMLInputElement>('[data-find]')

/** Opens the bar. A short selection becomes the query. */
export function openFind(): void {
  const selected = getSelection()?.toString().trim() ?? ''
  const isQuery = selected !== '' && selected.length <= 100 && !selected.includes('\n')
  if (!useFind.getState().isOpen) opener = document.activeElement
  cancelRegionFocus()
  useFind.setState({ isOpen: true, pendingStep: null, ...(isQuery && { text: selected }) })
  field()?.focus()
  field()?.select()
}

export function openFindWith(text: string): void {
  openFind()
  useFind.setState({ text })
}

/** Goes to the next (1) or previous (-1) hit; opens the bar with its last query if it is closed. */
export function stepOrOpenFind(by: 1 | -1): void {
  if (!useFind.getState().isOpen) openFind()
  stepToHit(by)
}

/** Closes the bar without moving the playhead. Restores the focus if it was in the bar. */
export function closeFind(): void {
  const hasFocus = document.activeElement?.closest('[data-find-bar]') !== null
  useFind.setState({ isOpen: false, onlyHits: false })
  setView((view) => ({ storyFilter: filterToKeep(view), widenedFilter: null }))
  if (!hasFocus) return
  if (opener instanceof HTMLElement && opener !== document.body && opener.checkVisibility()) opener.focus()
  else focusRegion('story')
  opener = null
}

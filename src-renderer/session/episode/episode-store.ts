import { createContext, use, useState } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import type { EpisodeBatch } from '@shared/contract/episodes'
import { emptyEpisode, type EpisodeState, type Turn } from '@shared/episode/state/episode'
import { useDelayedFrame } from '../../kit/browser/next-frame'
import { emptyHistory, extendHistory, type History, stateAt } from './history'
import { formatAddress } from './links/address'
import { atTurn, type Playhead, seqOf, stepTurns } from './playhead'

/**
 * Panels draw `shown`. Only story, timeline, search and comparison also read `history.latest`, with turns after the
 * playhead.
 */
export interface OpenEpisode {
  readonly id: string | null
  readonly history: History
  readonly playhead: Playhead
  readonly shown: EpisodeState
  /** False while the log is being read: events are still the past. */
  readonly caughtUp: boolean
  /** `history` holds only the outline of a long log, until all of it is read. */
  readonly isOutline: boolean
  /** `history` has the last turn: it is the outline from beginning to end, or the whole log. */
  readonly knowsEnd: boolean
  /** Complete turns read so far, for a progress message while reading takes long; else null. */
  readonly turnsRead: number | null
  /** `seq` of the last event that is durable on disk. */
  readonly savedSeq: number
  /** The first warning; later ones about the same log matter less. */
  readonly warning: string | null
  readonly failure: string | null
  /** Its log is damaged; the events before the damage are intact. */
  readonly isDamaged: boolean
}

interface EpisodeActions {
  readonly open: (id: string, playhead: Playhead) => void
  readonly close: () => void
  readonly reopen: () => void
  readonly receive: (batch: EpisodeBatch) => void
  /** Shows a history that the caller extended. */
  readonly show: (
    history: History,
    batch: Pick<EpisodeBatch, 'live' | 'savedSeq' | 'warning'>,
    outline?: 'begun' | 'whole',
  ) => void
  /** Updates `savedSeq` alone, without a delay. */
  readonly setSavedSeq: (savedSeq: number) => void
  readonly reportProgress: (turnsRead: number) => void
  readonly fail: (message: string, isDamaged?: boolean) => void
  readonly movePlayhead: (playhead: Playhead) => void
}

const emptyEpisodeState = (): OpenEpisode => ({
  id: null,
  history: emptyHistory(),
  playhead: 'live',
  shown: emptyEpisode,
  caughtUp: false,
  isOutline: false,
  knowsEnd: false,
  turnsRead: null,
  savedSeq: -1,
  warning: null,
  failure: null,
  isDamaged: false,
})

export type EpisodeStore = StoreApi<OpenEpisode & EpisodeActions>

export const createEpisodeStore = (): EpisodeStore =>
  createStore<OpenEpisode & EpisodeActions>()((set, get) => ({
    ...emptyEpisodeState(),

    open(id, playhead) {
      if (get().id === id) get().movePlayhead(playhead)
      else set({ ...emptyEpisodeState(), id, playhead })
    },
    close: () => set(emptyEpisodeState()),
    reopen() {
      const { id } = get()
      // Closing ends a failed feed; opening starts another.
      get().close()
      if (id !== null) get().open(id, 'live')
    },
    receive: (batch) => get().show(extendHistory(get().history, batch.events), batch),
    show(history, { live, savedSeq = history.latest.seq, warning }, outline) {
      set({
        history,
        caughtUp: live,
        isOutline: outline !== undefined,
        knowsEnd: live || outline === 'whole',
        savedSeq,
        ...(live && { turnsRead: null }),
        warning: get().warning ?? warning,
        failure: null,
        isDamaged: false,
        shown: stateShown(history, get().playhead, get()),
      })
    },
    setSavedSeq: (savedSeq) => set({ savedSeq }),
    reportProgress: (turnsRead) => set({ turnsRead }),
    fail: (failure, isDamaged = false) => set({ failure, isDamaged, turnsRead: null }),
    movePlayhead(playhead) {
      set({ playhead, shown: stateShown(get().history, playhead, get()) })
    },
  }))

const openEpisode = createEpisodeStore()

/** An episode in its place: the page of the open one, or one side of a comparison. */
export interface EpisodeView {
  readonly store: EpisodeStore
  readonly goToTurn: (turn: number) => void
  readonly addressOf: (turn: number) => string
  /** Read-only: one side of a comparison. */
  readonly isCompared: boolean
}

/** The episode that components inside it show; by default the open one. */
export const EpisodeContext = createContext<EpisodeView>({
  store: openEpisode,
  goToTurn: (turn) => goToTurn(turn),
  addressOf: (turn) => formatAddress({ episodeId: openEpisode.getState().id ?? '', playhead: { turn, event: null } }),
  isCompared: false,
})

/** The hook reads the episode of the surrounding context; `useEpisode.getState` and the like the open one. */
export const useEpisode: {
  (): OpenEpisode & EpisodeActions
  <Slice>(select: (episode: OpenEpisode & EpisodeActions) => Slice): Slice
} & EpisodeStore = Object.assign(
  <Slice>(select: (episode: OpenEpisode & EpisodeActions) => Slice = (episode) => episode as Slice) =>
    useStore(use(EpisodeContext).store, select),
  openEpisode,
)

export function goToTurn(turn: number): void {
  const episode = useEpisode.getState()
  episode.movePlayhead(atTurn(episode.history, turn, isFullyRead(episode)))
}

export function stepPlayhead(turns: number): void {
  const episode = useEpisode.getState()
  episode.movePlayhead(stepTurns(episode.history, episode.playhead, turns, isFullyRead(episode)))
}

export const isFullyRead = ({ caughtUp, failure }: OpenEpisode): boolean => caughtUp || failure !== null

/** True if nothing could be read. */
export const hasNothingToShow = ({ failure, history }: OpenEpisode): boolean =>
  failure !== null && history.latest.seq < 0

export const hasPlayhead = (episode: OpenEpisode): boolean => episode.id !== null && !hasNothingToShow(episode)

/** The last turn that is wholly on disk; 0 is the opening. */
export const savedTurn = ({ savedSeq, history: { latest } }: Pick<OpenEpisode, 'savedSeq' | 'history'>): number =>
  latest.turns.findLast(({ lastSeq }) => lastSeq <= savedSeq)?.number ?? 0

/** A state behind the end has no draft, so the next state of the same log may be folded from it. */
function stateShown(history: History, playhead: Playhead, before: OpenEpisode): EpisodeState {
  const isDraft = before.shown.seq === before.history.latest.seq
  const isSameLog = before.history.events === history.events
  const near = isDraft || !isSameLog ? undefined : before.shown
  return stateAt(history, seqOf(history, playhead), near)
}

/** The same object until a logged event is applied; draft pieces, which arrive every frame, do not change it. */
export function useSettledState(state: EpisodeState): EpisodeState {
  const [settled, setSettled] = useState(state)
  const isSame = settled.seq === state.seq && settled.manifest === state.manifest && settled.turns === state.turns
  if (isSame) return settled
  setSettled(state)
  return state
}

/** Complete turns for panels that draw all of them. In a burst updated after story, map and inspector. */
export const useAllTurns = (): readonly Turn[] => useDelayedFrame(useEpisode(({ history }) => history.latest.turns))

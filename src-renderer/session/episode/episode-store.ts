import { createContext, use, useState } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import type { EpisodeBatch } from '@shared/contract/episodes'
import { emptyEpisode, type EpisodeState, type Turn } from '@shared/episode/state/episode'
import { useDelayedFrame } from '../../kit/browser/next-frame'
import { emptyHistory, extendHistory, type History, stateAt } from './history'
import { formatAddress } from './links/address'
import { atTurn, type Playhead, seqOf, stepTurns } from './playhead'

/**
 * Panels draw `shown`. Only story, timeline, search and comparison also read `history.latest`, which includes turns
 * after the playhead.
 */
export interface OpenEpisode {
  readonly id: string | null
  readonly history: History
  readonly playhead: Playhead
  readonly shown: EpisodeState
  /** False while the log is being read, because its events are then all in the past. */
  readonly caughtUp: boolean
  /** True while `history` holds only the outline of a long log. */
  readonly isOutline: boolean
  /** `history` includes the last turn: it is a complete outline or the whole log. */
  readonly knowsEnd: boolean
  /** Number of complete turns read so far, for a progress message if reading takes long; otherwise null. */
  readonly turnsRead: number | null
  /** `seq` of the last event that is on disk. */
  readonly savedSeq: number
  /** The first warning about the log; later ones matter less. */
  readonly warning: string | null
  readonly failure: string | null
  /** The log is damaged; the events before the damage are intact. */
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
      // Closing ends a failed feed; opening starts a new one.
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

/** The episode that a part of the window shows: the open one, or one side of a comparison. */
export interface EpisodeView {
  readonly store: EpisodeStore
  readonly goToTurn: (turn: number) => void
  readonly addressOf: (turn: number) => string
  /** True for a side of a comparison, which is read-only. */
  readonly isCompared: boolean
}

/** The episode that components inside it show; by default the open one. */
export const EpisodeContext = createContext<EpisodeView>({
  store: openEpisode,
  goToTurn: (turn) => goToTurn(turn),
  addressOf: (turn) => formatAddress({ episodeId: openEpisode.getState().id ?? '', playhead: { turn, event: null } }),
  isCompared: false,
})

/**
 * The hook reads the episode of the surrounding context; `useEpisode.getState` and the other methods use the open
 * episode.
 */
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

/** Whether nothing of the log could be read. */
export const hasNothingToShow = ({ failure, history }: OpenEpisode): boolean =>
  failure !== null && history.latest.seq < 0

export const hasPlayhead = (episode: OpenEpisode): boolean => episode.id !== null && !hasNothingToShow(episode)

/** The last turn that is completely on disk; 0 is the opening. */
export const savedTurn = ({ savedSeq, history: { latest } }: Pick<OpenEpisode, 'savedSeq' | 'history'>): number =>
  latest.turns.findLast(({ lastSeq }) => lastSeq <= savedSeq)?.number ?? 0

/**
 * The state at the playhead. The previous state is a starting point for the fold if it is of the same log and has no
 * draft; a state before the end has none.
 */
function stateShown(history: History, playhead: Playhead, before: OpenEpisode): EpisodeState {
  const isDraft = before.shown.seq === before.history.latest.seq
  const isSameLog = before.history.events === history.events
  const near = isDraft || !isSameLog ? undefined : before.shown
  return stateAt(history, seqOf(history, playhead), near)
}

/**
 * Returns the same object until a logged event is applied. Draft pieces, which arrive every frame, do not change it.
 */
export function useSettledState(state: EpisodeState): EpisodeState {
  const [settled, setSettled] = useState(state)
  const isSame = settled.seq === state.seq && settled.manifest === state.manifest && settled.turns === state.turns
  if (isSame) return settled
  setSettled(state)
  return state
}

/** Complete turns, for panels that draw all of them. In a burst, these panels update after story, map and inspector. */
export const useAllTurns = (): readonly Turn[] => useDelayedFrame(useEpisode(({ history }) => history.latest.turns))

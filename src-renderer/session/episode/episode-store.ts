import type { EpisodeBatch } from '@shared/contract/episodes'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { createContext, use } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import { formatAddress } from './address'
import { emptyHistory, extendHistory, type History, stateAt } from './history'
import { atTurn, type Playhead, seqOf, stepTurns } from './playhead'

/**
 * An episode on show: the one that is open, or one of two that are compared. What is on screen is a function of it and
 * of its playhead: `shown` is the state at the playhead, and only story, timeline, search and a comparison also look at
 * what `history.latest` holds beyond it.
 */
export interface OpenEpisode {
  readonly id: string | null
  readonly history: History
  readonly playhead: Playhead
  readonly shown: EpisodeState
  /** False while the log is still being read: what comes in is the past, not news. */
  readonly caughtUp: boolean
  /** The lines of a long log that tell the story stand in while all of it is read: `history` is made of these alone. */
  readonly isOutline: boolean
  /** Complete turns of the log that were read so far, while reading takes long enough to say so; else null. */
  readonly turnsRead: number | null
  /** `seq` of the last event that is on disk for good. */
  readonly savedSeq: number
  /** The first that was told stays: what is found wrong with the same log later is less. */
  readonly warning: string | null
  readonly failure: string | null
  /** It failed for damage in its log: what came before that is whole. */
  readonly isDamaged: boolean
}

interface EpisodeActions {
  readonly open: (id: string, playhead: Playhead) => void
  readonly close: () => void
  /** From nothing, as if it had not been open. */
  readonly openAgain: () => void
  readonly receive: (batch: EpisodeBatch) => void
  /** The same for a history that was extended elsewhere, while a long log is read. */
  readonly show: (
    history: History,
    batch: Pick<EpisodeBatch, 'live' | 'savedSeq' | 'warning'>,
    isOutline?: boolean,
  ) => void
  /** Nothing is new but that more of it is on disk, which is told at once. */
  readonly noteSaved: (savedSeq: number) => void
  readonly tellProgress: (turnsRead: number) => void
  readonly fail: (message: string, isDamaged?: boolean) => void
  readonly movePlayhead: (playhead: Playhead) => void
}

const noEpisode = (): OpenEpisode => ({
  id: null,
  history: emptyHistory(),
  playhead: 'live',
  shown: emptyEpisode,
  caughtUp: false,
  isOutline: false,
  turnsRead: null,
  savedSeq: -1,
  warning: null,
  failure: null,
  isDamaged: false,
})

export type EpisodeStore = StoreApi<OpenEpisode & EpisodeActions>

export const createEpisodeStore = (): EpisodeStore =>
  createStore<OpenEpisode & EpisodeActions>()((set, get) => ({
    ...noEpisode(),

    open(id, playhead) {
      if (get().id === id) get().movePlayhead(playhead)
      else set({ ...noEpisode(), id, playhead })
    },
    close: () => set(noEpisode()),
    openAgain() {
      const { id } = get()
      // Between the two a feed that had failed is over, and another begins.
      get().close()
      if (id !== null) get().open(id, 'live')
    },
    receive: (batch) => get().show(extendHistory(get().history, batch.events), batch),
    show(history, { live, savedSeq = history.latest.seq, warning }, isOutline = false) {
      set({
        history,
        caughtUp: live,
        isOutline,
        savedSeq,
        ...(live && { turnsRead: null }),
        warning: get().warning ?? warning,
        failure: null,
        isDamaged: false,
        shown: stateShown(history, get().playhead, get()),
      })
    },
    noteSaved: (savedSeq) => set({ savedSeq }),
    tellProgress: (turnsRead) => set({ turnsRead }),
    fail: (failure, isDamaged = false) => set({ failure, isDamaged, turnsRead: null }),
    movePlayhead(playhead) {
      set({ playhead, shown: stateShown(get().history, playhead, get()) })
    },
  }))

const openEpisode = createEpisodeStore()

/** Where an episode is on show, and what else moves when its playhead does. */
export interface EpisodeOnShow {
  readonly store: EpisodeStore
  readonly goToTurn: (turn: number) => void
  /** The address of the window at that turn. */
  readonly addressOf: (turn: number) => string
  /** Held against another one: it is read here, and what is done with an episode is done where it is open. */
  readonly isCompared: boolean
}

/** What is inside of it shows this episode, and else the open one. */
export const EpisodeContext = createContext<EpisodeOnShow>({
  store: openEpisode,
  goToTurn: (turn) => goToTurn(turn),
  addressOf: (turn) => formatAddress({ episodeId: openEpisode.getState().id ?? '', playhead: { turn, event: null } }),
  isCompared: false,
})

/** For a component the episode that it stands in; for everything else, with `getState` and its like, the open one. */
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
  episode.movePlayhead(atTurn(episode.history, turn, isRead(episode)))
}

/** `turns` further than the playhead is, back if negative. */
export function stepPlayhead(turns: number): void {
  const episode = useEpisode.getState()
  episode.movePlayhead(stepTurns(episode.history, episode.playhead, turns, isRead(episode)))
}

/** True once the end of the log is known. */
export const isRead = ({ caughtUp, failure }: OpenEpisode): boolean => caughtUp || failure !== null

/** True of an episode of which nothing could be read. */
export const cannotBeShown = ({ failure, history }: OpenEpisode): boolean => failure !== null && history.latest.seq < 0

export const hasPlayhead = (episode: OpenEpisode): boolean => episode.id !== null && !cannotBeShown(episode)

/** The last turn that is on disk whole, 0 being the opening. */
export const savedTurn = ({ savedSeq, history: { latest } }: Pick<OpenEpisode, 'savedSeq' | 'history'>): number =>
  latest.turns.findLast(({ lastSeq }) => lastSeq <= savedSeq)?.number ?? 0

/** A state shown behind the end holds no draft, so the next one of the same log may be folded on from it. */
function stateShown(history: History, playhead: Playhead, before: OpenEpisode): EpisodeState {
  const isDraft = before.shown.seq === before.history.latest.seq
  const isSameLog = before.history.events === history.events
  const near = isDraft || !isSameLog ? undefined : before.shown
  return stateAt(history, seqOf(history, playhead), near)
}

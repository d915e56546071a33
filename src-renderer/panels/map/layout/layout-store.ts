import type { Planes, Positions } from '@shared/map/cell'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Positions of an episode's locations: a view setting, not in the log. */
export interface Arrangement {
  readonly positions: Positions
  readonly planes: Planes
  /** Locations placed by the user. */
  readonly locked: readonly number[]
}

interface Arranged {
  readonly now: Arrangement
  /** Undo stack, latest last. */
  readonly past: readonly Arrangement[]
}

const MAX_UNDO_STEPS = 50

/** At most this many episodes are stored, because local storage is small. */
const MAX_EPISODES = 40

type Arrangements = Readonly<Record<string, Arranged>>

/** By episode, latest last. Stored in the browser, so that positions survive a reload. */
export const useArrangements = create<Arrangements>()(
  persist((): Arrangements => ({}), {
    name: 'zorkgpt-map',
    version: 1,
    partialize: (all): Arrangements =>
      Object.fromEntries(Object.entries(all).map(([episode, { now }]) => [episode, { now, past: [] }])),
  }),
)

function update(episode: string, change: (arranged: Arranged) => Arranged, initial: Arrangement): void {
  useArrangements.setState((all) => {
    const { [episode]: arranged = { now: initial, past: [] }, ...others } = all
    return Object.fromEntries([...Object.entries(others).slice(1 - MAX_EPISODES), [episode, change(arranged)]])
  }, true)
}

/** Applies a change by the user, with undo. */
export function arrange(episode: string, now: Arrangement, before: Arrangement): void {
  update(episode, ({ past }) => ({ now, past: [...past.slice(1 - MAX_UNDO_STEPS), before] }), before)
}

/** Stores positions of new locations, without undo. */
export function settle(episode: string, now: Arrangement): void {
  update(episode, ({ past }) => ({ now, past }), now)
}

export function undoArrangement(episode: string): void {
  useArrangements.setState((all) => {
    const before = all[episode]?.past.at(-1)
    return before ? { [episode]: { now: before, past: all[episode]?.past.slice(0, -1) ?? [] } } : {}
  })
}

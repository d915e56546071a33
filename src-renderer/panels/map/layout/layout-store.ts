import type { Planes, Positions } from '@shared/map/cell'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** How the reader has the locations of an episode arranged: a view setting, of which the log knows nothing. */
export interface Arrangement {
  readonly positions: Positions
  readonly planes: Planes
  /** Locations that the reader put where they are. */
  readonly locked: readonly number[]
}

interface Arranged {
  readonly now: Arrangement
  /** What can be taken back, latest last. */
  readonly past: readonly Arrangement[]
}

const LONGEST_PAST = 50

/** Enough for what a reader goes back to, and little enough for the storage of a page. */
const MOST_EPISODES = 40

type Arrangements = Readonly<Record<string, Arranged>>

/** By episode, latest last, so that a map looks as it was left when the reader comes back to it, after a reload too. */
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
    return Object.fromEntries([...Object.entries(others).slice(1 - MOST_EPISODES), [episode, change(arranged)]])
  }, true)
}

/** A change by the reader, which can be taken back. */
export function arrange(episode: string, now: Arrangement, before: Arrangement): void {
  update(episode, ({ past }) => ({ now, past: [...past.slice(1 - LONGEST_PAST), before] }), before)
}

/** New locations have found their places: nothing to take back. */
export function settle(episode: string, now: Arrangement): void {
  update(episode, ({ past }) => ({ now, past }), now)
}

export function undoArrangement(episode: string): void {
  useArrangements.setState((all) => {
    const before = all[episode]?.past.at(-1)
    return before ? { [episode]: { now: before, past: all[episode]?.past.slice(0, -1) ?? [] } } : {}
  })
}

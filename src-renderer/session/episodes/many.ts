import type { HostApi } from '@shared/contract/contract'
import { isExpected } from '@shared/base/expected-error'
import { create } from 'zustand'
import { reachHost } from '../connection/connection-store'
import { refusalOf } from '../connection/refusal'

/** An episode by its id, and by the name with which the reader is told of it. */
export interface Named {
  readonly id: string
  readonly title: string
}

export type ManyKind = 'delete' | 'restore' | 'tag' | 'export'

/** What is being done to several episodes, or was done last: it stays until it is waved away, or all went well. */
export interface Many {
  readonly kind: ManyKind
  readonly total: number
  /** How many it was tried with. */
  readonly tried: number
  /** Those with which it went wrong, and why. */
  readonly failures: readonly (Named & { readonly reason: string })[]
  readonly isOver: boolean
  /** The reader stopped it; what was done till then stays done. */
  readonly isCancelled: boolean
  readonly cancel: () => void
}

export const useMany = create<{ readonly many: Many | null }>()(() => ({ many: null }))

/**
 * Does something to one episode after the other, and tells how far that is. One with which it goes wrong is noted
 * by name, and the rest goes on; without a host nothing does. Resolves to those with which it went well. While one such
 * work is under way no other begins: it resolves to none then.
 */
export async function doToMany(
  kind: ManyKind,
  episodes: readonly Named[],
  act: (api: HostApi, id: string, signal: AbortSignal) => Promise<unknown>,
): Promise<readonly Named[]> {
  if (useMany.getState().many?.isOver === false) return []
  const closing = new AbortController()
  const begun: Many = {
    kind,
    total: episodes.length,
    tried: 0,
    failures: [],
    isOver: false,
    isCancelled: false,
    cancel: () => closing.abort(),
  }
  const tell = (change: (before: Many) => Partial<Many>) =>
    useMany.setState(({ many }) => ({ many: { ...(many ?? begun), ...change(many ?? begun) } }))
  useMany.setState({ many: begun })
  const done: Named[] = []
  for (const episode of episodes) {
    if (closing.signal.aborted) break
    try {
      await act(reachHost(), episode.id, closing.signal)
      done.push(episode)
    } catch (error) {
      if (closing.signal.aborted) break
      tell(({ failures }) => ({ failures: [...failures, { ...episode, reason: refusalOf(error) }] }))
      if (isExpected(error, 'disconnected')) break
    }
    tell(({ tried }) => ({ tried: tried + 1 }))
  }
  tell(() => ({ isOver: true, isCancelled: closing.signal.aborted }))
  const { failures = [], isCancelled = false } = useMany.getState().many ?? {}
  if (failures.length === 0 && !isCancelled) useMany.setState({ many: null })
  return done
}

export const dismissMany = () => useMany.setState({ many: null })

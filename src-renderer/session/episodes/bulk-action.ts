import { create } from 'zustand'
import { isExpected } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import { showNotice } from '../../kit/text/notice-store'
import { reachHost, refusalOf } from '../connection/connection-store'
import { sessionStrings } from '../strings'

/** An episode, with the title used in messages. */
export interface NamedEpisode {
  readonly id: string
  readonly title: string
}

export type BulkActionKind = 'delete' | 'restore' | 'tag' | 'export' | 'resume'

/** An action on several episodes, running or finished. It is shown until dismissed, or until all succeeded. */
export interface BulkAction {
  readonly kind: BulkActionKind
  readonly total: number
  readonly tried: number
  readonly failures: readonly (NamedEpisode & { readonly reason: string })[]
  readonly isOver: boolean
  /** The user cancelled the action. What was done is not undone. */
  readonly isCancelled: boolean
  readonly cancel: () => void
}

export const useBulkAction = create<{ readonly action: BulkAction | null }>()(() => ({ action: null }))

/**
 * Runs `act` for one episode after the other; resolves to those that succeeded. While another action runs, shows a
 * notice and resolves to an empty list.
 */
export async function runBulkAction(
  kind: BulkActionKind,
  episodes: readonly NamedEpisode[],
  act: (api: HostApi, id: string, signal: AbortSignal) => Promise<unknown>,
): Promise<readonly NamedEpisode[]> {
  if (useBulkAction.getState().action?.isOver === false) {
    showNotice(sessionStrings.bulkActionRuns)
    return []
  }
  const closing = new AbortController()
  const begun: BulkAction = {
    kind,
    total: episodes.length,
    tried: 0,
    failures: [],
    isOver: false,
    isCancelled: false,
    cancel: () => closing.abort(),
  }
  const update = (change: (before: BulkAction) => Partial<BulkAction>) =>
    useBulkAction.setState(({ action }) => ({ action: { ...(action ?? begun), ...change(action ?? begun) } }))
  useBulkAction.setState({ action: begun })
  const done: NamedEpisode[] = []
  for (const episode of episodes) {
    if (closing.signal.aborted) break
    try {
      await act(reachHost(), episode.id, closing.signal)
      done.push(episode)
    } catch (error) {
      if (closing.signal.aborted) break
      update(({ failures }) => ({ failures: [...failures, { ...episode, reason: refusalOf(error) }] }))
      if (isExpected(error, 'disconnected')) break
    }
    update(({ tried }) => ({ tried: tried + 1 }))
  }
  update(() => ({ isOver: true, isCancelled: closing.signal.aborted }))
  const { failures = [], isCancelled = false } = useBulkAction.getState().action ?? {}
  if (failures.length === 0 && !isCancelled) useBulkAction.setState({ action: null })
  return done
}

export const dismissBulkAction = () => useBulkAction.setState({ action: null })

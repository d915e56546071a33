import { useEffect } from 'react'
import { nameOfTwo } from '@shared/episode/compare/pair'
import { openComparison, useComparison } from '../session/comparison/comparison-store'
import { useEpisode } from '../session/episode/episode-store'
import {
  type Address,
  type ComparisonAddress,
  type ExperimentsAddress,
  formatAddress,
  formatComparison,
  formatExperiments,
  isEmptyAddress,
  parseAddress,
  parseComparison,
  parseExperiments,
} from '../session/episode/links/address'
import type { Playhead } from '../session/episode/playhead'
import { closeExperiments, openExperiments, useExperiments } from '../session/experiments/experiments-store'
import { focusRegion } from '../session/view/regions'

/** Delay before the address follows the playhead, because browsers refuse frequent changes. */
const SETTLE_MS = 250

/** Synchronizes address and view, so that reload, links and the back button work. */
export function useAddress(): void {
  useEffect(() => {
    const open = () => {
      const address = parseAddress(location.hash)
      if (address) useEpisode.getState().open(address.episodeId, address.playhead)
      const comparison = parseComparison(location.hash)
      if (comparison) openComparison(comparison.ids, comparison.at)
      const experiments = parseExperiments(location.hash)
      // Only the back and forward buttons lead to an address with a state; a link has none.
      if (experiments) openExperiments(experiments.experiment, parseAddress(String(history.state)))
    }
    const follow = () => {
      open()
      if (!isEmptyAddress(location.hash)) return
      useEpisode.getState().close()
      useComparison.setState({ open: null })
      closeExperiments()
      focusRegion('story')
    }
    open()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])

  const id = useEpisode((episode) => episode.id)
  const playhead = useEpisode((episode) => episode.playhead)
  const ids = useComparison(({ open }) => open?.ids)
  const at = useComparison(({ open }) => open?.at ?? null)
  const experiment = useExperiments(({ open }) => open?.name)
  const cameFrom = useExperiments(({ open }) => open?.cameFrom ?? null)
  useEffect(() => {
    const shown = shownAddress(id, playhead, ids, at, experiment)
    if (shown === null) return undefined
    // The address is written at once. Otherwise, a link to the previous page would equal the current address and do
    // nothing, and an empty address that was typed just before would close the new page.
    const state = cameFrom && formatAddress(cameFrom)
    if (!isSame(shown) || isEmptyAddress(location.hash)) {
      write(shown, state)
      return undefined
    }
    const before = location.hash
    const timer = setTimeout(() => {
      // If the user has followed a link in the meantime, its page is about to open.
      if (location.hash === before) write(shown, state)
    }, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [id, playhead, ids, at, experiment, cameFrom])

  // After a reload, a closed page must not open again.
  useEffect(
    () => () => {
      const isNothingOpen = [useComparison, useExperiments].every((store) => store.getState().open === null)
      if (useEpisode.getState().id === null && isNothingOpen)
        history.replaceState(null, '', location.pathname + location.search)
    },
    [id, ids, experiment],
  )
}

/**
 * Pushes a history entry for another episode or comparison; replaces it for another turn or swapped sides. `state`: the
 * address that the page of experiments came from.
 */
function write(address: AnyAddress, state: string | null): void {
  const hash = format(address)
  if (hash !== location.hash || state !== history.state)
    history[isSame(address) ? 'replaceState' : 'pushState'](state, '', hash)
}

/** Whether the address names the same page, perhaps at another turn. True also if the page has no address yet. */
function isSame(address: AnyAddress): boolean {
  const { hash } = location
  const before = parseComparison(hash) ?? parseExperiments(hash) ?? parseAddress(hash)
  return before === null || subjectOf(before) === subjectOf(address)
}

function shownAddress(
  episodeId: string | null,
  playhead: Playhead,
  ids: ComparisonAddress['ids'] | undefined,
  at: ComparisonAddress['at'],
  experiment: string | null | undefined,
): AnyAddress | null {
  if (episodeId !== null) return { episodeId, playhead }
  if (ids !== undefined) return { ids, at }
  return experiment === undefined ? null : { experiment }
}

type AnyAddress = Address | ComparisonAddress | ExperimentsAddress

function format(address: AnyAddress): string {
  if ('ids' in address) return formatComparison(address)
  return 'experiment' in address ? formatExperiments(address) : formatAddress(address)
}

function subjectOf(address: AnyAddress): string {
  if ('ids' in address) return nameOfTwo(address.ids)
  return 'experiment' in address ? format(address) : address.episodeId
}

import { nameOfTwo } from '@shared/episode/compare/pair'
import { useEffect } from 'react'
import {
  type Address,
  type ComparisonAddress,
  type ExperimentsAddress,
  formatAddress,
  formatComparison,
  formatExperiments,
  parseAddress,
  parseComparison,
  parseExperiments,
} from '../session/episode/address'
import { openComparison, useComparison } from '../session/comparison/comparison-store'
import { useEpisode } from '../session/episode/episode-store'
import { openExperiments, useExperiments } from '../session/experiments/experiments-store'

/** Browsers refuse an address that changes too often; while the reader scrubs, only where they stop matters. */
const SETTLE_MS = 250

/** Keeps the address bar and the playhead the same: a reload, a link and the back button all lead to a view. */
export function useAddress(): void {
  useEffect(() => {
    const open = () => {
      const address = parseAddress(location.hash)
      if (address) useEpisode.getState().open(address.episodeId, address.playhead)
      const comparison = parseComparison(location.hash)
      if (comparison) openComparison(comparison.ids, comparison.at)
      const experiments = parseExperiments(location.hash)
      if (experiments) openExperiments(experiments.experiment)
    }
    const follow = () => {
      open()
      if (location.hash !== '') return
      // Back to the page before the first episode.
      useEpisode.getState().close()
      useComparison.setState({ open: null })
      useExperiments.setState({ open: null })
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
  useEffect(() => {
    if (id === null && ids === undefined && experiment === undefined) return undefined
    const before = location.hash
    const timer = setTimeout(() => {
      // A link was followed meanwhile, and what it leads to is about to be shown.
      if (location.hash !== before) return
      if (id !== null) write({ episodeId: id, playhead })
      else if (ids !== undefined) write({ ids, at })
      else if (experiment !== undefined) write({ experiment })
    }, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [id, playhead, ids, at, experiment])

  // What was closed is not to come back with a reload.
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
 * Another episode is another page to come back to, and so are two others; another turn is not, nor are the same two the
 * other way round, nor what was there before the first.
 */
function write(address: Place): void {
  const hash = format(address)
  if (hash === location.hash) return
  const { hash: shown } = location
  const before = parseComparison(shown) ?? parseExperiments(shown) ?? parseAddress(shown)
  const isSame = before === null || subjectOf(before) === subjectOf(address)
  history[isSame ? 'replaceState' : 'pushState'](null, '', hash)
}

type Place = Address | ComparisonAddress | ExperimentsAddress

function format(address: Place): string {
  if ('ids' in address) return formatComparison(address)
  return 'experiment' in address ? formatExperiments(address) : formatAddress(address)
}

function subjectOf(address: Place): string {
  if ('ids' in address) return nameOfTwo(address.ids)
  return 'experiment' in address ? format(address) : address.episodeId
}

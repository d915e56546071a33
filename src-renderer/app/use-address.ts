import { useEffect } from 'react'
import { type Address, formatAddress, parseAddress } from '../session/episode/address'
import { useEpisode } from '../session/episode/episode-store'

/** Browsers refuse an address that changes too often; while the reader scrubs, only where they stop matters. */
const SETTLE_MS = 250

/** Keeps the address bar and the playhead the same: a reload, a link and the back button all lead to a view. */
export function useAddress(): void {
  useEffect(() => {
    const open = () => {
      const address = parseAddress(location.hash)
      if (address) useEpisode.getState().open(address.episodeId, address.playhead)
    }
    const follow = () => {
      open()
      // Back to the page before the first episode.
      if (location.hash === '') useEpisode.getState().close()
    }
    open()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])

  const id = useEpisode((episode) => episode.id)
  const playhead = useEpisode((episode) => episode.playhead)
  useEffect(() => {
    if (id === null) return undefined
    const timer = setTimeout(() => write({ episodeId: id, playhead }), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [id, playhead])

  // What was closed is not to come back with a reload.
  useEffect(
    () => () => {
      if (useEpisode.getState().id === null) history.replaceState(null, '', location.pathname + location.search)
    },
    [id],
  )
}

/**
 * Another episode is another page to come back to; another turn of it is not, and nor is what was there before the
 * first.
 */
function write(address: Address): void {
  const hash = formatAddress(address)
  if (hash === location.hash) return
  const before = parseAddress(location.hash)
  history[before === null || before.episodeId === address.episodeId ? 'replaceState' : 'pushState'](null, '', hash)
}

import { useEffect } from 'react'
import { type Address, formatAddress, parseAddress } from '../store/address'
import { useEpisode } from '../store/episode-store'

/** Browsers refuse an address that changes too often; while the reader scrubs, only where they stop matters. */
const SETTLE_MS = 250

/** Keeps the address bar and the playhead the same: a reload, a link and the back button all lead to a view. */
export function useAddress(): void {
  useEffect(() => {
    const open = () => {
      const address = parseAddress(location.hash)
      if (address) useEpisode.getState().open(address.episodeId, address.playhead)
    }
    open()
    window.addEventListener('hashchange', open)
    return () => window.removeEventListener('hashchange', open)
  }, [])

  const id = useEpisode((episode) => episode.id)
  const playhead = useEpisode((episode) => episode.playhead)
  useEffect(() => {
    if (id === null) return undefined
    const timer = setTimeout(() => write({ episodeId: id, playhead }), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [id, playhead])
}

/** Another episode is another page to come back to; another turn of it is not. */
function write(address: Address): void {
  const hash = formatAddress(address)
  if (hash === location.hash) return
  const isSameEpisode = parseAddress(location.hash)?.episodeId === address.episodeId
  history[isSameEpisode ? 'replaceState' : 'pushState'](null, '', hash)
}

import { formatAddress } from '../store/address'
import { useEpisode } from '../store/episode-store'
import type { Playhead } from '../store/playhead'
import { copyText } from './copy-text'
import { tell } from './notice-store'
import { sessionStrings } from '../store/strings'

/** Puts the address of the open episode at `playhead` on the clipboard. */
export async function copyLinkTo(playhead: Playhead): Promise<void> {
  const address = new URL(formatAddress({ episodeId: useEpisode.getState().id ?? '', playhead }), location.href)
  if (await copyText(address.href, sessionStrings.linkNotCopied(address.href))) tell(sessionStrings.linkCopied)
}

import { formatAddress } from './address'
import { useEpisode } from './episode-store'
import type { Playhead } from './playhead'
import { copyText } from '../view/copy-text'
import { tell } from '../../kit/notice-store'
import { sessionStrings } from '../strings'

/** Puts the address of the open episode at `playhead` on the clipboard. */
export async function copyLinkTo(playhead: Playhead): Promise<void> {
  const address = new URL(formatAddress({ episodeId: useEpisode.getState().id ?? '', playhead }), location.href)
  if (await copyText(address.href, sessionStrings.linkNotCopied(address.href))) tell(sessionStrings.linkCopied)
}

import { LINK_SCHEME } from '@shared/contract/shell-messages'
import { type Address, formatAddress } from './address'
import { useEpisode } from './episode-store'
import type { Playhead } from './playhead'
import { copyText } from '../view/copy-text'
import { tell } from '../../kit/text/notice-store'
import { sessionStrings } from '../strings'

/** Puts a link to an episode, the open one unless it is named, at `playhead` on the clipboard. */
export async function copyLinkTo(playhead: Playhead, episodeId = useEpisode.getState().id ?? ''): Promise<void> {
  const link = linkTo({ episodeId, playhead }, location.href)
  if (await copyText(link, sessionStrings.linkNotCopied(link))) tell(sessionStrings.linkCopied)
}

/** Of a page on the web its own address; nothing outside of the desktop app can follow one of its page. */
export function linkTo(address: Address, page: string): string {
  if (/^https?:/.test(page)) return new URL(formatAddress(address), page).href
  const link = `${LINK_SCHEME}://episode/${address.episodeId}`
  return address.playhead === 'live' ? link : `${link}/${address.playhead.turn}`
}

import { LINK_SCHEME } from '@shared/contract/shell-messages'
import { type Address, formatAddress } from './address'
import { useEpisode } from '../episode-store'
import type { Playhead } from '../playhead'
import { copyText } from '../../view/clipboard'
import { showNotice } from '../../../kit/text/notice-store'
import { sessionStrings } from '../../strings'

/** Copies a link to an episode at `playhead`. */
export async function copyLinkTo(playhead: Playhead, episodeId = useEpisode.getState().id ?? ''): Promise<void> {
  const link = linkTo({ episodeId, playhead }, location.href)
  if (await copyText(link, sessionStrings.linkNotCopied(link))) showNotice(sessionStrings.linkCopied)
}

/** The page's own address on the web; in the desktop app a link that other programs can open. */
export function linkTo(address: Address, page: string): string {
  if (/^https?:/.test(page)) return new URL(formatAddress(address), page).href
  const link = `${LINK_SCHEME}://episode/${address.episodeId}`
  return address.playhead === 'live' ? link : `${link}/${address.playhead.turn}`
}

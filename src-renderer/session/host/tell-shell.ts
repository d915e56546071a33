import { type PageMessage, SHELL_CHANNEL } from '@shared/contract/shell-messages'
import { type Address, formatAddress } from '../episode/links/address'
import { useEpisodeList } from '../episodes/episodes-store'

/** Sends a message to the desktop shell, which answers none. Elsewhere nothing listens. */
export const tellShell = (page: PageMessage): void =>
  window.postMessage({ channel: SHELL_CHANNEL, page }, window.origin === 'null' ? '*' : window.origin)

/** Whether further windows can be opened from here. */
export const hasWindows = (): boolean => useEpisodeList.getState().appInfo?.shell === 'electron'

export const openInNewWindow = (address: Address): void =>
  tellShell({ kind: 'window', address: formatAddress(address) })

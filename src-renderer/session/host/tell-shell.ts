import { type PageMessage, SHELL_CHANNEL } from '@shared/contract/shell-messages'
import { type Address, formatAddress } from '../episode/links/address'
import { useEpisodeList } from '../episodes/episodes-store'
import { sessionStrings } from '../strings'
import { setView } from '../view/view-store'

/** Sends a message to the desktop shell, which does not reply. In other shells, nothing receives it. */
export const tellShell = (page: PageMessage): void =>
  window.postMessage({ channel: SHELL_CHANNEL, page }, window.origin === 'null' ? '*' : window.origin)

export const isWeb = (): boolean => useEpisodeList.getState().appInfo?.shell === 'web'

/** Whether this page can open further windows. */
export const hasWindows = (): boolean => isWeb() || useEpisodeList.getState().appInfo?.shell === 'electron'

export function openInNewWindow(address: Address): void {
  if (isWeb()) openTab(formatAddress(address))
  else tellShell({ kind: 'window', address: formatAddress(address) })
}

/**
 * Opens a page of this window in a new tab. A tab opened by a page gets a copy of its session storage, and so the web
 * shell's token, which no address contains. A tab opened by the browser gets no copy.
 */
function openTab(hash: string): void {
  if (window.open(hash) === null) setView({ failure: sessionStrings.tabBlocked })
}

/**
 * In the web shell, opens a link within the window in a new tab on a middle click, or a click with Control or Command.
 */
export function openLinksInTabs(signal: AbortSignal): void {
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null
    const isForTab = event.button === 1 || (event.button === 0 && (event.ctrlKey || event.metaKey))
    if (link === null || !isForTab || event.defaultPrevented || !isWeb()) return
    event.preventDefault()
    openTab(link.getAttribute('href') ?? '')
  }
  window.addEventListener('click', follow, { signal })
  window.addEventListener('auxclick', follow, { signal })
}

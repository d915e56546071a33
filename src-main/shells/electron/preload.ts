import { ipcRenderer } from 'electron'
import { PORT_CHANNEL, SHELL_CHANNEL } from '@shared/contract/shell-messages'

/**
 * What the page posts to itself once it listens, see src-renderer/session/connection/connect-port.ts. A port that
 * arrived earlier would be lost.
 */
const PAGE_READY = 'zorkgpt:ready'

/** The little of the DOM that is used here: src-main is compiled without it. */
declare const window: {
  addEventListener(
    type: 'message',
    listener: (event: { readonly source: unknown; readonly data: unknown }) => void,
  ): void
  postMessage(message: unknown, targetOrigin: string, transfer?: readonly unknown[]): void
}

// Nothing else of Electron reaches the page.
window.addEventListener('message', ({ source, data }) => {
  if (source !== window) return
  if (data === PAGE_READY) ipcRenderer.send(PORT_CHANNEL)
  else if (isMenu(data)) ipcRenderer.send(SHELL_CHANNEL, data.menu)
})
ipcRenderer.on(PORT_CHANNEL, ({ ports }) => window.postMessage(PORT_CHANNEL, '*', ports))
ipcRenderer.on(SHELL_CHANNEL, (_event, shell) => window.postMessage({ channel: SHELL_CHANNEL, shell }, '*'))

const isMenu = (data: unknown): data is { menu: unknown } =>
  typeof data === 'object' && data !== null && 'channel' in data && data.channel === SHELL_CHANNEL && 'menu' in data

import { ipcRenderer } from 'electron'
import { PORT_CHANNEL } from '@shared/contract/channels'

/** What the page posts to itself once it listens, see src-renderer/store/connect-port.ts. A port that arrived earlier would be lost. */
const PAGE_READY = 'zorkgpt:ready'

/** The little of the DOM that is used here: src-main is compiled without it. */
declare const window: {
  addEventListener(type: 'message', listener: (event: { readonly source: unknown; readonly data: unknown }) => void): void
  postMessage(message: unknown, targetOrigin: string, transfer: readonly unknown[]): void
}

// Nothing else of Electron reaches the page.
window.addEventListener('message', ({ source, data }) => {
  if (source === window && data === PAGE_READY) ipcRenderer.send(PORT_CHANNEL)
})
ipcRenderer.on(PORT_CHANNEL, ({ ports }) => window.postMessage(PORT_CHANNEL, '*', ports))

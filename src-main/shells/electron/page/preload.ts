import { ipcRenderer } from 'electron'
import { PORT_CHANNEL, SHELL_CHANNEL } from '@shared/contract/shell-messages'

/** The page posts this when it listens, see src-renderer/session/connection/connect-port.ts. */
const PAGE_READY = 'zorkgpt:ready'

/** The part of the DOM that is used here, because src-main is compiled without the DOM types. */
declare const window: {
  addEventListener(
    type: 'message',
    listener: (event: { readonly source: unknown; readonly data: unknown }) => void,
  ): void
  postMessage(message: unknown, targetOrigin: string, transfer?: readonly unknown[]): void
}

// The page gets access to nothing else of Electron.
window.addEventListener('message', ({ source, data }) => {
  if (source !== window) return
  if (data === PAGE_READY) ipcRenderer.send(PORT_CHANNEL)
  else if (isForShell(data)) ipcRenderer.send(SHELL_CHANNEL, data.page)
})
ipcRenderer.on(PORT_CHANNEL, ({ ports }) => window.postMessage(PORT_CHANNEL, '*', ports))
ipcRenderer.on(SHELL_CHANNEL, (_event, shell) => window.postMessage({ channel: SHELL_CHANNEL, shell }, '*'))

const isForShell = (data: unknown): data is { page: unknown } =>
  typeof data === 'object' && data !== null && 'channel' in data && data.channel === SHELL_CHANNEL && 'page' in data

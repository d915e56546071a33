import { type BrowserWindow, MessageChannelMain, type MessagePortMain, type WebFrameMain } from 'electron'
import type { Port } from '@shared/contract/rpc'
import { PORT_CHANNEL } from '@shared/contract/shell-messages'

/**
 * Sends one end of a new channel to the page of `window` after each load, and passes the other end to `connect`. Only
 * the main frame of our window with our page gets a port; the port of the previous load is closed.
 */
export function handOverPorts(window: BrowserWindow, pageUrl: string, connect: (port: Port) => void): void {
  let current: MessagePortMain | null = null
  const { webContents } = window
  webContents.ipc.on(PORT_CHANNEL, ({ senderFrame }) => {
    if (!isOwnPage(window, senderFrame, pageUrl)) return
    current?.close()
    const { port1, port2 } = new MessageChannelMain()
    current = port1
    connect(messagePort(port1))
    port1.start()
    webContents.postMessage(PORT_CHANNEL, null, [port2])
  })
}

/** True for the main frame of our window with our page. */
export const isOwnPage = ({ webContents }: BrowserWindow, frame: WebFrameMain | null, pageUrl: string): boolean =>
  frame !== null && frame === webContents.mainFrame && isPage(frame.url, pageUrl)

/** Compares scheme and host only, because the rest is an address inside the page. */
export const isPage = (url: string, pageUrl: string): boolean => url.startsWith(pageUrl)

function messagePort(port: MessagePortMain): Port {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', ({ data }) => listener(data)),
    onClose: (listener) => void port.on('close', listener),
  }
}

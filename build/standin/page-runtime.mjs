/** @import * as Electron from 'electron' */
/** @import { PartOf } from './part-of' */

/**
 * Runs in the preload's world before the page's scripts, like a sandboxed preload, which can require only 'electron'.
 * `preload` is the preload bundle as a function, `wire` the function of wire.mjs, and `call` sends text to the main
 * process.
 */
export function pageRuntime(preload, wire, call) {
  if (window.top !== window) return
  const { encode, decode } = wire({
    toBase64: (bytes) => bytes.toBase64(),
    fromBase64: (text) => Uint8Array.fromBase64(text),
  })
  const post = (...args) => call(encode(args))
  const listeners = new Map()
  const ports = new Map()

  const actions = {
    emit(channel, payload, portIds) {
      const farEnds = portIds.map((id) => {
        const { port1, port2 } = new MessageChannel()
        ports.set(id, port1)
        port1.onmessage = ({ data }) => post('port', id, data)
        return port2
      })
      for (const listener of listeners.get(channel) ?? []) listener({ sender: ipcRenderer, ports: farEnds }, ...payload)
    },
    port: (id, data) => ports.get(id)?.postMessage(data),
    closePort(id) {
      ports.get(id)?.close()
      ports.delete(id)
    },
  }
  globalThis.standinDeliver = (batch) => {
    for (const [kind, ...args] of decode(batch)) actions[kind](...args)
  }

  /** @satisfies {PartOf<Electron.IpcRenderer, 'on' | 'send'>} */
  const ipcRenderer = {
    on(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return ipcRenderer
    },
    send: (channel, ...args) => post('send', channel, structuredClone(args)),
  }
  const require = (id) => {
    if (id === 'electron' || id === 'electron/renderer') return { ipcRenderer }
    throw new Error(`module not found: ${id}`) // the error message of a sandboxed preload
  }
  const module = { exports: {} }
  post('loaded')
  preload(require, module, module.exports, { platform: 'linux', versions: {}, env: {} })
}

/**
 * Runs in the page before its scripts: the sandboxed world of a preload, which can require 'electron' and nothing else.
 * `preload` is the preload bundle as a function, rather than its text: the page's policy forbids evaluating text.
 */
export function pageRuntime(preload) {
  if (window.top !== window) return
  const call = window.__standin
  delete window.__standin
  const listeners = new Map()
  const ports = new Map()

  const actions = {
    emit(channel, payload, portIds) {
      const farEnds = portIds.map((id) => {
        const { port1, port2 } = new MessageChannel()
        ports.set(id, port1)
        port1.onmessage = ({ data }) => void call('port', id, data)
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
  Object.defineProperty(window, '__standinDeliver', {
    value: (batch) => {
      for (const [kind, ...args] of batch) actions[kind](...args)
    },
  })

  const ipcRenderer = {
    on(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return ipcRenderer
    },
    send: (channel, ...args) => void call('send', channel, structuredClone(args)),
  }
  const require = (id) => {
    if (id === 'electron' || id === 'electron/renderer') return { ipcRenderer }
    throw new Error(`module not found: ${id}`) // what a sandboxed preload says
  }
  const module = { exports: {} }
  void call('loaded')
  preload(require, module, module.exports, { platform: 'linux', versions: {}, env: {} })
}

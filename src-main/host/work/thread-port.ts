import type { MessagePort } from 'node:worker_threads'
import type { Port } from '@shared/contract/rpc'

export const threadPort = (port: MessagePort): Port => ({
  post: (message) => port.postMessage(message),
  onMessage: (listener) => void port.on('message', listener),
  onClose: (listener) => void port.on('close', listener),
})

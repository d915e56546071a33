import { promisify } from 'node:util'
import { constants, deflateRaw } from 'node:zlib'
import { type RawData, WebSocket } from 'ws'
import { tryParseJson } from '@shared/base/json/bound-json'
import { detachBytes } from '@shared/contract/bytes'
import type { Port } from '@shared/contract/rpc'

/** While more bytes than this are unsent, no messages are read. */
const HIGH_WATER = 1 << 20

/** Compresses at the fastest level, which takes less time than sending. Logs shrink to a tenth. */
const pack = (bytes: Uint8Array): Promise<Buffer> => promisify(deflateRaw)(bytes, { level: constants.Z_BEST_SPEED })

/**
 * A WebSocket as a port. Messages are sent as JSON; their bytes are compressed and sent before them. Every answer
 * follows a request. No requests are read from a peer that does not read its answers, which bounds the memory per
 * viewer without a queue.
 */
export function socketPort(socket: WebSocket): Port {
  const resumeWhenDrained = () => {
    if (socket.isPaused && socket.bufferedAmount < HIGH_WATER) socket.resume()
  }
  const send = (message: unknown, packed: Buffer | null) => {
    if (socket.readyState !== WebSocket.OPEN) return
    if (packed !== null) socket.send(packed)
    socket.send(JSON.stringify(message), resumeWhenDrained)
    if (socket.bufferedAmount > HIGH_WATER) socket.pause()
  }
  return {
    post(message) {
      const { message: bare, bytes } = detachBytes(message)
      if (bytes === null) send(bare, null)
      else void pack(bytes).then((packed) => send(bare, packed))
    },
    onMessage(listener) {
      socket.on('message', (data) => {
        const message = parse(data)
        if (message === undefined) socket.close(1007, 'not JSON that can be taken')
        else listener(message)
      })
    },
    onClose(listener) {
      socket.on('close', listener)
    },
  }
}

/** The sockets of a server deliver each message as one Buffer by default. */
const parse = (data: RawData): unknown => tryParseJson((data as Buffer).toString())

import { promisify } from 'node:util'
import { constants, deflateRaw } from 'node:zlib'
import { type RawData, WebSocket } from 'ws'
import { tryParseJson } from '@shared/base/json/bound-json'
import { detachBytes } from '@shared/contract/bytes'
import type { Port } from '@shared/contract/rpc'

/** While more bytes than this are unsent, nothing is read from the other side. */
const HIGH_WATER = 1 << 20

/** At the fastest level, because compressing then takes less time than sending. Logs shrink to a tenth. */
const pack = (bytes: Uint8Array): Promise<Buffer> => promisify(deflateRaw)(bytes, { level: constants.Z_BEST_SPEED })

/**
 * A WebSocket as a port; messages are sent as JSON; bytes are compressed and sent before their message. Every answer
 * follows a request, so a peer that asks without reading is slowed down by no longer being read: memory per viewer
 * stays bounded without a queue of our own.
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

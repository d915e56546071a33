import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { SecretMask } from '../../secrets/secret-mask'

/**
 * What a server was given as a secret it may say again: in a result, a message, the description of a tool. Masked
 * before anything reads it, it reaches neither the log nor the window nor the model. Returns the transport it was
 * given.
 */
export function maskIncoming(transport: Transport, masks: readonly (SecretMask | undefined)[]): Transport {
  const masked = <Message>(message: Message) =>
    masks.reduce<Message>((before, mask) => mask?.deep(before) ?? before, message)
  let receive = transport.onmessage
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => receive,
    set(handler: Transport['onmessage']) {
      receive = handler && ((message, extra) => handler(masked(message), extra))
    },
  })
  return transport
}

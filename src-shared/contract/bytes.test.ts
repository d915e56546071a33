import { expect, it } from 'vitest'
import { attachBytes, detachBytes } from './bytes'

it('a message is restored from its JSON and its bytes', () => {
  const sent = { id: 3, kind: 'batch', value: { live: false, bytes: new Uint8Array([123, 125, 10]) } }
  const { message, bytes } = detachBytes(sent)
  expect(JSON.stringify(message)).not.toContain('bytes')
  expect(attachBytes(JSON.parse(JSON.stringify(message)), bytes ?? new Uint8Array())).toEqual(sent)
})

it('a message without bytes is unchanged', () => {
  const sent = { id: 3, kind: 'batch', value: { events: [] } }
  expect(detachBytes(sent)).toEqual({ message: sent, bytes: null })
})

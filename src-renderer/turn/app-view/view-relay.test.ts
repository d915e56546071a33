import { describe, expect, it, vi } from 'vitest'
import { relayView } from './view-relay'

function setUp() {
  const posted = vi.fn<(message: unknown, target: string) => void>()
  const view = { postMessage: posted } as unknown as Window
  const frame = { contentWindow: view } as HTMLIFrameElement
  const received: string[] = []
  const flooded = vi.fn<() => void>()
  let time = 0
  const stop = relayView({
    frame,
    html: '<p>Hi</p>',
    onMessage: (json) => received.push(json),
    onFlood: flooded,
    now: () => time,
  })
  const send = (data: unknown, source: MessageEventSource | null = view) =>
    window.dispatchEvent(new MessageEvent('message', { data, source }))
  return { send, posted, received, flooded, stop, pass: (ms: number) => (time += ms) }
}

describe('the messages of a view', () => {
  it('begin with the request for its document, and are then passed on as JSON', () => {
    const { send, posted, received } = setUp()
    send('ready')
    expect(posted).toHaveBeenCalledExactlyOnceWith({ html: '<p>Hi</p>' }, '*')
    send({ jsonrpc: '2.0', method: 'ping', id: 1 })
    expect(received).toEqual(['{"jsonrpc":"2.0","method":"ping","id":1}'])
  })

  it('are dropped if they come from another window, are no JSON object, or are too long', () => {
    const { send, received } = setUp()
    send('ready')
    const endless: Record<string, unknown> = {}
    endless.self = endless
    for (const data of ['text', 7, null, endless, { n: 1n }, { text: 'x'.repeat(600_000) }]) send(data)
    send({ method: 'evil' }, null)
    expect(received).toEqual([])
  })

  it('stop the view if there are too many, also from frames inside of it', () => {
    const { send, received, flooded, pass } = setUp()
    send('ready')
    for (let sent = 0; sent < 150; sent++) send({ sent })
    expect(flooded).not.toHaveBeenCalled()
    pass(1000)
    for (let sent = 0; sent < 99; sent++) send({ sent }, null)
    expect(flooded).not.toHaveBeenCalled()
    send({ sent: 'last' })
    send({ sent: 'more' })
    expect(flooded).toHaveBeenCalledOnce()
    expect(received).toHaveLength(150)
    send({ sent: 'ignored' })
    expect(received).toHaveLength(150)
  })
})

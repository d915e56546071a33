import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import type { McpLogEntry } from '@shared/contract/mcp'
import { formatClock } from '../../kit/text/format'
import { reconnectingApi } from '../../session/connection/connection-store'
import { connectTo, forgetHost, loseHost } from '../../session/connection/connection.testkit'
import { LogTab } from './LogTab'

afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
  forgetHost()
})

const line = (number: number, text: string): McpLogEntry => ({
  number,
  at: '2026-03-02T09:00:01.250Z',
  session: 1,
  kind: 'stderr',
  id: null,
  method: null,
  text,
})

/** A host that sends these lines, and nothing more until it is gone. */
function hostWith(...entries: readonly McpLogEntry[]) {
  let lose: () => void = () => {}
  const gone = new Promise<never>((_resolve, reject) => {
    lose = () => reject(new Error('The connection is gone.'))
  })
  gone.catch(() => {})
  const api: Partial<HostApi> = {
    async *watchMcpLog() {
      yield { entries: [...entries] }
      await gone
    },
  }
  return { api, lose }
}
const lines = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

it('continues with a host that reconnects, and shows each line once, in local time', async () => {
  const first = hostWith(line(1, 'Started.'))
  connectTo(first.api)
  render(<LogTab api={reconnectingApi} server="a" health={null} />)
  expect((await screen.findByText('Started.')).closest('p')?.textContent).toContain(
    `${formatClock('2026-03-02T09:00:01.250Z')}.250`,
  )
  act(() => {
    loseHost()
    first.lose()
  })
  act(() => connectTo(hostWith(line(1, 'Started.'), line(2, 'Asked.')).api))
  expect(await screen.findByText('Asked.')).toBeTruthy()
  expect(lines()).toHaveLength(2)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('names the tool that a message calls', async () => {
  const text = '{"method":"tools/call","params":{"name":"light","arguments":{}}}'
  connectTo(hostWith({ ...line(1, text), kind: 'sent', id: '1', method: 'tools/call' }).api)
  render(<LogTab api={reconnectingApi} server="a" health={null} />)
  expect((await screen.findByText('light')).parentElement?.textContent).toBe('tools/call light')
})

it('names the session that has ended, and how the server ended', async () => {
  connectTo(
    hostWith(line(1, 'Started.'), { ...line(2, 'exited with code 3'), kind: 'ended', at: '2026-03-02T09:00:05.000Z' })
      .api,
  )
  render(<LogTab api={reconnectingApi} server="a" health={null} />)
  const began = `${formatClock('2026-03-02T09:00:01.250Z')}.250`
  expect(await screen.findByText(`End of the session of ${began}: the server exited with code 3`)).toBeTruthy()
})

it('makes hidden and direction-changing characters visible', async () => {
  connectTo(
    hostWith({ ...line(1, '{"a":"\\u202e\\u001b[8m"}'), kind: 'received', method: 'notifications/message' }).api,
  )
  render(<LogTab api={reconnectingApi} server="a" health={null} />)
  fireEvent.click(await screen.findByText('notifications/message'))
  expect((await screen.findByText(/"a"/)).textContent).toContain(String.raw`"a": "\u202e\u001b[8m"`)
})

it('shows lines of standard output that are not messages, and hides all other output on request', async () => {
  connectTo(hostWith(line(1, 'To stderr.'), { ...line(2, 'To stdout.'), kind: 'stdout' }).api)
  render(<LogTab api={reconnectingApi} server="a" health={null} />)
  expect((await screen.findByText('To stdout.')).closest('p')?.textContent).toContain('?')
  expect(screen.getByRole('img', { name: 'Standard output' })).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Show standard error and other output' }))
  expect(lines()).toEqual([])
})

it('the log begins with the reliability of the server', async () => {
  const health = { calls: 4, failures: 1, medianMs: 120 }
  render(<LogTab api={reconnectingApi} server="a" health={health} />)
  expect(
    screen.getByText('Since the app started: 4 calls, 1 without an answer. The median time of an answer is 120 ms.'),
  ).toBeTruthy()
})

it('opens at the output after the last failed call, with the request collapsed', async () => {
  const scrolledTo: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scroll(this: Element) {
    scrolledTo.push(this.textContent)
  })
  const call = { ...line(1, '{"params":{"name":"fail"}}'), kind: 'sent', id: '1', method: 'tools/call' } as const
  connectTo(hostWith(call, line(2, 'The disk is full.'), { ...line(3, ''), kind: 'ended' }).api)
  render(<LogTab api={reconnectingApi} server="a" health={null} />)
  expect((await screen.findByText('fail')).closest('details')?.open).toBe(false)
  expect(scrolledTo).toEqual([expect.stringContaining('End of the session')])
})

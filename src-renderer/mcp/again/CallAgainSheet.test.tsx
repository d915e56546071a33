import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import type { McpTest, McpToolDetail } from '@shared/contract/mcp'
import type { ToolCall } from '@shared/episode/state/episode'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { CallAgainSheet } from './CallAgainSheet'

const call: ToolCall = {
  callId: 'c1',
  toolName: 'lamp.light',
  serverName: 'lamp',
  arguments: { oil: 3 },
  status: 'ok',
  result: { lit: true },
  durationMs: 12,
}
const tool: McpToolDetail = {
  name: 'light',
  description: '',
  schema: { type: 'object', properties: { oil: { type: 'integer' } } },
  tokens: 1,
  isReadOnly: false,
  isDestructive: false,
  icon: null,
  outputSchema: null,
  hints: [],
  view: null,
}
const answered = (content: unknown): McpTest => ({
  steps: [{ stage: 'call', state: 'done', ms: 5, result: null }],
  failure: null,
  tools: [tool],
  resources: [],
  prompts: [],
  progress: null,
  call: { tool: 'light', text: JSON.stringify(content), structured: null, content, error: null, ms: 5 },
  notices: [],
  finished: true,
})

type Test = HostApi['testMcpServer']

afterEach(() => {
  cleanup()
  forgetHost()
})

async function show(test: Test, { servers = ['lamp'], made = call }: { servers?: string[]; made?: ToolCall } = {}) {
  const api = {
    readMcpConfig: async () => ({ path: 'mcp.json', text: 'the saved text', version: '1', problems: [] }),
    checkMcpConfig: async () => [],
    readMcpTools: async () => [tool],
    async *watchMcp() {
      yield { enabled: true, version: '1', servers: servers.map((name) => ({ name, state: 'idle', tools: null })) }
    },
    testMcpServer: test,
  } as unknown as HostApi
  connectTo(api)
  render(<CallAgainSheet api={api} call={made} turn={7} onClose={() => {}} />)
  // Waits for the file and the servers.
  await act(async () => {})
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const text = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })

describe('a repeated call', () => {
  it('uses the edited arguments and the saved server', async () => {
    const asked = vi.fn<(params: unknown) => void>()
    await show(async function* test(params) {
      asked(params)
      yield answered({ lit: true })
    })
    expect(screen.getByRole('button', { name: 'Call light' })).toBe(document.activeElement)
    press('Call light')
    expect(await screen.findByText('Both results are the same.')).toBeTruthy()
    fireEvent.change(text('Arguments as JSON'), { target: { value: '{ "oil": 4 }' } })
    press('Call light')
    const sent = (oil: number) => [
      { text: 'the saved text', server: 'lamp', call: { tool: 'light', arguments: { oil } } },
    ]
    await waitFor(() => expect(asked.mock.calls).toEqual([sent(3), sent(4)]))
  })

  it('reports a different result', async () => {
    await show(async function* test() {
      yield answered({ lit: false })
    })
    press('Call light')
    expect(await screen.findByText('The results differ.')).toBeTruthy()
  })

  it('is compared with any other manual call, and its arguments can be used again', async () => {
    let lit = 0
    await show(async function* test() {
      yield answered({ lit: ++lit })
    })
    press('Call light')
    await screen.findByRole('button', { name: 'Show call 1' })
    fireEvent.change(text('Arguments as JSON'), { target: { value: '{ "oil": 4 }' } })
    press('Call light')
    await screen.findByRole('button', { name: 'Show call 2' })
    fireEvent.change(screen.getByRole('combobox', { name: 'Compare with' }), { target: { value: '1' } })
    const lines = () => screen.getByRole('region', { name: 'Changes' }).textContent
    expect(lines()).toContain('−   "lit": 1')
    expect(lines()).toContain('+   "lit": 2')
    press('Show call 1')
    expect(screen.getByText('Both results are the same.')).toBeTruthy()
    press('Use arguments of call 1')
    expect(JSON.parse(text('Arguments as JSON').value)).toEqual({ oil: 3 })
  })

  it('that was cancelled is in the history, without a result', async () => {
    await show(async function* test(_params, signal) {
      yield {
        ...answered(null),
        steps: [{ stage: 'call', state: 'running', ms: 0, result: null }],
        progress: { progress: 1, total: 3, message: 'oiling' },
        call: null,
        finished: false,
      }
      if (!signal.aborted) await new Promise((ended) => signal.addEventListener('abort', ended, { once: true }))
    })
    press('Call light')
    expect(await screen.findByText('1/3 · oiling')).toBeTruthy()
    press('Cancel')
    expect(await screen.findByText(/cancelled$/)).toBeTruthy()
  })

  it('runs once at a time, and is cancelled when the sheet closes', async () => {
    let running = 0
    await show(async function* test(_params, signal) {
      running++
      await new Promise((ended) => signal.addEventListener('abort', ended, { once: true }))
      running--
      yield* []
    })
    press('Call light')
    press('Call light')
    expect(running).toBe(1)
    cleanup()
    await waitFor(() => expect(running).toBe(0))
  })

  it('can use another server if its own is gone', async () => {
    const asked = vi.fn<(server: string) => void>()
    const test: Test = async function* test({ server }) {
      asked(server)
      yield answered({ lit: true })
    }
    await show(test, { servers: ['lantern'] })
    expect(screen.getByRole('alert').textContent).toContain('“lamp” is no longer configured.')
    press('Call light')
    expect(asked).not.toHaveBeenCalled()
    fireEvent.change(screen.getByRole('combobox', { name: 'Server' }), { target: { value: 'lantern' } })
    press('Call light')
    await waitFor(() => expect(asked.mock.calls).toEqual([['lantern']]))
  })

  it('reports that the tool is gone, and that a secret is missing', async () => {
    const masked = { ...call, toolName: 'lamp.dim', arguments: { key: '•••' } }
    await show(async function* test() {}, { made: masked })
    expect(screen.getByText('“lamp” no longer has a tool dim.')).toBeTruthy()
    expect(screen.getByText(/A secret was replaced/)).toBeTruthy()
  })

  it('shows why it was refused', async () => {
    await show(async function* test() {
      yield* []
      throw new ExpectedError('bad_file', 'The server lamp cannot be started.')
    })
    press('Call light')
    expect((await screen.findByRole('alert')).textContent).toBe('The server lamp cannot be started.')
  })
})

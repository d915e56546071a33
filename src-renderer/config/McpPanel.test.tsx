import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ConfigProblem, HostApi, McpBatch, McpServerStatus } from '@shared/contract/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { McpPanel } from './McpPanel'

const server = (name: string, status: Partial<McpServerStatus> = {}): McpServerStatus =>
  ({ name, transport: 'stdio', target: `node ${name}.js`, state: 'idle', tools: null, resources: null, prompts: null, error: null, stderr: '', connectMs: null, ...status })

const BROKEN: ConfigProblem = { line: 2, column: 3, server: 'thoughtbox', message: 'A comma is missing.', severity: 'error' }

/** A host that shows these servers and reports what was asked of it. Commands that the panel has no use for are missing. */
function hostWith(servers: readonly McpServerStatus[], options: { readonly enabled?: boolean; readonly problems?: readonly ConfigProblem[]; readonly feedFailure?: string } = {}) {
  const { enabled = true, problems = [], feedFailure } = options
  const probe = vi.fn<() => Promise<Record<string, never>>>(async () => ({}))
  let closed = false
  const api = {
    probeMcpServers: probe,
    readMcpConfig: async () => ({ path: '/config/mcp_config.json', text: '{\n  "mcpServers": {}\n}\n', version: '1', problems }),
    checkMcpConfig: async () => problems,
    saveMcpConfig: async () => Promise.reject(new Error('Not expected here.')),
    async *watchMcp(_params: object, signal: AbortSignal): AsyncGenerator<McpBatch> {
      yield { enabled, version: '1', servers }
      if (feedFailure) throw new Error(feedFailure)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      closed = true
    },
  } as unknown as HostApi
  return { api, probe, feedIsClosed: () => closed }
}

const show = (host: { readonly api: HostApi }, onClose = () => {}) => render(<McpPanel api={host.api} onClose={onClose} />)

afterEach(cleanup)

describe('McpPanel', () => {
  it('shows each server with its state in a word, what it runs, and its tools', async () => {
    show(hostWith([server('thoughtbox', { state: 'ready', connectMs: 142, tools: [{ name: 'think', description: 'Thinks <b>aloud</b>.' }] })]))
    const card = await screen.findByRole('article', { name: 'thoughtbox' })
    expect(card.textContent).toContain('Ready')
    expect(card.textContent).toContain('stdio · connected in 142 ms')
    expect(card.textContent).toContain('Runs node thoughtbox.js')
    expect(within(card).getByText('1 tool')).toBeTruthy()
    expect(within(card).getByText('Thinks <b>aloud</b>.')).toBeTruthy()
  })

  it('tells a server that answered and was let go from one that nobody has tried', async () => {
    show(hostWith([server('tried', { tools: [], connectMs: 90 }), server('untried')]))
    expect((await screen.findByRole('article', { name: 'tried' })).textContent).toContain('Answered')
    expect(screen.getByRole('article', { name: 'untried' }).textContent).toContain('Not connected')
  })

  it('shows why a server failed, with the last lines it wrote', async () => {
    show(hostWith([server('npx', { state: 'failed', error: 'npx is not on PATH.', stderr: 'sh: npx: not found\n' })]))
    const card = await screen.findByRole('article', { name: 'npx' })
    expect(card.textContent).toContain('npx is not on PATH.')
    expect(within(card).getByRole('region', { name: /standard error/ }).textContent).toBe('sh: npx: not found')
  })

  it('tests the connections and says how many answered', async () => {
    const host = hostWith([server('a', { state: 'ready', tools: [] }), server('b', { state: 'failed', error: 'No.' }), server('c', { state: 'disabled' })])
    show(host)
    await screen.findByRole('article', { name: 'a' })
    fireEvent.click(screen.getByRole('button', { name: 'Test connections' }))
    expect(await screen.findByText('1 of 2 servers answered.')).toBeTruthy()
    expect(host.probe).toHaveBeenCalledOnce()
  })

  it('says so when the test could not be made', async () => {
    const host = hostWith([server('a')])
    host.probe.mockRejectedValueOnce({ code: 'busy', message: 'A test is running.' })
    show(host)
    await screen.findByRole('article', { name: 'a' })
    fireEvent.click(screen.getByRole('button', { name: 'Test connections' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The connections could not be tested: A test is running.')
  })

  it('says what to do where no server is configured, and that MCP is off', async () => {
    show(hostWith([], { enabled: false }))
    expect(await screen.findByText(/No server is configured/)).toBeTruthy()
    expect(screen.getByText(/MCP is switched off/)).toBeTruthy()
  })

  it('says that the list stopped, and keeps it', async () => {
    show(hostWith([server('a')], { feedFailure: 'The host went away.' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The host went away.')
    expect(screen.getByRole('article', { name: 'a' })).toBeTruthy()
  })

  it('lets go of the feed when it is closed', async () => {
    const host = hostWith([server('a')])
    const { unmount } = show(host)
    await screen.findByRole('article', { name: 'a' })
    unmount()
    await vi.waitFor(() => expect(host.feedIsClosed()).toBe(true))
  })

  it('lists problems of the text with their place, and lets nothing be saved', async () => {
    show(hostWith([], { problems: [BROKEN] }))
    const problems = await screen.findByRole('list', { name: 'Problems in the text' })
    expect(within(problems).getByRole('button').textContent).toBe('Line 2, column 3thoughtbox: A comma is missing.')
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('closes by its button', async () => {
    const onClose = vi.fn<() => void>()
    show(hostWith([]), onClose)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledOnce()
    await screen.findByText(/No server is configured/)
  })
})

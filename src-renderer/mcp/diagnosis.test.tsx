import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import type { McpLogEntry, McpTest } from '@shared/contract/mcp'
import { click, closePanel, draftProblems, draftText, hostWith, row, server, show } from './mcp-panel.testkit'

afterEach(closePanel)

const worked: McpTest = {
  steps: [{ stage: 'list', state: 'done', ms: 4, result: '1' }],
  failure: null,
  tools: [],
  resources: [],
  prompts: [],
  progress: null,
  call: null,
  notices: [],
  finished: true,
}
const failedCall = { at: '2100-01-01T09:00:01.000Z', tool: 'look', error: 'No answer within 30 s' }
const entry = (name = 'a') => (JSON.parse(draftText()) as { mcpServers: Record<string, unknown> }).mcpServers[name]
const result = () => screen.getByRole('region', { name: 'Connection test' })

describe('the state of a server', () => {
  it('is that of its last call, with a link to its log', async () => {
    const line = (part: Partial<McpLogEntry>): McpLogEntry => ({
      number: 1,
      at: '2026-03-02T09:00:01.250Z',
      session: 1,
      kind: 'sent',
      id: null,
      method: null,
      text: '{}',
      ...part,
    })
    const { api } = hostWith([server('a', { state: 'ready', tools: [], connectMs: 9, lastCall: failedCall })])
    async function* watchMcpLog() {
      yield {
        entries: [
          line({ id: '1', method: 'tools/call', text: '{"params":{"name":"look"}}' }),
          line({ number: 2, method: 'notifications/cancelled', text: '{"params":{"requestId":1}}' }),
          line({ number: 3, id: '2', method: 'ping' }),
        ],
      }
    }
    show({ api: { ...api, watchMcpLog } as HostApi })
    await expect.poll(async () => (await row('a')).textContent).toContain('Last call failed')
    expect(await screen.findByText(/^The last call, look at .*, failed: No answer within 30 s$/)).toBeTruthy()
    click('Show the log')
    const log = await screen.findByRole('list', { name: 'Log of a' })
    expect(log.querySelector('[data-failed="true"] summary')?.textContent).toMatch(/tools\/call look.*no answer/)
  })

  it('is Ready after a call that was answered', async () => {
    show(hostWith([server('a', { state: 'ready', tools: [], lastCall: { ...failedCall, error: null } })]))
    await expect.poll(async () => (await row('a')).textContent).toContain('Ready')
    expect(screen.queryByRole('button', { name: 'Show the log' })).toBeNull()
  })
})

describe('the result of a test', () => {
  it('names the keys that changed since, and folds its steps', async () => {
    show(hostWith([server('a')], { test: worked }))
    await row('a')
    click('Test connection')
    await expect.poll(() => result().textContent).toContain('Connected: 0 tools.')
    expect(within(result()).getByRole('listitem').textContent).toContain('List tools')
    fireEvent.change(await screen.findByRole('textbox', { name: 'argument 1' }), { target: { value: 'b.js' } })
    expect(result().textContent).toMatch(/Tested at [\d:]+\. Changed since then: args\.$/)
    expect(within(result()).queryByRole('listitem')).toBeNull()
    fireEvent.change(screen.getByRole('textbox', { name: 'argument 1' }), { target: { value: 'a.js' } })
    expect(result().textContent).not.toContain('Tested at')
  })

  it('is one line in another tab', async () => {
    show(hostWith([server('a')], { test: worked }))
    await row('a')
    click('Test connection')
    await expect.poll(() => within(result()).queryByRole('listitem')).not.toBeNull()
    fireEvent.click(screen.getByRole('tab', { name: 'Log' }))
    expect(within(result()).queryByRole('listitem')).toBeNull()
    expect(result().textContent).toContain('Connected: 0 tools.')
  })

  it('names a call that failed since', async () => {
    show(hostWith([server('a', { lastCall: failedCall })], { test: worked }))
    await row('a')
    click('Test connection')
    await expect
      .poll(() => result().textContent)
      .toMatch(/Tested at [\d:]+\. A later call of look failed: No answer within 30 s$/)
  })
})

describe('a whole command line', () => {
  const command = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Command' })

  it('that is pasted over the command is split, which can be undone', async () => {
    const user = userEvent.setup()
    show(hostWith([server('a')]))
    await user.clear(await command())
    await user.click(await command())
    await user.paste('$ API_MODE=fast npx -y "@h/weather server" --port 3000')
    expect(entry()).toEqual({
      command: 'npx',
      args: ['-y', '@h/weather server', '--port', '3000'],
      env: { API_MODE: 'fast' },
    })
    expect(screen.getByText(/^The line was split into a command and 4 arguments\./)).toBeTruthy()
    click('Undo')
    expect((await command()).value).toBe('$ API_MODE=fast npx -y "@h/weather server" --port 3000')
    expect(entry()).toMatchObject({ args: ['a.js'] })
  })

  it('that is one path, or pasted into a part of the field, is not split', async () => {
    const user = userEvent.setup()
    show(hostWith([server('a')]))
    await user.click(await command())
    await user.paste(' --x y')
    expect((await command()).value).toBe('node --x y')
    await user.clear(await command())
    await user.paste(String.raw`C:\Program Files\node.exe`)
    expect(entry()).toMatchObject({ command: String.raw`C:\Program Files\node.exe`, args: ['a.js'] })
  })

  it('that was typed and not found has a button that splits it', async () => {
    const text = '{"mcpServers":{"a":{"command":"pnpm dlx","args":["tools@latest"]}}}'
    show(hostWith([server('a')], { text, launch: { file: null, fault: 'it is a whole command line' } }))
    fireEvent.click(await screen.findByRole('button', { name: 'Split into command and arguments' }))
    expect(entry()).toEqual({ command: 'pnpm', args: ['dlx', 'tools@latest'] })
  })
})

describe('secrets in plain text', () => {
  const text = JSON.stringify({
    mcpServers: { a: { command: 'x', args: ['--token', 't-12345'], env: { API_KEY: 'k-12345', MODE: 'x' } } },
  })
  const problem = { line: 1, column: 1, server: 'a', key: 'env', message: '`env` has a secret', severity: 'warning' }

  it('are moved to the store by one button, and the file names them', async () => {
    const host = hostWith([server('a')], { text, problems: [{ ...problem, isPlainSecret: true } as never] })
    const stored = vi.fn<(secret: unknown) => Promise<object>>(async () => ({}))
    const listSecrets = async () => ({
      names: ['A_TOKEN'],
      backend: { kind: 'memory', persistent: true, sentence: '' },
    })
    show({ api: { ...host.api, setSecret: stored, listSecrets } as unknown as HostApi })
    fireEvent.click(await screen.findByRole('tab', { name: 'JSON' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Move to secrets' }))
    await expect
      .poll(() => entry())
      .toEqual({
        command: 'x',
        args: ['--token', '${secret:A_TOKEN_2}'],
        env: { API_KEY: '${secret:A_API_KEY}', MODE: 'x' },
      })
    expect(stored.mock.calls).toEqual([
      [{ name: 'A_TOKEN_2', value: 't-12345' }],
      [{ name: 'A_API_KEY', value: 'k-12345' }],
    ])
  })

  it('are reported at their row, from the first letter, and nowhere else in the form', async () => {
    const text = '{"mcpServers":{"a":{"command":"x","env":{"API_KEY":"","MODE":"x"}}}}'
    const host = hostWith([server('a')], { text })
    const checkMcpConfig = async () => [{ ...problem, isPlainSecret: true } as never]
    const setSecret = async () => ({})
    show({ api: { ...host.api, checkMcpConfig, setSecret } as unknown as HostApi })
    const value = await screen.findByRole('textbox', { name: 'Value of API_KEY' })
    const told = () => screen.getAllByText(/plain text/).map((each) => each.closest('li')?.contains(value))
    expect(told()).toEqual([true])
    fireEvent.change(value, { target: { value: 'k-12345' } })
    await expect.poll(() => draftProblems().length).toBe(1)
    expect(told()).toEqual([true])
    expect(screen.queryByText(/has a secret/)).toBeNull()
    click('Move to secrets')
    await expect.poll(() => entry()).toEqual({ command: 'x', env: { API_KEY: '${secret:A_API_KEY}', MODE: 'x' } })
  })

  it('do not replace a stored secret with the same name', async () => {
    const text = '{"mcpServers":{"a":{"command":"x","env":{"API_KEY":"k-12345"}}}}'
    const host = hostWith([server('a')], { text })
    const setSecret = vi.fn<(secret: unknown) => Promise<object>>(async () => ({}))
    const backend = { kind: 'memory', persistent: true, sentence: '' }
    const listSecrets = async () => ({ names: ['A_API_KEY'], backend })
    show({ api: { ...host.api, setSecret, listSecrets } as unknown as HostApi })
    await screen.findByRole('textbox', { name: 'Value of API_KEY' })
    click('Move to secrets')
    await expect.poll(() => entry()).toEqual({ command: 'x', env: { API_KEY: '${secret:A_API_KEY_2}' } })
    expect(setSecret.mock.calls).toEqual([[{ name: 'A_API_KEY_2', value: 'k-12345' }]])
  })

  it('stay in the file if they cannot be stored', async () => {
    const host = hostWith([server('a')], { text, problems: [{ ...problem, isPlainSecret: true } as never] })
    const setSecret = () => Promise.reject(new Error('The keychain is locked.'))
    show({ api: { ...host.api, setSecret } as unknown as HostApi })
    for (const button of await screen.findAllByRole('button', { name: 'Move to secrets' })) fireEvent.click(button)
    expect((await screen.findAllByText('The keychain is locked.')).length).toBeGreaterThan(0)
    expect(draftText()).toBe(text)
  })
})

it('a missing secret is reported once, where its value is typed', async () => {
  const text = '{"mcpServers":{"a":{"url":"https://x.example","headers":{"Authorization":"Bearer ${secret:TOK}"}}}}'
  const message = '`headers` uses ${secret:TOK}, and there is no such secret.'
  const problem = { line: 1, column: 1, server: 'a', key: 'headers', message, severity: 'error' } as const
  show(hostWith([server('a')], { text, problems: [problem], launch: { fault: message } }))
  expect(await screen.findByText('Secret TOK is not stored yet.')).toBeTruthy()
  await expect.poll(() => screen.queryByText('Looking for the program…')).toBeNull()
  expect(screen.queryByText(/there is no such secret/)).toBeNull()
})

it('an address is not reported as invalid while the user types it', async () => {
  const user = userEvent.setup()
  const text = '{"mcpServers":{"a":{"url":"https://x.example"}}}'
  const host = hostWith([server('a')], { text })
  const message = '`url` must begin with http:// or https://'
  const problem = { line: 1, column: 1, server: 'a', key: 'url', message, severity: 'error' } as const
  const checkMcpConfig = async ({ text: typed }: { text: string }) => (typed.includes('https:') ? [] : [problem])
  show({ api: { ...host.api, checkMcpConfig } as unknown as HostApi })
  const url = await screen.findByRole('textbox', { name: 'URL' })
  await user.clear(url)
  await user.type(url, 'x.example')
  await expect.poll(() => draftProblems().length).toBe(1)
  expect(screen.queryByRole('alert')).toBeNull()
  await user.tab()
  expect(screen.getByRole('alert').textContent).toBe('url must begin with http:// or https://')
})

it('Revert asks before it discards changes', async () => {
  show(hostWith([server('a')]))
  const argument = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'argument 1' })
  fireEvent.change(await argument(), { target: { value: 'b.js' } })
  click('Revert')
  expect(document.activeElement?.textContent).toBe('Keep editing')
  click('Keep editing')
  expect((await argument()).value).toBe('b.js')
  click('Revert')
  click('Discard changes')
  expect((await argument()).value).toBe('a.js')
  expect(screen.queryByText('Discard all unsaved changes of this file?')).toBeNull()
})

it('a destructive tool is marked, and its form explains the mark', async () => {
  const tool = {
    name: 'erase',
    description: 'Erases.',
    icon: null,
    outputSchema: null,
    hints: [],
    view: null,
    schema: { type: 'object' },
    tokens: 9,
  }
  const tools = [{ ...tool, isReadOnly: false, isDestructive: true }]
  show(hostWith([server('a')], { test: { ...worked, tools } }))
  await row('a')
  click('Test connection')
  fireEvent.click(screen.getByRole('tab', { name: 'Tools' }))
  const article = await screen.findByRole('article', { name: 'erase' })
  expect(article.textContent).toContain('destructive')
  click('Try erase')
  expect(article.textContent).toContain('The server declares that this tool may delete or overwrite something.')
})

it('a tool that is tried keeps its form and shows its result', async () => {
  const look = {
    name: 'look',
    description: 'Looks.',
    icon: null,
    outputSchema: null,
    hints: [],
    view: null,
    schema: { type: 'object', properties: { place: { type: 'string' } } },
    tokens: 9,
    isReadOnly: true,
    isDestructive: false,
  }
  const call = { tool: 'look', text: 'A lamp.', structured: null, content: [], error: null, ms: 3 }
  const host = hostWith([server('a')], { test: { ...worked, tools: [look], call } })
  const readMcpTools = async () => [look]
  show({ api: { ...host.api, readMcpTools } as unknown as HostApi })
  await row('a')
  fireEvent.click(screen.getByRole('tab', { name: 'Tools' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Try look' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'place' }), { target: { value: 'attic' } })
  click('Call look')
  expect((await screen.findByRole('region', { name: 'Result of look' })).textContent).toContain('A lamp.')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'place' }).value).toBe('attic')
})

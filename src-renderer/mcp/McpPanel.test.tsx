import { act, cleanup, fireEvent, render, screen, within, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import type { McpBatch, McpServerStatus } from '@shared/contract/mcp'
import { noAnnotations } from '@shared/episode/log/annotate'
import { useNotice } from '../kit/text/notice-store'
import { reconnectingApi } from '../session/connection/connection-store'
import { connectTo, loseHost } from '../session/connection/connection.testkit'
import { useEpisodeList } from '../session/episodes/episodes-store'
import { useUnsaved } from '../session/view/unsaved'
import { configEditorOf } from './draft/config-draft'
import {
  click,
  closePanel,
  draftProblems,
  draftText,
  hostWith,
  row,
  server,
  show,
  textOf,
  tool,
} from './mcp-panel.testkit'
import { McpPanel } from './McpPanel'
import { ENDED_TEST } from './server/ended-test.testkit'
import { serverTestsOf } from './server/server-tests'

afterEach(closePanel)

describe('McpPanel', () => {
  it('shows each server with its state, transport and number of used tools', async () => {
    show(
      hostWith([server('a', { state: 'ready', tools: [tool('x'), tool('y')] })], {
        text: '{"mcpServers":{"a":{"command":"a","disabledTools":["x"]}}}',
      }),
    )
    await waitFor(async () => expect((await row('a')).textContent).toBe('aReadystdio · 1/2 tools'))
  })

  it('shows the same number of tools in list and tab, before saving and after', async () => {
    const tools = [tool('x'), tool('y'), tool('z')].map((each) => ({
      ...each,
      schema: { type: 'object' },
      tokens: 10,
      isReadOnly: true,
      isDestructive: false,
    }))
    const text = '{"mcpServers":{"a":{"command":"a","disabledTools":["x"]}}}'
    show(hostWith([], { text, test: { ...ENDED_TEST, tools } }))
    await row('a')
    click('Test connection')
    await waitFor(async () => expect((await row('a')).textContent).toContain('2/3 tools'))
    fireEvent.click(screen.getByRole('tab', { name: 'Tools' }))
    expect(screen.getByText(/^2 of 3 tools/)).toBeTruthy()
    cleanup()
    show(hostWith([server('a', { tools })], { text }))
    await waitFor(async () => expect((await row('a')).textContent).toContain('2/3 tools'))
  })

  it('distinguishes servers that answered, were never tried, or are not saved', async () => {
    show(hostWith([server('tried', { tools: [], connectMs: 90 }), server('untried')]))
    await waitFor(async () => expect((await row('tried')).textContent).toContain('Answered'))
    expect((await row('untried')).textContent).toContain('Not connected')
    click('Add server')
    expect((await row('server')).textContent).toContain('Not saved yet')
  })

  it('marks an unsaved server whose test failed, until its entry changes', async () => {
    const failure = { stage: 'start', error: 'It ended.', fix: '', stderr: '', needsSignIn: false } as const
    const host = hostWith([], { text: textOf([server('a')]), test: { ...ENDED_TEST, failure } })
    show(host)
    expect((await row('a')).textContent).toContain('Not saved yet')
    await act(() => serverTestsOf(host.api).run(draftText(), 'a', null))
    expect((await row('a')).textContent).toContain('Failed')
    act(() => configEditorOf(host.api).edit(draftText().replace('a.js', 'b.js')))
    expect((await row('a')).textContent).toContain('Not saved yet')
  })

  it('lists servers of the settings file separately, with their line, and cannot edit them', async () => {
    const host = hostWith(
      [
        server('a'),
        server('lamp', {
          state: 'not_agreed',
          namedIn: { file: '/opt/zorkgpt/zorkgpt.toml', line: 12 },
          tools: [tool('shine')],
        }),
      ],
      { text: '{"mcpServers":{"a":{"command":"a"}}}', unagreed: 'f1' },
    )
    show(host)
    fireEvent.click(await row('lamp'))
    expect(screen.getByRole('heading', { name: 'From zorkgpt.toml' })).toBeTruthy()
    expect(screen.getByText('Defined in /opt/zorkgpt/zorkgpt.toml, line 12. Edit it there.')).toBeTruthy()
    expect(screen.queryByRole('switch', { name: 'Use lamp' })).toBeNull()
    expect(screen.queryByRole('form')).toBeNull()
    expect(screen.getByText('shine')).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: 'Agree' }))
    await waitFor(() => expect(host.agreed).toEqual(['f1']))
    click('Test connection')
    await waitFor(() =>
      expect(host.tested).toHaveBeenCalledWith(expect.objectContaining({ server: 'lamp', call: 'ping' })),
    )
  })

  it('focuses the button that adds a server, or the selected server if the list is already loaded', async () => {
    const host = hostWith([server('a'), server('b')])
    show(host)
    expect(document.activeElement?.textContent).toBe('Add server')
    await row('b')
    cleanup()
    show(host)
    expect(document.activeElement).toBe(await row('a'))
  })

  it('opens the form of an added server', async () => {
    show(hostWith([server('a')]))
    await row('a')
    fireEvent.click(screen.getByRole('tab', { name: 'Tools' }))
    click('Add server')
    expect(await screen.findByRole('form', { name: 'Entry of server' })).toBeTruthy()
  })

  it('begins at the name of an added server, and reports a fault of a field only after it lost the focus', async () => {
    const user = userEvent.setup()
    const host = hostWith([server('a')])
    const fault = (key: string) => ({
      line: 1,
      column: 1,
      server: 'server',
      key,
      message: `\`${key}\`: must not be empty`,
    })
    const checkMcpConfig = async ({ text }: { text: string }) =>
      ['command', 'url']
        .filter((key) => text.includes(`"${key}": ""`))
        .map((key) => ({ ...fault(key), severity: 'error' as const }))
    show({ api: { ...host.api, checkMcpConfig } })
    await row('a')
    await user.click(screen.getByRole('button', { name: 'Add server' }))
    expect(document.activeElement).toBe(await screen.findByRole('textbox', { name: 'Name' }))
    await waitFor(() => expect(draftProblems()).toHaveLength(1))
    expect(screen.queryByText(/must not be empty/)).toBeNull()
    expect(screen.queryByText('What will be executed')).toBeNull()
    await user.click(screen.getByRole('textbox', { name: 'Command' }))
    await user.tab()
    const command = screen.getByRole('textbox', { name: 'Command' })
    expect(
      document.querySelector(`[id="${command.getAttribute('aria-describedby')?.split(' ').at(-1)}"]`)?.textContent,
    ).toBe('command: must not be empty')
    expect(screen.getAllByText(/must not be empty/)).toHaveLength(1)

    await user.selectOptions(screen.getByRole('combobox', { name: 'Transport' }), 'Streamable HTTP')
    await user.type(screen.getByRole('textbox', { name: 'URL' }), 'https://tools.example/mcp')
    await waitFor(() => expect(draftProblems()).toEqual([]))
    expect(screen.queryByText(/must not be empty/)).toBeNull()
    expect(JSON.parse(draftText()).mcpServers.server).toEqual({
      type: 'http',
      url: 'https://tools.example/mcp',
    })
  })

  it('explains why an invalid config is not saved', async () => {
    const { api, saved } = hostWith([server('a')])
    const fault = { line: 1, column: 1, server: null, message: 'mcpServers is no table.', severity: 'error' } as const
    show({ api: { ...api, checkMcpConfig: async () => [fault] } })
    fireEvent.change(await screen.findByRole('textbox', { name: 'argument 1' }), { target: { value: 'b.js' } })
    click('Save…')
    fireEvent.click(
      within(await screen.findByRole('dialog', { name: 'Save mcp_config.json', hidden: true })).getByRole('button', {
        name: 'Save',
        hidden: true,
      }),
    )
    expect(await screen.findByText('The file cannot be saved: mcpServers is no table.')).toBeTruthy()
    expect(saved).toEqual([])
  })

  it('says what is wrong with a name at its field, and only there', async () => {
    const message = 'its name "web dice" is refused by some models'
    const problem = { line: 1, column: 1, server: 'web dice', message, severity: 'warning', isOfName: true } as const
    show(hostWith([server('web dice')], { problems: [problem] }))
    const field = await screen.findByRole('textbox', { name: 'Name', description: message })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(within(screen.getByRole('form')).getAllByText(message)).toHaveLength(1)
  })

  it('names the entries that cannot start before they are saved, and their faults in the form afterwards', async () => {
    const fault = { line: 1, column: 1, server: 'a', key: 'command', message: '`command` is empty' } as const
    const problems = [{ ...fault, severity: 'error' as const }]
    const text = '{"mcpServers":{"a":{"command":""}}}'
    const { api } = hostWith([server('a')], { text, problems })
    show({ api: { ...api, checkMcpConfig: async () => problems } })
    const command = await screen.findByRole('textbox', { name: 'Command' })
    await waitFor(() => expect(command.getAttribute('aria-invalid')).toBe('true'))
    fireEvent.change(screen.getByRole('textbox', { name: 'Working folder' }), { target: { value: '/tmp' } })
    click('Save…')
    const sheet = await screen.findByRole('dialog', { name: 'Save mcp_config.json', hidden: true })
    expect(sheet.textContent).toContain('Until this is corrected, “a” cannot start: command is empty')
  })

  it('disables a server without deleting it', async () => {
    show(hostWith([server('a')]))
    fireEvent.click(await screen.findByRole('switch', { name: 'Use a' }))
    expect((await row('a')).textContent).toContain('Off')
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
  })

  it('shows why a server failed, with its last output', async () => {
    show(hostWith([server('npx', { state: 'failed', error: 'npx is not on PATH.', stderr: 'sh: npx: not found\n' })]))
    const form = await screen.findByRole('form', { name: 'Entry of npx' })
    await waitFor(() => expect(form.textContent).toContain('npx is not on PATH.'))
    expect(within(form).getByRole('region', { name: /standard error/ }).textContent).toBe('sh: npx: not found')
  })

  it('edits the entry in the form, shows the change, and saves it', async () => {
    const host = hostWith([server('a')], { unagreed: 'f1' })
    show(host)
    fireEvent.change(await screen.findByRole('textbox', { name: 'argument 1' }), { target: { value: 'b.js' } })
    click('Save…')
    const sheet = await screen.findByRole('dialog', { name: 'Save mcp_config.json', hidden: true })
    expect(within(sheet).getByRole('region', { name: 'Changes', hidden: true }).textContent).toContain(
      '+         "b.js"',
    )
    const save = within(sheet).getByRole('button', { name: 'Save', hidden: true })
    await waitFor(() => expect(sheet.textContent).toContain('/bin/node a.js'))
    fireEvent.click(within(sheet).getByRole('checkbox', { name: 'Allow “a” to run this', hidden: true }))
    expect(host.agreed).toEqual([])
    fireEvent.click(save)
    await waitFor(() => expect(host.saved).toHaveLength(1))
    expect(JSON.parse(host.saved[0] ?? '')).toEqual({ mcpServers: { a: { command: 'node', args: ['b.js'] } } })
    expect(host.agreed).toEqual(['f1'])
  })

  it('keeps the focus after a rename', async () => {
    const user = userEvent.setup()
    show(hostWith([server('a')], { text: '{"mcpServers":{"a":{"command":"a","env":{"ONE":"1"}}}}' }))
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.type(name, 'renamed')
    await user.tab()
    expect((await row('renamed')).textContent).toContain('Not saved yet')
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Transport' }))

    await user.clear(screen.getByRole('textbox', { name: 'Name of ONE' }))
    await user.keyboard('TWO')
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Value of TWO' }))
  })

  it('imports a server once, even if the button is pressed twice', async () => {
    const host = hostWith([server('a')])
    const kept: (() => void)[] = []
    const setSecret = () => new Promise((resolve) => void kept.push(() => resolve({})))
    show({ api: { ...host.api, findMcpImports: async () => [], setSecret } as unknown as HostApi })
    await row('a')
    click('Import…')
    const sheet = await screen.findByRole('dialog', { name: 'Import servers', hidden: true })
    fireEvent.change(within(sheet).getByRole('textbox', { hidden: true }), {
      target: { value: '{"weather":{"command":"w","env":{"WEATHER_API_KEY":"k-123456"}}}' },
    })
    const add = within(sheet).getByRole('button', { name: 'Add 1 server', hidden: true })
    fireEvent.click(add)
    fireEvent.click(add)
    await waitFor(() => expect(kept).toHaveLength(1))
    kept[0]?.()
    expect(await row('weather')).toBeTruthy()
    expect(kept).toHaveLength(1)
  })

  it('saves a program without agreeing to it', async () => {
    const host = hostWith([server('a')], { unagreed: 'f1' })
    show(host)
    fireEvent.change(await screen.findByRole('textbox', { name: 'argument 1' }), { target: { value: 'b.js' } })
    click('Save…')
    const sheet = await screen.findByRole('dialog', { name: 'Save mcp_config.json', hidden: true })
    await waitFor(() => expect(sheet.textContent).toMatch(/Allow “a” to run this.*"mcpServers"/s))
    fireEvent.click(within(sheet).getByRole('button', { name: 'Save', hidden: true }))
    await waitFor(() => expect(host.saved).toHaveLength(1))
    expect(host.agreed).toEqual([])
  })

  it.each([true, false])('asks about running episodes only if one runs: %s', async (running) => {
    const entry = { id: 'e', running, readable: true, summary: null, reason: null, annotations: noAnnotations }
    useEpisodeList.setState({ entries: new Map([['e', entry]]) })
    show(hostWith([server('a')]))
    fireEvent.change(await screen.findByRole('textbox', { name: 'argument 1' }), { target: { value: 'b.js' } })
    click('Save…')
    const sheet = await screen.findByRole('dialog', { name: 'Save mcp_config.json', hidden: true })
    expect(within(sheet).queryAllByRole('radio', { hidden: true })).toHaveLength(running ? 2 : 0)
    useEpisodeList.setState({ entries: new Map() })
  })

  it('shows that agreement is missing, and accepts it beside the command line', async () => {
    const host = hostWith([server('a', { state: 'not_agreed' })], { unagreed: 'f1' })
    show(host)
    expect((await row('a')).textContent).toContain('Not agreed yet')
    fireEvent.click(await screen.findByRole('button', { name: 'Agree' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull())
    expect(host.agreed).toEqual(['f1'])
  })

  it('removes a server, and restores it', async () => {
    show(hostWith([server('a'), server('b')]))
    await row('a')
    click('Remove a')
    expect(screen.queryByRole('button', { name: /^a/ })).toBeNull()
    click('Undo')
    expect(await row('a')).toBeTruthy()
    expect(screen.queryByText('Unsaved changes')).toBeNull()
  })

  it.each([
    [false, 'Install it.'],
    [true, 'Press “Sign in” above.'],
  ])('tests the text in the editor, and shows the failed step with a fix (sign-in %s)', async (needsSignIn, fix) => {
    const failure = {
      stage: 'resolve',
      error: 'not found',
      fix: 'Install it.',
      stderr: '',
      needsSignIn,
    } as const
    const host = hostWith([server('a')], {
      test: { ...ENDED_TEST, steps: [{ stage: 'resolve', state: 'failed', ms: 4, result: null }], failure },
    })
    show(host)
    await row('a')
    click('Test connection')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(`Find program: not found${fix}`)
    expect(screen.queryAllByRole('button', { name: 'Sign in' })).toHaveLength(Number(needsSignIn))
    expect(host.tested).toHaveBeenCalledWith({ text: textOf([server('a')]), server: 'a', call: 'ping' })
  })

  it('shows the steps of a connection test, but only one line for a tool call, whose result is at the tool', async () => {
    const called = { ...tool('x'), schema: { type: 'object' }, tokens: 1, isReadOnly: false, isDestructive: false }
    const host = hostWith([server('a')], {
      test: { ...ENDED_TEST, steps: [{ stage: 'resolve', state: 'done', ms: 4, result: null }], tools: [called] },
    })
    show(host)
    await row('a')
    click('Test connection')
    expect(await screen.findByText('Find program')).toBeTruthy()
    fireEvent.click(screen.getByRole('tab', { name: 'Tools' }))
    click('Try x')
    click('Call x')
    await waitFor(() => expect(host.tested).toHaveBeenCalledTimes(2))
    expect(await screen.findByText('Connected: 1 tool.')).toBeTruthy()
    expect(screen.queryByText('Find program')).toBeNull()
  })

  it('shows irregular answers of a test and of the last session', async () => {
    const odd = 'The tool "x" is left out: inputSchema.type is "string", not "object".'
    const printed = 'The server printed 1 line that is not JSON-RPC: "Listening"'
    const host = hostWith([server('a', { notices: [odd] })], {
      test: { ...ENDED_TEST, tools: [], notices: [printed] },
    })
    show(host)
    await row('a')
    const lists = () => screen.getAllByRole('list', { name: 'Problems in the answers of a' })
    await waitFor(() => expect(lists().map(({ textContent }) => textContent)).toEqual([odd]))
    click('Test connection')
    await waitFor(() => expect(lists().map(({ textContent }) => textContent)).toEqual([printed, odd]))
  })

  it('asks for agreement before it runs a program', async () => {
    const host = hostWith([server('a')], {
      unagreed: 'f1',
      test: { ...ENDED_TEST, tools: [] },
    })
    show(host)
    await row('a')
    click('Test connection')
    const question = await screen.findByRole('dialog', { name: 'Run this program?', hidden: true })
    expect(host.tested).not.toHaveBeenCalled()
    await waitFor(() => expect(question.textContent).toContain('/bin/node a.js'))
    expect(question.textContent).toContain('with the variablesA=1')
    fireEvent.click(within(question).getByRole('button', { name: 'Agree and run', hidden: true }))
    await waitFor(() => expect(host.tested).toHaveBeenCalledOnce())
    expect(host.agreed).toEqual(['f1'])
    expect(screen.queryByRole('dialog', { name: 'Run this program?', hidden: true })).toBeNull()
  })

  it('accepts no agreement to a command that was not found, and explains why', async () => {
    const fault = "'no-such-program' was not found"
    const host = hostWith([server('a')], { unagreed: 'f1', launch: { line: 'no-such-program', file: null, fault } })
    show(host)
    await row('a')
    click('Test connection')
    const question = await screen.findByRole('dialog', { name: 'Run this program?', hidden: true })
    await waitFor(() => expect(question.textContent).toContain(fault))
    const description = 'The program was not found, so there is nothing to agree to. Correct the entry and test again.'
    expect(question.textContent).toContain(description)
    fireEvent.click(within(question).getByRole('button', { name: 'Agree and run', description, hidden: true }))
    expect([host.agreed, host.tested.mock.calls]).toEqual([[], []])
  })

  it('asks for agreement before it connects to a remote server', async () => {
    const launch = { isRemote: true, line: 'https://far.example.org/${secret:PATH}', file: null, folder: null }
    const host = hostWith([server('a')], { unagreed: 'f1', launch })
    show(host)
    await row('a')
    click('Test connection')
    const question = await screen.findByRole('dialog', { name: 'Connect to this server?', hidden: true })
    expect(question.textContent).not.toMatch(/program|rights/)
    fireEvent.click(within(question).getByRole('button', { name: 'Agree and connect', hidden: true }))
    await waitFor(() => expect(host.tested).toHaveBeenCalledOnce())
  })

  it('withdraws an agreement, which can be given again', async () => {
    const host = hostWith([server('a')], { unagreed: 'f1' })
    show(host)
    fireEvent.click(await screen.findByRole('button', { name: 'Agree' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByRole('button', { name: 'Agree' })).toBeTruthy()
    expect(host.agreed).toEqual([])
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull()
  })

  it('withdraws an agreement to connections', async () => {
    const text = JSON.stringify({ mcpServers: { a: { type: 'http', url: 'https://far.example.org/' } } })
    const launch = { isRemote: true, line: 'https://far.example.org/', file: null, folder: null }
    const host = hostWith([server('a')], { text, unagreed: 'f1', launch })
    show(host)
    fireEvent.click(await screen.findByRole('button', { name: 'Agree' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(host.agreed).toEqual([]))
  })

  it('moves the focus between Agree and Withdraw', async () => {
    const user = userEvent.setup()
    show(hostWith([server('a')], { unagreed: 'f1' }))
    ;(await screen.findByRole('button', { name: 'Agree' })).focus()
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Withdraw' }))
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Agree' }))
  })

  it('runs nothing if the question is cancelled', async () => {
    const host = hostWith([server('a')], { unagreed: 'f1' })
    show(host)
    await row('a')
    click('Test connection')
    const question = await screen.findByRole('dialog', { name: 'Run this program?', hidden: true })
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel', hidden: true }))
    expect([host.agreed, host.tested.mock.calls]).toEqual([[], []])
    expect(screen.queryByRole('dialog', { name: 'Run this program?', hidden: true })).toBeNull()
  })

  it('tests all connections and shows how many answered, or the error', async () => {
    const host = hostWith([
      server('a', { state: 'ready', tools: [] }),
      server('b', { state: 'failed', error: 'No.' }),
      server('c', { state: 'disabled' }),
    ])
    show(host)
    await row('a')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Test all' }).getAttribute('aria-disabled')).toBe('false'),
    )
    click('Test all')
    expect(await screen.findByText('1 of 2 servers answered.')).toBeTruthy()
    host.probe.mockRejectedValueOnce(new Error('A test is running.'))
    click('Test all')
    expect((await screen.findByRole('alert')).textContent).toContain('A test is running.')
  })

  it.each([
    [['ready', 'not_agreed'], '1 of 1 server answered. 1 needs your agreement: test it to be asked.'],
    [['not_agreed', 'not_agreed', 'not_agreed'], '3 need your agreement: test each to be asked.'],
  ] as const)('counts no older answer of a server without agreement: %j', async (states, sentence) => {
    const tools = [tool('x')]
    show(hostWith(states.map((state, index) => server(`s${index}`, { state, tools }))))
    await row('s0')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Test all' }).getAttribute('aria-disabled')).toBe('false'),
    )
    click('Test all')
    expect(await screen.findByText(sentence)).toBeTruthy()
  })

  it('does not count the answers of a test once the file or an agreement has changed', async () => {
    const { api } = hostWith([server('a')])
    const batch = (version: string, other: Partial<McpServerStatus>): McpBatch => {
      const tools = [tool('x')]
      return { enabled: true, version, servers: [server('a', { tools }), server('b', { tools, ...other })] }
    }
    let send = (_batch: McpBatch) => {}
    const next = () => new Promise<McpBatch>((resolve) => (send = resolve))
    async function* watchMcp() {
      yield batch('1', { state: 'not_agreed' })
      yield await next()
      yield await next()
    }
    show({ api: { ...api, watchMcp } as HostApi })
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Test all' }).getAttribute('aria-disabled')).toBe('false'),
    )
    click('Test all')
    expect(await screen.findByText(/^1 of 1 server answered. 1 needs your agreement/)).toBeTruthy()
    send(batch('1', {}))
    expect(await screen.findByText('1 of 1 server answered.')).toBeTruthy()
    send(batch('2', {}))
    await waitFor(() => expect(screen.queryByText(/answered\./)).toBeNull())
  })

  it('explains an empty list, and that MCP is disabled', async () => {
    const { api } = hostWith([], { enabled: false })
    const saveSettings = vi.fn<HostApi['saveSettings']>()
    const readSettings = async () => ({ version: '7' })
    show({ api: { ...api, readSettings, saveSettings } as unknown as HostApi })
    expect(await screen.findByText(/No servers are configured/)).toBeTruthy()
    expect(await screen.findByText(/MCP is disabled/)).toBeTruthy()
    click('Enable MCP')
    const changes = [{ path: 'mcp.enabled', value: true }]
    await waitFor(() => expect(saveSettings).toHaveBeenCalledExactlyOnceWith({ version: '7', changes }))
  })

  it('keeps the list when updates stop, and reports it', async () => {
    show(hostWith([server('a')], { feedFailure: 'The host went away.' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The host went away.')
    expect(await row('a')).toBeTruthy()
  })

  it('keeps typed text while the host is lost, and continues with a host that reconnects', async () => {
    connectTo(hostWith([server('a')]).api)
    render(<McpPanel api={reconnectingApi} onClose={() => {}} />)
    fireEvent.change(await screen.findByRole('textbox', { name: 'argument 1' }), { target: { value: 'b.js' } })
    act(loseHost)
    expect(
      screen
        .getByRole('button', { name: 'Test connection', description: /The host is disconnected/ })
        .getAttribute('aria-disabled'),
    ).toBe('true')
    act(() => connectTo(hostWith([server('a', { state: 'ready', tools: [tool('x')] })]).api))
    await waitFor(async () => expect((await row('a')).textContent).toContain('Ready'))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'argument 1' }).value).toBe('b.js')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('ends the feed when it closes', async () => {
    const host = hostWith([server('a')])
    const { unmount } = show(host)
    await row('a')
    unmount()
    await waitFor(() => expect(host.feedIsClosed()).toBe(true))
  })

  it('shows no form for a broken text, keeps the list, and disables saving', async () => {
    show(
      hostWith([], {
        text: '{ "mcpServers": ',
        problems: [{ line: 1, column: 17, server: null, message: 'A value is expected.', severity: 'error' }],
      }),
    )
    expect(await screen.findByText(/The text has an error/)).toBeTruthy()
    expect(screen.queryByText(/No servers are configured/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Save…' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('keeps the list and the selection of the last valid text while the text has an error', async () => {
    const { api } = hostWith([server('a')])
    show({ api })
    await row('a')
    click('Add server')
    const valid = draftText()
    const lastValid = () => screen.queryByText(/This list is from the last valid text/)
    expect(lastValid()).toBeNull()
    for (const text of [valid.slice(0, -4), '']) {
      act(() => configEditorOf(api).edit(text))
      expect(lastValid()).toBeTruthy()
      expect((await row('a')).getAttribute('aria-current')).toBe('false')
      expect((await row('server')).getAttribute('aria-current')).toBe('true')
      expect(screen.getByRole('switch', { name: 'Use server' })).toHaveProperty('disabled', true)
    }
    act(() => configEditorOf(api).edit(valid))
    expect((await row('server')).getAttribute('aria-current')).toBe('true')
    expect(lastValid()).toBeNull()
  })

  it('closes by its button', async () => {
    const onClose = vi.fn<() => void>()
    show(hostWith([]), onClose)
    click('Close')
    expect(onClose).toHaveBeenCalledOnce()
    await screen.findByText(/No servers are configured/)
    expect(useNotice.getState().text).toBe('')
  })

  it('keeps typed text when Escape closes it, and says so', async () => {
    const host = hostWith([server('a')])
    const { unmount } = show(host, () => unmount())
    const command = await screen.findByLabelText('Command')
    fireEvent.change(command, { target: { value: 'nodejs' } })
    fireEvent(screen.getByRole('dialog', { name: 'MCP servers' }), new Event('cancel', { cancelable: true }))
    expect(useNotice.getState().text).toBe('Your changes to the MCP servers are kept, but not saved yet.')
    expect(useUnsaved.getState().servers).toBe(true)
    show(host)
    expect((await screen.findByLabelText<HTMLInputElement>('Command')).value).toBe('nodejs')
  })
})

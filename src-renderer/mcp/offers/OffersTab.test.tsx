import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import type { McpVisit } from '@shared/contract/mcp-visits'
import { forgetHost } from '../../session/connection/connection.testkit'
import { click, draftText, hostWith, row, server, show } from '../mcp-panel.testkit'

afterEach(() => {
  cleanup()
  forgetHost()
})

const offer = { description: '', icon: null, facts: [] }
const visit: McpVisit = {
  id: '5b0a1f0e-0000-4000-8000-000000000000',
  state: 'ready',
  error: null,
  about: { title: 'Library', version: '1', icon: null, instructions: 'Be quiet.' },
  resources: [{ ...offer, id: 'note:///lamp', title: 'lamp', facts: ['text/plain', 'for user'] }],
  templates: [{ ...offer, id: 'note:///{shelf}', title: 'shelf', variables: ['shelf'] }],
  prompts: [
    {
      ...offer,
      id: 'style',
      title: 'style',
      arguments: [
        { name: 'mood', description: 'How', isRequired: true },
        { name: 'place', description: '', isRequired: false },
      ],
    },
  ],
  canFollow: true,
  changes: {},
}

async function open(
  over: Partial<HostApi> = {},
  first: McpVisit = visit,
  namedIn: ReturnType<typeof server>['namedIn'] = null,
) {
  let closed = false
  let tell = (_state: McpVisit) => {}
  const resources = [{ uri: 'note:///lamp', name: 'lamp', description: '' }]
  const host = hostWith([server('a', { resources, namedIn })], namedIn === null ? {} : { text: '{"mcpServers":{}}' })
  Object.assign(host.api, {
    async *visitMcpServer(_params: unknown, signal: AbortSignal) {
      yield first
      signal.addEventListener('abort', () => (closed = true))
      while (!signal.aborted) yield await new Promise<McpVisit>((resolve) => (tell = resolve))
    },
    completeMcpArgument: async () => ({ values: [], hasMore: false }),
    ...over,
  })
  show(host)
  fireEvent.click(await row('a'))
  fireEvent.click(screen.getByRole('tab', { name: 'Resources' }))
  return { isClosed: () => closed, tell: (state: McpVisit) => tell(state) }
}

describe('resources and prompts of a server', () => {
  it('are known before a session, and a checkbox adds them to every prompt', async () => {
    await open()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Add lamp to every prompt' }))
    expect(JSON.parse(draftText()).mcpServers.a.attach).toEqual({ resources: ['note:///lamp'], prompts: [] })
    expect(screen.queryByRole('button', { name: 'Read lamp' })).toBeNull()
  })

  it('of a server in the settings file can be read, but only that file adds them to every prompt', async () => {
    await open({ readMcpResource: async ({ uri }) => ({ uri, parts: [] }) }, visit, { file: '/zorkgpt.toml', line: 4 })
    expect(screen.queryByRole('checkbox')).toBeNull()
    click('Open session')
    fireEvent.click(await screen.findByRole('button', { name: 'Read lamp' }))
    expect(await screen.findByRole('region', { name: 'Contents of note:///lamp' })).toBeTruthy()
  })

  it('are read in a session, as text, and again after each change if they are followed', async () => {
    let reads = 0
    const followed = vi.fn<(params: unknown) => void>()
    const { tell, isClosed } = await open({
      readMcpResource: async ({ uri }) => ({
        uri,
        parts: [{ uri, mimeType: 'text/html', text: `<b>It is brass ${++reads}.</b>`, picture: null, bytes: 21 }],
      }),
      followMcpResource: async (params) => {
        followed(params)
        return {}
      },
    })
    click('Open session')
    fireEvent.click(await screen.findByRole('button', { name: 'Read lamp' }))
    expect(await screen.findByText('<b>It is brass 1.</b>')).toBeTruthy()
    fireEvent.click(screen.getByRole('switch', { name: 'Follow changes of lamp' }))
    expect(followed).toHaveBeenCalledWith({ visit: visit.id, uri: 'note:///lamp', isFollowed: true })
    tell({ ...visit, changes: { 'note:///lamp': 0 } })
    expect(await screen.findByText('<b>It is brass 2.</b>')).toBeTruthy()
    tell({ ...visit, changes: { 'note:///lamp': 1 } })
    expect(await screen.findByText('<b>It is brass 3.</b>')).toBeTruthy()
    expect(screen.getByText('changed 1×')).toBeTruthy()
    fireEvent.click(screen.getByRole('tab', { name: 'Form' }))
    await waitFor(() => expect(isClosed()).toBe(true))
  })

  it('from a template are read once each variable has a value, and the server suggests values', async () => {
    const read = vi.fn<(params: unknown) => void>()
    await open({
      completeMcpArgument: async ({ typed }) => ({ values: [`${typed}ower`, `${typed}pper`], hasMore: true }),
      readMcpResource: async (params) => {
        read(params)
        return { uri: 'note:///upper', parts: [] }
      },
    })
    click('Open session')
    const shelf = await screen.findByRole('combobox', { name: 'shelf of shelf' })
    click('Read shelf')
    expect(read).not.toHaveBeenCalled()
    fireEvent.focus(shelf)
    fireEvent.change(shelf, { target: { value: 'u' } })
    await waitFor(() => expect(document.querySelector('datalist option[value="upper"]')).toBeTruthy())
    fireEvent.change(shelf, { target: { value: 'upper' } })
    click('Read shelf')
    expect(read).toHaveBeenCalledWith({ visit: visit.id, uri: 'note:///{shelf}', variables: { shelf: 'upper' } })
  })

  it('become a hint only if an episode waits for one, and the person sees the text first', async () => {
    const asked = vi.fn<(params: unknown) => void>()
    await open({
      getMcpPrompt: async (params) => {
        asked(params)
        return { description: 'How to play', messages: [{ role: 'user', text: 'Be bold.' }] }
      },
    })
    click('Open session')
    fireEvent.change(await screen.findByRole('combobox', { name: 'mood of style' }), { target: { value: 'bold' } })
    click('Get text of style')
    const text = await screen.findByRole('region', { name: 'Text of style' })
    expect(asked).toHaveBeenCalledWith({ visit: visit.id, name: 'style', arguments: { mood: 'bold' } })
    expect(within(text).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Be bold.')
    const give = within(text).getByRole('button', { name: 'Give as hint' })
    expect(give.getAttribute('aria-disabled')).toBe('true')
    expect(give.title).toBe('Open a running or paused episode that a model plays.')
  })

  it('report why a session has ended, or could not begin', async () => {
    await open({}, { ...visit, state: 'ended', error: 'it exited with code 7' })
    click('Open session')
    expect((await screen.findByRole('alert')).textContent).toBe('The session has ended: it exited with code 7')
    expect(screen.getByRole('button', { name: 'Open session' })).toBeTruthy()
  })
})

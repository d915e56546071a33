import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createStore } from 'zustand'
import type { HostApi } from '@shared/contract/contract'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import type { ConfigDraft } from '../draft/config-draft'
import type { Config } from '../draft/use-config'
import { ImportSheet } from './ImportSheet'

afterEach(() => {
  cleanup()
  forgetHost()
})

function show(findMcpImports: HostApi['findMcpImports']) {
  const api = { findMcpImports } as HostApi
  connectTo(api)
  const draft = { text: '{}' } as ConfigDraft
  const edit = vi.fn<(text: string) => void>()
  render(
    <ImportSheet
      api={api}
      config={
        {
          editor: { draft: createStore(() => draft), edit, storeSecrets: async () => {} },
          draft,
          servers: [],
        } as unknown as Config
      }
      onAdded={() => {}}
      onBundle={() => {}}
      onClose={() => {}}
    />,
  )
  return edit
}
const found = (name: string) => ({ name, entry: { command: name }, secrets: [], notes: [] })

it('reports a failed search for other clients, and not that there are none', async () => {
  show(() => Promise.reject(new Error('No permission.')))
  expect(await screen.findByText('The search for other clients failed: No permission.')).toBeTruthy()
  expect(screen.queryByText(/No other MCP clients/)).toBeNull()
})

it('adds pasted servers by default, and found ones only if selected', async () => {
  const edit = show(async () => [
    { client: 'Other', path: '/other.json', servers: [found('theirs'), found('alsoTheirs')], fault: null },
  ])
  await screen.findByRole('checkbox', { name: 'Import theirs from Other' })
  fireEvent.change(screen.getByLabelText('Paste a snippet'), {
    target: { value: '{"mcpServers":{"mine":{"command":"a"},"alsoMine":{"command":"b"}}}' },
  })
  for (const name of ['Import theirs from Other', 'Import alsoMine from pasted'])
    fireEvent.click(screen.getByRole('checkbox', { name }))
  for (const _twice of [1, 2]) fireEvent.click(screen.getByRole('checkbox', { name: 'Import alsoTheirs from Other' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add 2 servers' }))
  await waitFor(() => expect(edit).toHaveBeenCalledOnce())
  expect(Object.keys((JSON.parse(edit.mock.calls[0]?.[0] ?? '') as { mcpServers: object }).mcpServers)).toEqual([
    'mine',
    'theirs',
  ])
})

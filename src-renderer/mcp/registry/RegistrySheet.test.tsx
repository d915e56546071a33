import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createStore } from 'zustand'
import type { HostApi } from '@shared/contract/contract'
import { readRegistryPage } from '@shared/mcp/registry/registry-server'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import type { ConfigDraft } from '../draft/config-draft'
import type { Config } from '../draft/use-config'
import { RegistrySheet } from './RegistrySheet'

afterEach(() => {
  cleanup()
  forgetHost()
})

const page = (...names: readonly string[]) => {
  const servers = names.map((name) => ({ server: { name, version: '1.0.0', packages: [PACKAGE] } }))
  const read = readRegistryPage({ servers })
  if (!read) throw new Error('no page')
  return read
}
const PACKAGE = { registryType: 'npm', identifier: 'lamp', transport: { type: 'stdio' } }

function show(registries: readonly string[], names: readonly string[] = []) {
  const asked = vi.fn<(params: object) => void>()
  const api = {
    listRegistries: async () => registries,
    listSecrets: async () => ({ names: [] }),
    async *searchRegistry(params: object) {
      asked(params)
      yield page('org.example/lamp')
    },
  } as unknown as HostApi
  connectTo(api)
  const draft = { text: '{}' } as ConfigDraft
  const edit = vi.fn<(text: string) => void>()
  const onAdded = vi.fn<(name: string) => void>()
  const editor = { draft: createStore(() => draft), edit, storeSecrets: async () => {} }
  const config = { editor, draft, servers: [] } as unknown as Config
  render(<RegistrySheet api={api} config={config} names={names} onAdded={onAdded} onClose={() => {}} />)
  return { asked, edit, onAdded }
}

it('queries the selected registry when Search is pressed', async () => {
  const { asked } = show(['https://one.example', 'https://two.example'])
  fireEvent.change(await screen.findByLabelText('Registry'), { target: { value: 'https://two.example' } })
  expect(screen.getByText(/two\.example receives the text/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Name contains'), { target: { value: ' lamp ' } })
  expect(asked).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  expect(await screen.findByText('1 server.')).toBeTruthy()
  expect(asked).toHaveBeenCalledWith({ registry: 'https://two.example', search: 'lamp', cursor: null })
})

it('reports that the settings name no registry', async () => {
  show([])
  expect(await screen.findByText(/The settings name no registry/)).toBeTruthy()
})

it('adds a server under an unused name, and marks one whose name is taken', async () => {
  const { edit, onAdded } = show(['https://one.example'], ['lamp'])
  fireEvent.click(await screen.findByRole('button', { name: 'Search' }))
  fireEvent.click(await screen.findByRole('button', { name: /org\.example\/lamp/ }))
  expect(screen.getByText(/Your list already has a server lamp/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Add to my list' }))
  await vi.waitFor(() => expect(onAdded).toHaveBeenCalledWith('lamp-2'))
  expect(JSON.parse(edit.mock.calls[0]?.[0] ?? '')).toEqual({
    mcpServers: { 'lamp-2': { command: 'npx', args: ['-y', 'lamp'] } },
  })
})

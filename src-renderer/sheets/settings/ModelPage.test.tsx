import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import type { SettingsFile } from '@shared/contract/settings'
import type { SettingField } from '@shared/settings/describe-settings'
import { useConnection } from '../../session/connection/connection-store'
import { ModelPage } from './ModelPage'
import { ModelPicker } from './ModelPicker'
import { settingsStrings } from './strings'
import type { EndpointView } from './use-endpoint'
import type { SettingsDraft } from './use-settings'

afterEach(() => {
  cleanup()
  useConnection.setState({ connection: { phase: 'connecting' } })
})

it('shows the parameters that the model refused, and forgets them on request', async () => {
  const leftOut = [{ name: 'temperature', instead: null, reason: 'is deprecated', at: '2026-01-01T00:00:00.000Z' }]
  const info = { profile: 'generic', keySecret: 'X', keyIsOptional: true, hasKey: false, unsupported: [] }
  const forgetLeftOut = vi.fn(async () => void leftOut.splice(0))
  const api = { describeEndpoint: async () => ({ ...info, leftOut: [...leftOut] }), forgetLeftOut }
  useConnection.setState({ connection: { phase: 'open', api: api as unknown as HostApi } })
  const settings = { draft: {}, faults: {}, valueOf: () => '', change: () => {} } as unknown as SettingsDraft
  render(<ModelPage settings={settings} file={{ groups: [], given: {} } as unknown as SettingsFile} opensAt={null} />)
  expect(await screen.findByText('temperature: is deprecated')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Forget' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Forget' })).toBeNull())
  expect(forgetLeftOut).toHaveBeenCalledOnce()
})

it('describes the endpoint again after the settings are saved, and sends no key without a question', async () => {
  let hasKey = false
  const info = { profile: 'generic', keySecret: 'X', keyIsOptional: true, unsupported: [], leftOut: [] }
  const probeModel = vi.fn(async function* () {})
  const api = { describeEndpoint: async () => ({ ...info, hasKey }), probeModel }
  useConnection.setState({ connection: { phase: 'open', api: api as unknown as HostApi } })
  const [baseUrl, model] = ['http://127.0.0.1:9/v1', 'lamp']
  const draft = { 'llm.client_base_url': baseUrl, 'llm.agent_model': model }
  const settings = {
    draft,
    faults: {},
    valueOf: ({ path }: SettingField) => draft[path as keyof typeof draft],
  } as unknown as SettingsDraft
  const fields = Object.keys(draft).map((path) => ({ path, default: '' }))
  const file = (version: string) =>
    ({ version, groups: [{ table: 'llm', fields }], given: {} }) as unknown as SettingsFile
  const { rerender } = render(<ModelPage settings={settings} file={file('1')} opensAt={null} />)
  await screen.findByPlaceholderText('No key needed')
  fireEvent.click(screen.getByRole('button', { name: settingsStrings.model.probe }))
  expect(probeModel.mock.calls).toMatchObject([[{ baseUrl, model, keysFor: undefined }, expect.anything()]])
  hasKey = true
  rerender(<ModelPage settings={settings} file={file('2')} opensAt={null} />)
  await screen.findByPlaceholderText(settingsStrings.model.keyKept)
})

it('tests no model at an invalid address, and focuses the key if it is opened for it', () => {
  const draft = { 'llm.client_base_url': '127.0.0.1:9/v1', 'llm.agent_model': 'lamp' }
  const fault = 'Takes an address that begins with http:// or https://'
  const settings = {
    draft,
    faults: { 'llm.client_base_url': fault },
    valueOf: ({ path }: SettingField) => draft[path as keyof typeof draft] ?? '',
  } as unknown as SettingsDraft
  const fields = Object.keys(draft).map((path) => ({ path, default: '' }))
  const file = { groups: [{ table: 'llm', fields }], given: {} } as unknown as SettingsFile
  render(
    <dialog open>
      <ModelPage settings={settings} file={file} opensAt="key" />
    </dialog>,
  )
  expect(screen.getByRole('button', { name: settingsStrings.model.probe, description: fault })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(settingsStrings.model.key))
})

it('uses the singular for one model', () => {
  const { found } = settingsStrings.model
  expect([found(1, 1), found(2, 2), found(0, 1), found(1, 2000)]).toEqual([
    '1 model',
    '2 models',
    '0 of 1 model',
    '1 of 2,000 models',
  ])
})

it('an endpoint that lists no models is reported after a query', () => {
  const endpoint = (models: EndpointView['models']) =>
    ({ info: null, models, isAsking: false, failure: null }) as unknown as EndpointView
  const { rerender } = render(<ModelPicker model="" endpoint={endpoint(null)} onChange={() => {}} />)
  expect(screen.getByRole('status').textContent).toBe('')
  rerender(<ModelPicker model="" endpoint={endpoint([])} onChange={() => {}} />)
  expect(screen.getByRole('status').textContent).toBe('The endpoint lists no models. Type the name of one.')
})

it('reminds the user of the model while the endpoint has changed and the model has not', () => {
  const draft: Record<string, string> = {}
  const settings = {
    draft,
    faults: {},
    valueOf: ({ path, default: byDefault }: SettingField) => draft[path] ?? byDefault,
  } as unknown as SettingsDraft
  const field = (path: string) => ({ path, default: path })
  const fields = [field('llm.client_base_url'), field('llm.agent_model')]
  const file = { groups: [{ table: 'llm', fields }], given: {} } as unknown as SettingsFile
  const { rerender } = render(<ModelPage settings={settings} file={file} opensAt={null} />)
  const change = (path: string, value: string) => {
    draft[path] = value
    rerender(<ModelPage settings={{ ...settings }} file={file} opensAt={null} />)
  }
  const isReminded = () => screen.queryByText(/^The model has not changed/) !== null
  expect(isReminded()).toBe(false)
  change('llm.client_base_url', 'https://api.openai.com/v1')
  expect(isReminded()).toBe(true)
  change('llm.agent_model', 'gpt-4.1')
  expect(isReminded()).toBe(false)
})

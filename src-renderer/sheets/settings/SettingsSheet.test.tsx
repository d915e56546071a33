import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SettingsFile } from '@shared/contract/settings'
import { useNotice } from '../../kit/text/notice-store'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { useUnsaved } from '../../session/view/unsaved'
import { setView } from '../../session/view/view-store'
import { SettingsSheet } from './SettingsSheet'
import { useSettingsDraft } from './use-settings'

const FILE: SettingsFile = {
  file: '/zorkgpt.toml',
  version: '1',
  given: {},
  problems: [],
  groups: [
    {
      table: 'limits',
      title: 'Limits',
      fields: [
        {
          path: 'limits.turn_limit',
          name: 'turn_limit',
          isRequired: true,
          title: 'Turns',
          description: 'How many; `none` is not valid.',
          unit: null,
          input: { kind: 'number', isInteger: true, minimum: 1, maximum: null, fallback: 100 },
          default: 100,
          shipped: null,
        },
      ],
    },
  ],
}

/** The page of the model describes its endpoint even after a short test has ended. */
const connect = (commands: object = {}) =>
  connectTo({
    readSettings: async () => FILE,
    checkSetting: async () => null,
    describeEndpoint: async () => null as never,
    ...commands,
  })

beforeEach(() => connect())
afterEach(() => {
  cleanup()
  forgetHost()
  useSettingsDraft.setState(useSettingsDraft.getInitialState(), true)
  useNotice.setState({ text: '' })
})

const turns = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Turns' })
const dialog = () => screen.getByRole('dialog', { name: 'Settings' })

describe('the settings sheet', () => {
  it.each([
    ['Escape', () => fireEvent(dialog(), new Event('cancel', { cancelable: true }))],
    ['its button', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ])('keeps unsaved changes when %s closes it, and says so', async (_by, close) => {
    const { unmount } = render(<SettingsSheet onClose={() => unmount()} />)
    fireEvent.change(await turns(), { target: { value: '12' } })
    close()
    expect(useNotice.getState().text).toBe('Your change to one setting is kept, but not saved yet.')
    expect(useUnsaved.getState().settings).toBe(true)
    render(<SettingsSheet onClose={() => {}} />)
    expect((await turns()).value).toBe('12')
    expect(screen.getByText('1 unsaved change')).toBeTruthy()
  })

  it('starts the focus at the selected tab', () => {
    render(<SettingsSheet onClose={() => {}} />)
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Model' }))
  })

  it('shows a number of bytes also in MB', async () => {
    const [limits] = FILE.groups
    const [field] = limits?.fields ?? []
    const size = { ...field, path: 'limits.bytes', name: 'bytes', title: 'Size', unit: 'bytes', default: 4 << 20 }
    const groups = [{ ...limits, fields: [size] }]
    connect({ readSettings: async () => ({ ...FILE, groups }) })
    render(<SettingsSheet onClose={() => {}} />)
    expect(await screen.findByText('bytes (4 MB)')).toBeTruthy()
    expect(screen.getByText(/Default: 4 MB\./)).toBeTruthy()
  })

  it('shows the code in a description as code', async () => {
    render(<SettingsSheet onClose={() => {}} />)
    await turns()
    expect(screen.getByText('none').tagName).toBe('CODE')
  })

  it('shows no notice without changes', async () => {
    const { unmount } = render(<SettingsSheet onClose={() => unmount()} />)
    fireEvent.change(await turns(), { target: { value: '12' } })
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(useNotice.getState().text).toBe('')
  })

  it('marks settings that differ from the default, and resets one or all of them', async () => {
    setView({ settingsAt: { page: 'file', path: null } })
    render(<SettingsSheet onClose={() => {}} />)
    const field = await turns()
    const mark = () => field.closest('[data-setting]')?.hasAttribute('data-changed')
    fireEvent.change(field, { target: { value: '100' } })
    expect([mark(), screen.queryByRole('button', { name: /Reset/ })]).toEqual([false, null])
    fireEvent.change(field, { target: { value: '12' } })
    const press = (name: string) => {
      const button = screen.getByRole('button', { name })
      button.focus()
      fireEvent.click(button)
    }
    expect(screen.getByRole('button', { name: 'Reset to default: Turns' }).textContent).toBe('Reset to default')
    press('Reset to default: Turns')
    expect([mark(), field.value, document.activeElement]).toEqual([false, '100', field])
    fireEvent.change(field, { target: { value: '12' } })
    expect(mark()).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Only changed: 1' }))
    press('Reset it')
    expect([mark(), field.value]).toEqual([false, '100'])
    expect(document.activeElement?.textContent).toBe('Only changed: 0')
    setView({ settingsAt: null })
  })

  it('shows only settings that the user changed, and counts no value of the shipped file', async () => {
    const [limits] = FILE.groups
    const turns = limits!.fields[0]!
    const flag = (name: string) => ({
      ...turns,
      path: `limits.${name}`,
      name,
      title: name,
      input: { kind: 'boolean' as const, fallback: false },
      default: false,
      shipped: true,
    })
    const fields = [turns, flag('asShipped'), flag('switchedOff'), flag('leftOut')]
    const given = { 'limits.asShipped': true, 'limits.switchedOff': false }
    const readSettings = async () => ({ ...FILE, given, groups: [{ ...limits!, fields }] })
    connect({ readSettings })
    setView({ settingsAt: { page: 'file', path: null } })
    render(<SettingsSheet onClose={() => {}} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Only changed: 1' }))
    const rows = () => [...document.querySelectorAll<HTMLElement>('[data-setting]')].map((row) => row.dataset.setting)
    expect(rows()).toEqual(['limits.switchedOff'])
    expect(screen.getByText(/As shipped: on\./)).toBeTruthy()
    expect(screen.queryByText(/Default: off/)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Reset as shipped: switchedOff' }))
    expect(useSettingsDraft.getState().draft).toEqual({ 'limits.switchedOff': true })
    expect([rows(), screen.getByRole('button', { name: 'Only changed: 0' })]).toEqual([
      ['limits.switchedOff'],
      expect.anything(),
    ])
    setView({ settingsAt: null })
  })

  it('shows a default in bytes as megabytes', async () => {
    const [limits] = FILE.groups
    const bytes = { ...limits!.fields[0]!, unit: 'bytes', default: 4 * 2 ** 20 }
    const readSettings = async () => ({ ...FILE, groups: [{ ...limits!, fields: [bytes] }] })
    connect({ readSettings })
    setView({ settingsAt: { page: 'file', path: null } })
    render(<SettingsSheet onClose={() => {}} />)
    expect(await screen.findByText(/Default: 4 MB/)).toBeTruthy()
    setView({ settingsAt: null })
  })

  it.each([
    ['the file', { 'limits.turn_limit': 7 }, '7'],
    ['the default', {}, '100'],
  ])('counts no change that was typed back to %s', async (_what, given, before) => {
    connect({ readSettings: async () => ({ ...FILE, given }) })
    render(<SettingsSheet onClose={() => {}} />)
    fireEvent.change(await turns(), { target: { value: '12' } })
    expect(screen.getByText('1 unsaved change')).toBeTruthy()
    fireEvent.change(await turns(), { target: { value: before } })
    expect(screen.queryByText(/unsaved/)).toBeNull()
  })

  it('keeps the focus on Save after saving', async () => {
    connect({ saveSettings: async () => ({ ...FILE, version: '2' }) })
    render(<SettingsSheet onClose={() => {}} />)
    fireEvent.change(await turns(), { target: { value: '12' } })
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    save.focus()
    fireEvent.click(save)
    await screen.findByText('Saved. Changes apply from the next episode.')
    expect([document.activeElement, save.disabled]).toEqual([save, false])
    expect(screen.getByRole('button', { name: 'Save', description: 'No changes' })).toBe(save)
  })

  it('names an invalid value of another page, and goes to it', async () => {
    const [limits] = FILE.groups
    const wait = { ...limits!.fields[0]!, path: 'retry.wait', name: 'wait', title: 'Wait' }
    const groups = [...FILE.groups, { table: 'retry', title: 'Retry', fields: [wait] }]
    connect({ readSettings: async () => ({ ...FILE, groups }) })
    render(<SettingsSheet onClose={() => {}} />)
    await turns()
    const choose = (name: string) => fireEvent.click(screen.getByRole('tab', { name }))
    const wrong = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Wait' })
    choose('All settings')
    fireEvent.change(wrong(), { target: { value: 'long' } })
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'turns' } })
    choose('Model')
    fireEvent.click(screen.getByRole('button', { name: 'Invalid: Wait, in All settings' }))
    expect(document.activeElement).toBe(wrong())
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'turns' } })
    fireEvent.click(screen.getByRole('button', { name: 'Invalid: Wait' }))
    expect(document.activeElement).toBe(wrong())
    fireEvent.change(wrong(), { target: { value: '7' } })
    expect(screen.queryByRole('button', { name: /^Invalid/ })).toBeNull()
  })

  it('shows a fault of the address only once an address is typed', async () => {
    const address = {
      ...FILE.groups[0]!.fields[0]!,
      path: 'llm.client_base_url',
      name: 'client_base_url',
      title: 'URL',
    }
    const text = { ...address, input: { kind: 'text' } as never, default: 'https://openrouter.ai/api/v1' }
    connect({
      readSettings: async () => ({ ...FILE, groups: [{ table: 'llm', title: 'Model', fields: [text] }] }),
      checkSetting: async () => 'Must be a URL',
    })
    render(<SettingsSheet onClose={() => {}} />)
    fireEvent.change(await screen.findByRole('combobox', { name: 'Provider' }), { target: { value: '' } })
    expect(await screen.findByRole('button', { name: 'Invalid: URL' })).toBeTruthy()
    expect(screen.queryByText('Must be a URL')).toBeNull()
    fireEvent.change(screen.getByRole('textbox', { name: 'Address' }), { target: { value: 'h' } })
    expect((await screen.findByRole('alert')).textContent).toBe('Must be a URL')
  })

  it('keeps an invalid value as typed', async () => {
    const { unmount } = render(<SettingsSheet onClose={() => unmount()} />)
    fireEvent.change(await turns(), { target: { value: 'a dozen' } })
    unmount()
    render(<SettingsSheet onClose={() => {}} />)
    expect((await turns()).value).toBe('a dozen')
    expect(screen.getByRole('alert').textContent).toBe('Must be a number')
  })
})

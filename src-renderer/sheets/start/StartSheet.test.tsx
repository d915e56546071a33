import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import { DEFAULT_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import { useNotice } from '../../kit/text/notice-store'
import { useConnection } from '../../session/connection/connection-store'
import { connectTo, forgetHost, loseHost } from '../../session/connection/connection.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { lastRun, openStartSheet, useStart } from '../../session/episodes/start-store'
import { closeDialog, setView, useView } from '../../session/view/view-store'
import { StartSheet } from './StartSheet'

const players = [
  { kind: 'explorer', label: 'Explorer', unavailable: null },
  { kind: 'llm', label: 'AI model', unavailable: null },
] as const
const startEpisode = vi.fn<HostApi['startEpisode']>()
const saveSettings = vi.fn<HostApi['saveSettings']>()
let given: object
const setSecret = vi.fn<HostApi['setSecret']>()
const describeEndpoint: HostApi['describeEndpoint'] = async ({ baseUrl }) => ({
  profile: 'generic',
  keySecret: baseUrl.includes('openrouter') ? 'OPENROUTER_API_KEY' : 'GENERIC_API_KEY',
  keyIsOptional: baseUrl.includes('127.0.0.1'),
  hasKey: false,
  unsupported: [],
  leftOut: [],
})

beforeEach(() => {
  // The test DOM miscalculates steps of a cent and refuses most amounts.
  setView({ pauseRules: { ...DEFAULT_PAUSE_RULES, cost_usd: 0.01 } })
  connectTo({
    startEpisode,
    describeEndpoint,
    saveSettings,
    setSecret,
    warmUp: async () => ({}),
    readSettings: async () => ({ version: 'of now', given }) as never,
    readStart: async () => {
      throw new ExpectedError('disconnected', '')
    },
  })
  given = { 'llm.profile': 'auto', 'llm.headers': {} }
  startEpisode.mockResolvedValue({ episodeId: 'new' })
  useEpisodeList.setState({
    appInfo: {
      version: '1',
      shell: 'web',
      dataFolder: '/data',
      canPickFolders: false,
      canReveal: false,
      versions: { node: '24', electron: null, chrome: null },
      players: [...players],
    },
    stories: [{ id: 'glass-weather', title: 'Glass Weather', fileName: 'g.z5', bundled: true }] as never,
  })
})
afterEach(() => {
  cleanup()
  forgetHost()
  for (const command of [startEpisode, saveSettings, setSecret]) command.mockReset()
  useEpisodeList.setState(useEpisodeList.getInitialState(), true)
  useStart.setState({ memory: null, draft: null })
  useEpisode.getState().close()
  useNotice.setState({ text: '' })
  setView({ dialog: null, failure: null, pauseRules: DEFAULT_PAUSE_RULES })
})

function open() {
  openStartSheet()
  const { unmount } = render(<StartSheet onClose={() => setView({ dialog: null })} />)
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  const escape = () => {
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    unmount()
  }
  return { press, escape, unmount }
}
const seed = () => screen.getByLabelText<HTMLInputElement>('Seed')
const preset = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Preset' })

describe('the settings of a new episode', () => {
  it('are kept when Escape closes the sheet, except a typed key', () => {
    const first = open()
    fireEvent.click(screen.getByRole('radio', { name: 'AI model' }))
    fireEvent.change(screen.getByLabelText('Model'), { target: { value: 'test/lantern' } })
    fireEvent.change(screen.getByLabelText(/^API key/, { selector: '[type=password]' }), { target: { value: 'sk-1' } })
    fireEvent.change(seed(), { target: { value: '7' } })
    first.escape()
    expect(useNotice.getState().text).toBe('Your changes for a new episode are kept. No episode has been started yet.')
    open()
    expect(screen.getByLabelText<HTMLInputElement>('Model').value).toBe('test/lantern')
    expect(screen.getByLabelText<HTMLInputElement>(/^API key/, { selector: '[type=password]' }).value).toBe('')
    expect(seed().value).toBe('7')
    expect(preset().selectedOptions[0]?.text).toBe('Custom')
  })

  it('do not keep the model of another provider', () => {
    useStart.setState({
      memory: { usualModel: { model: 'tiny-1', baseUrl: 'http://127.0.0.1:1/v1' }, usualTurnLimit: 500 } as never,
    })
    open()
    fireEvent.click(screen.getByRole('radio', { name: 'AI model' }))
    fireEvent.click(screen.getByRole('button', { name: 'Change' }))
    const model = screen.getByLabelText<HTMLInputElement>('Model')
    const provider = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Provider' })
    const address = screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' })
    const choose = (label: string) => {
      const value = [...provider.options].find(({ text }) => text === label)?.value
      fireEvent.change(model, { target: { value: 'test/lantern' } })
      fireEvent.change(provider, { target: { value } })
    }
    choose('OpenAI')
    expect([model.value, address.value]).toEqual(['', 'https://api.openai.com/v1'])
    expect([model.validity.valueMissing, model.placeholder]).toEqual([true, ''])
    expect(screen.getByText(/No model yet at/).textContent).toMatch(/^No model yet at api\.openai\.com/)
    expect(screen.queryByRole('button', { name: 'Save to settings' })).toBeNull()
    choose('Other, OpenAI-compatible')
    expect([model.value, address.value, provider.selectedOptions[0]?.text]).toEqual([
      '',
      '',
      'Other, OpenAI-compatible',
    ])
    expect(address.validity.valueMissing).toBe(true)
  })

  it('return to the last used ones only on request', () => {
    open()
    fireEvent.change(seed(), { target: { value: '7' } })
    fireEvent.change(preset(), { target: { value: '' } })
    expect(seed().value).toBe('')
    expect(preset().selectedOptions[0]?.text).toBe('Last used')
  })

  it('are shown as a changed preset, and can be reset to it', () => {
    useStart.setState({
      memory: {
        last: null,
        presets: [{ name: 'Short', params: { game: 'glass-weather', player: 'explorer', turnLimit: 4 } }],
      } as never,
    })
    open()
    fireEvent.change(preset(), { target: { value: 'Short' } })
    expect(preset().selectedOptions[0]?.text).toBe('Short')
    fireEvent.change(seed(), { target: { value: '7' } })
    expect(preset().selectedOptions[0]?.text).toBe('Short (changed)')
    expect(screen.getByRole('button', { name: 'Delete' })).toBeDefined()
    fireEvent.change(preset(), { target: { value: 'Short' } })
    expect(seed().value).toBe('')
    expect(preset().selectedOptions[0]?.text).toBe('Short')
  })

  it('cause no notice if nothing was changed', () => {
    open().escape()
    expect(useNotice.getState().text).toBe('')
  })

  it('are no draft once the episode has started', async () => {
    const { press } = open()
    fireEvent.change(seed(), { target: { value: '7' } })
    press('Start')
    await vi.waitFor(() => expect(useEpisode.getState().id).toBe('new'))
    await vi.waitFor(() => expect(useStart.getState().draft).toBeNull())
    expect(startEpisode.mock.calls[0]?.[0]).toMatchObject({ seed: 7, game: 'glass-weather' })
  })
})

describe('the pause rules of a new episode', () => {
  it('are the current ones, not those of the last start', () => {
    const last = { game: 'glass-weather', player: 'explorer', pauseRules: DEFAULT_PAUSE_RULES } as const
    useStart.setState({ memory: { last, presets: [] } as never })
    setView({ pauseRules: { ...DEFAULT_PAUSE_RULES, died: true } })
    expect(lastRun().pauseRules?.died).toBe(true)
  })
})

describe('the stories of a new episode', () => {
  it('lead back to it when their sheet is closed', () => {
    openStartSheet()
    setView({ dialog: 'stories', dialogBefore: 'newEpisode' })
    closeDialog()
    expect(useView.getState()).toMatchObject({ dialog: 'newEpisode', dialogBefore: null })
    closeDialog()
    expect(useView.getState().dialog).toBeNull()
  })
})

describe('the players of a new episode', () => {
  it('are those that the settings allow now', async () => {
    const { appInfo } = useEpisodeList.getState()
    const memory = { last: null, presets: [] } as never
    const llm = { kind: 'llm', label: 'AI model', unavailable: 'No API key for openrouter.' } as const
    useEpisodeList.setState({ appInfo: appInfo && { ...appInfo, players: [llm] } })
    connectTo({
      describeEndpoint,
      warmUp: async () => ({}),
      readStart: async () => memory,
      getAppInfo: async () => appInfo as never,
    })
    open()
    expect(screen.getByText('No API key for openrouter.')).toBeDefined()
    await vi.waitFor(() => expect(screen.queryByText('No API key for openrouter.')).toBeNull())
    expect(screen.getByRole('radio', { name: 'Explorer' })).toBeDefined()
  })
})

describe('the model of a new episode', () => {
  const usualModel = { model: 'tiny-1', baseUrl: 'http://127.0.0.1:1234/v1' }
  const remember = (more = {}) =>
    useStart.setState({
      memory: {
        last: { game: 'glass-weather', player: 'llm' },
        defaults: { game: 'glass-weather', player: 'explorer' },
        usualModel,
        usualTurnLimit: 500,
        presets: [],
        filters: [],
        demoIsDismissed: true,
        ...more,
      },
    })
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const started = async () => {
    await vi.waitFor(() => expect(startEpisode).toHaveBeenCalledOnce())
    return startEpisode.mock.calls[0]?.[0]
  }

  it('comes from the settings by default, and is not sent', async () => {
    remember()
    const { press } = open()
    expect(screen.getByText('tiny-1').parentElement?.textContent).toBe('tiny-1 at 127.0.0.1:1234')
    expect(screen.queryByLabelText('Address')).toBeNull()
    expect(screen.queryByLabelText(/^API key/)).toBeNull()
    press('Start')
    const { model, baseUrl } = (await started()) ?? {}
    expect([model, baseUrl]).toEqual([undefined, undefined])
  })

  it('can be overridden for one episode, and reset', async () => {
    remember()
    const { press } = open()
    press('Change')
    const address = screen.getByLabelText<HTMLInputElement>('Address')
    expect([address.value, address.placeholder]).toEqual(['', usualModel.baseUrl])
    type('Address', 'http://127.0.0.1:9/v1')
    expect(screen.getByText(/^Used for this episode only/).textContent).toBe(
      'Used for this episode only. From settings: tiny-1 at 127.0.0.1:1234.',
    )
    press('Use settings')
    expect(screen.queryByLabelText('Address')).toBeNull()
    press('Change')
    type('Model', 'other-2')
    press('Start')
    expect(await started()).toMatchObject({ model: 'other-2', baseUrl: undefined })
  })

  it('keeps its emptied fields open, which then use the settings', async () => {
    remember()
    const { press } = open()
    press('Change')
    type('Model', 'x')
    type('Model', '')
    expect(screen.getByLabelText<HTMLInputElement>('Model').placeholder).toBe('tiny-1')
    press('Start')
    expect((await started())?.model).toBeUndefined()
  })

  it('is saved to the settings on request, and only with an address that the user typed', async () => {
    remember({
      presets: [
        { name: 'Of a friend', params: { game: 'glass-weather', player: 'llm', baseUrl: 'https://friend.example/v1' } },
      ],
    })
    const { press } = open()
    fireEvent.change(preset(), { target: { value: 'Of a friend' } })
    expect(screen.queryByRole('button', { name: 'Save to settings' })).toBeNull()
    type('Address', 'https://mine.example/v1 ')
    type('Model', 'other-2')
    press('Save to settings')
    await vi.waitFor(() => expect(screen.queryByLabelText('Address')).not.toBeNull())
    await vi.waitFor(() => expect(saveSettings).toHaveBeenCalledOnce())
    expect(saveSettings.mock.calls[0]?.[0]).toEqual({
      version: 'of now',
      changes: [
        { path: 'llm.client_base_url', value: 'https://mine.example/v1' },
        { path: 'llm.agent_model', value: 'other-2' },
      ],
    })
  })

  it('shows the turn limit of the settings as a number', () => {
    remember()
    open()
    expect(screen.getByText('500 turns')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Turn limit').placeholder).toBe('500')
    expect(screen.getByLabelText<HTMLInputElement>('Seed').placeholder).toBe('random')
  })

  it('is not saved if the settings name a key for their endpoint', async () => {
    remember()
    given = { 'llm.api_key': '${secret:MINE}' }
    const { press } = open()
    press('Change')
    type('Address', 'https://mine.example/v1')
    type('Model', 'other-2')
    press('Save to settings')
    await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toContain('llm.api_key'))
    expect(saveSettings).not.toHaveBeenCalled()
  })

  it('stores its key under the name and address of its endpoint', async () => {
    remember({ usualModel: { model: 'm', baseUrl: 'https://openrouter.ai/api/v1' } })
    const { press } = open()
    const key = await screen.findByLabelText(/^API key/, { selector: '[type=password]' })
    fireEvent.change(key, { target: { value: ' sk-1 ' } })
    press('Start')
    await started()
    expect(setSecret).toHaveBeenCalledWith({
      name: 'OPENROUTER_API_KEY',
      value: 'sk-1',
      address: 'https://openrouter.ai/api/v1',
    })
  })
})

describe('Start', () => {
  it('asks for a key that the endpoint needs, before anything is created', async () => {
    const usualModel = { model: 'm', baseUrl: 'https://openrouter.ai/api/v1' }
    useStart.setState({ memory: { last: { game: 'glass-weather', player: 'llm' }, presets: [], usualModel } as never })
    const { press } = open()
    const key = await screen.findByLabelText<HTMLInputElement>(/^API key/, { selector: '[type=password]' })
    press('Start')
    expect([key.validity.valueMissing, startEpisode.mock.calls]).toEqual([true, []])
  })

  it('accepts only http and https addresses', async () => {
    const { press } = open()
    fireEvent.click(screen.getByRole('radio', { name: 'AI model' }))
    const address = screen.getByLabelText<HTMLInputElement>('Address')
    fireEvent.change(address, { target: { value: 'ftp://models.example.org' } })
    press('Start')
    expect([address.validity.patternMismatch, address.title]).toEqual([
      true,
      'An address that begins with http:// or https://',
    ])
    fireEvent.change(address, { target: { value: 'HTTPS://models.example.org/v1' } })
    press('Start')
    await vi.waitFor(() => expect(startEpisode).toHaveBeenCalledOnce())
    expect(startEpisode.mock.calls[0]?.[0]).toMatchObject({ baseUrl: 'HTTPS://models.example.org/v1' })
  })

  it('shows progress, keeps the focus, and starts once if pressed twice', async () => {
    let answer: (started: { episodeId: string }) => void = () => {}
    startEpisode.mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    const { press } = open()
    screen.getByRole('button', { name: 'Start' }).focus()
    press('Start')
    press('Starting…')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Starting…' }))
    await vi.waitFor(() => expect(startEpisode).toHaveBeenCalledOnce())
    answer({ episodeId: 'new' })
    await vi.waitFor(() => expect(useEpisode.getState().id).toBe('new'))
    expect(startEpisode).toHaveBeenCalledOnce()
  })

  it('reconnects to a lost host, and starts nothing before that', () => {
    const { press } = open()
    const tryNow = vi.fn<() => void>()
    act(loseHost)
    act(() => useConnection.setState({ tryNow }))
    press('Start')
    expect(tryNow).toHaveBeenCalledOnce()
    expect(startEpisode).not.toHaveBeenCalled()
  })

  it('reports a failure in the window if the sheet was closed', async () => {
    let refuse: (why: Error) => void = () => {}
    startEpisode.mockImplementation(
      () =>
        new Promise((_resolve, reject) => {
          refuse = reject
        }),
    )
    const { press, escape } = open()
    press('Start')
    await vi.waitFor(() => expect(startEpisode).toHaveBeenCalledOnce())
    escape()
    refuse(new ExpectedError('bad_file', 'The data folder cannot be written.'))
    await vi.waitFor(() => expect(useView.getState().failure).toBe('The data folder cannot be written.'))
  })
})

import type { HostApi } from '@shared/contract/contract'
import { USUAL_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import { ExpectedError } from '@shared/base/expected-error'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectTo, forgetHost, loseHost } from '../../session/connection/connection.testkit'
import { useConnection } from '../../session/connection/connection-store'
import { useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { openStartSheet, useStart } from '../../session/episodes/start-store'
import { setView, useView } from '../../session/view/view-store'
import { useNotice } from '../../kit/text/notice-store'
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
})

beforeEach(() => {
  // The test's DOM counts steps of a cent with an error, and lets hardly any number of dollars be sent.
  setView({ pauseRules: { ...USUAL_PAUSE_RULES, cost_usd: 0.01 } })
  connectTo({
    startEpisode,
    describeEndpoint,
    saveSettings,
    setSecret,
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
  setView({ dialog: null, failure: null, pauseRules: USUAL_PAUSE_RULES })
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

describe('the choices for a new episode', () => {
  it('are kept when Escape closes the sheet, all but a typed key, and that is said', () => {
    const first = open()
    fireEvent.click(screen.getByRole('radio', { name: 'AI model' }))
    fireEvent.change(screen.getByLabelText('Model'), { target: { value: 'test/lantern' } })
    fireEvent.change(screen.getByLabelText(/^API key/, { selector: '[type=password]' }), { target: { value: 'sk-1' } })
    fireEvent.change(seed(), { target: { value: '7' } })
    first.escape()
    expect(useNotice.getState().text).toBe('Your choices for a new episode are kept here, not started yet.')
    open()
    expect(screen.getByLabelText<HTMLInputElement>('Model').value).toBe('test/lantern')
    expect(screen.getByLabelText<HTMLInputElement>(/^API key/, { selector: '[type=password]' }).value).toBe('')
    expect(seed().value).toBe('7')
    expect(preset().selectedOptions[0]?.text).toBe('Changed values')
  })

  it('are brought back to the last ones by the reader alone', () => {
    open()
    fireEvent.change(seed(), { target: { value: '7' } })
    fireEvent.change(preset(), { target: { value: '' } })
    expect(seed().value).toBe('')
    expect(preset().selectedOptions[0]?.text).toBe('Last values')
  })

  it('are told as a preset that was changed, and brought back to it', () => {
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
    expect(preset().selectedOptions[0]?.text).toBe('Short, changed')
    expect(screen.getByRole('button', { name: 'Delete' })).toBeDefined()
    fireEvent.change(preset(), { target: { value: 'Short' } })
    expect(seed().value).toBe('')
    expect(preset().selectedOptions[0]?.text).toBe('Short')
  })

  it('are not told of when there are none', () => {
    open().escape()
    expect(useNotice.getState().text).toBe('')
  })

  it('are no draft any more once they are played', async () => {
    const { press } = open()
    fireEvent.change(seed(), { target: { value: '7' } })
    press('Start')
    await vi.waitFor(() => expect(useEpisode.getState().id).toBe('new'))
    await vi.waitFor(() => expect(useStart.getState().draft).toBeNull())
    expect(startEpisode.mock.calls[0]?.[0]).toMatchObject({ seed: 7, game: 'glass-weather' })
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

  it('is that of the settings, which is said and not sent', async () => {
    remember()
    const { press } = open()
    expect(screen.getByText('tiny-1').parentElement?.textContent).toBe('tiny-1 at 127.0.0.1:1234')
    expect(screen.queryByLabelText('Base URL')).toBeNull()
    expect(screen.queryByLabelText(/^API key/)).toBeNull()
    press('Start')
    const { model, baseUrl } = (await started()) ?? {}
    expect([model, baseUrl]).toEqual([undefined, undefined])
  })

  it('is another for one episode: fields begin empty, say what they stand in for, and lead back', async () => {
    remember()
    const { press } = open()
    press('Change')
    const address = screen.getByLabelText<HTMLInputElement>('Base URL')
    expect([address.value, address.placeholder]).toEqual(['', usualModel.baseUrl])
    type('Base URL', 'http://127.0.0.1:9/v1')
    expect(screen.getByText(/^For this episode alone/).textContent).toBe(
      'For this episode alone. The settings say tiny-1 at 127.0.0.1:1234.',
    )
    press('Back to the settings')
    expect(screen.queryByLabelText('Base URL')).toBeNull()
    press('Change')
    type('Model', 'other-2')
    press('Start')
    expect(await started()).toMatchObject({ model: 'other-2', baseUrl: undefined })
  })

  it('stays open while a field is emptied, and is then that of the settings again', async () => {
    remember()
    const { press } = open()
    press('Change')
    type('Model', 'x')
    type('Model', '')
    expect(screen.getByLabelText<HTMLInputElement>('Model').placeholder).toBe('tiny-1')
    press('Start')
    expect((await started())?.model).toBeUndefined()
  })

  it('is kept for later episodes where the reader says so, and only an address that the reader chose', async () => {
    remember({
      presets: [
        { name: 'Of a friend', params: { game: 'glass-weather', player: 'llm', baseUrl: 'https://friend.example/v1' } },
      ],
    })
    const { press } = open()
    fireEvent.change(preset(), { target: { value: 'Of a friend' } })
    expect(screen.queryByRole('button', { name: 'Keep for later episodes' })).toBeNull()
    type('Base URL', 'https://mine.example/v1 ')
    type('Model', 'other-2')
    press('Keep for later episodes')
    await vi.waitFor(() => expect(screen.queryByLabelText('Base URL')).not.toBeNull())
    await vi.waitFor(() => expect(saveSettings).toHaveBeenCalledOnce())
    expect(saveSettings.mock.calls[0]?.[0]).toEqual({
      version: 'of now',
      changes: [
        { path: 'llm.client_base_url', value: 'https://mine.example/v1' },
        { path: 'llm.agent_model', value: 'other-2' },
      ],
    })
  })

  it('is not kept where the settings have a key of their own for the endpoint that they name', async () => {
    remember()
    given = { 'llm.api_key': '${secret:MINE}' }
    const { press } = open()
    press('Change')
    type('Base URL', 'https://mine.example/v1')
    press('Keep for later episodes')
    await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toContain('llm.api_key'))
    expect(saveSettings).not.toHaveBeenCalled()
  })

  it('has its key kept under the name and for the address of its endpoint', async () => {
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
  it('takes addresses of http and https alone', async () => {
    const { press } = open()
    fireEvent.click(screen.getByRole('radio', { name: 'AI model' }))
    const address = screen.getByLabelText<HTMLInputElement>('Base URL')
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

  it('says that it is under way, keeps the focus, and starts once however often it is pressed', async () => {
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

  it('tries at once to reach a host that is lost, and starts nothing before it is back', () => {
    const { press } = open()
    const tryNow = vi.fn<() => void>()
    act(loseHost)
    act(() => useConnection.setState({ tryNow }))
    press('Start')
    expect(tryNow).toHaveBeenCalledOnce()
    expect(startEpisode).not.toHaveBeenCalled()
  })

  it('of a sheet that was closed meanwhile tells in the window why it failed', async () => {
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

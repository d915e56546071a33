import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import type { ListedModel, LocalModel, LocalModels, LocalServer, ModelDownload } from '@shared/contract/local-models'
import { BUILT_IN_ADDRESS } from '@shared/models/built-in'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { useStart } from '../../session/episodes/start-store'
import { openDropped } from '../../session/files/open-file'
import { useView } from '../../session/view/view-store'
import { LocalModelsSheet } from './LocalModelsSheet'

const installed = (more: Partial<LocalModel> = {}): LocalModel => ({
  name: 'small',
  title: 'Small 1B',
  architecture: 'llama',
  quantization: 'Q4_K_M',
  parameters: 1_700_000_000,
  sizeBytes: 1.1e9,
  contextTokens: 8192,
  memoryBytes: 2e9,
  fit: 'fits',
  isTooSmall: true,
  takesTools: true,
  sha256: null,
  verified: 'listed',
  isInPlace: false,
  state: 'idle',
  loadedShare: 0,
  ...more,
})
const offered = (download: ModelDownload | null, more: Partial<ListedModel> = {}): ListedModel => ({
  id: 'large',
  title: 'Large 4B',
  file: 'large.gguf',
  licence: 'Apache-2.0',
  quantization: 'Q4_K_M',
  parameters: 4e9,
  sizeBytes: 2.5e9,
  contextBytesPerToken: 1,
  sha256: null,
  goodFor: 'The best.',
  memoryBytes: 4.8e9,
  fit: 'fits',
  isTooSmall: false,
  installedAs: null,
  download,
  ...more,
})
const everything = (more: Partial<LocalModels> = {}): LocalModels => ({
  folder: '/home/someone/models',
  canReveal: true,
  unavailable: null,
  memoryBytes: 16e9,
  freeBytes: 50e9,
  models: [installed()],
  unusable: [],
  listed: [offered(null)],
  ...more,
})

let change: (all: LocalModels) => void
const done = vi.fn<(params: unknown) => Promise<Record<string, never>>>(async () => ({}))
const findLocalServers = vi.fn<HostApi['findLocalServers']>()
const addModelFile = vi.fn<HostApi['addModelFile']>()
const uploadModelPart = vi.fn<HostApi['uploadModelPart']>()
beforeEach(() => {
  findLocalServers.mockResolvedValue([])
  addModelFile.mockResolvedValue({ name: 'mine' })
  const named = (name: string) => async (params: unknown) => done({ name, params })
  connectTo({
    async *watchLocalModels() {
      let wake = (_all: LocalModels) => {}
      change = (all) => wake(all)
      for (;;) yield await new Promise<LocalModels>((resolve) => (wake = resolve))
    },
    findLocalServers,
    addModelFile,
    uploadModelPart,
    removeModel: named('removeModel'),
    downloadModel: named('downloadModel'),
    pauseDownload: named('pauseDownload'),
    cancelDownload: named('cancelDownload'),
  })
})
afterEach(() => {
  cleanup()
  forgetHost()
  vi.clearAllMocks()
  useStart.setState({ draft: null })
  useView.setState({ dialog: null })
})

const show = async (all: LocalModels) => {
  render(<LocalModelsSheet onClose={() => {}} />)
  await act(async () => change(all))
}
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

describe('models that are ready', () => {
  it('state their requirements, and play', async () => {
    await show(everything())
    const row = within(screen.getByRole('region', { name: 'Ready to play' })).getByRole('listitem')
    expect(row.textContent).toContain('small · 1.7B parameters · Q4_K_M · 1.1 GB')
    expect(row.textContent).toContain('Needs 2 GB of memory')
    expect(row.textContent).toContain('Too small to play well')
    await press('Play with Small 1B')
    expect(useView.getState().dialog).toBe('newEpisode')
    expect(useStart.getState().draft).toMatchObject({ player: 'llm', baseUrl: BUILT_IN_ADDRESS, model: 'small' })
  })

  it('play without tools if they do not support them', async () => {
    await show(everything({ models: [installed({ takesTools: false })] }))
    await press('Play with Small 1B')
    expect(useStart.getState().draft).toMatchObject({ model: 'small', mcp: false })
  })

  it('are removed after a confirmation', async () => {
    await show(everything())
    await press('Remove Small 1B')
    expect(screen.getByRole('alert').textContent).toBe('Delete Small 1B? Its 1.1 GB must be downloaded again.')
    expect(done).not.toHaveBeenCalled()
    await press('Remove')
    expect(done).toHaveBeenCalledWith({ name: 'removeModel', params: { name: 'small' } })
  })

  it('report why one could not be removed', async () => {
    done.mockRejectedValueOnce(new Error('The model small is answering.'))
    await show(everything())
    await press('Remove Small 1B')
    await press('Remove')
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(
      'The model small is answering.',
    )
  })
})

describe('a download', () => {
  const receiving: ModelDownload = { state: 'receiving', receivedBytes: 1e9, bytesPerSecond: 1e7, reason: null }

  it('begins on request, shows its progress, and pauses', async () => {
    await show(everything())
    expect(screen.queryByRole('progressbar')).toBeNull()
    await press('Download Large 4B')
    expect(done).toHaveBeenCalledWith({ name: 'downloadModel', params: { id: 'large' } })
    await act(async () => change(everything({ listed: [offered(receiving)] })))
    expect(screen.getByRole('progressbar', { name: 'Download of Large 4B' }).getAttribute('value')).toBe('1000000000')
    expect(screen.getByText('1 GB of 2.5 GB · 10 MB/s · 2 min left')).toBeTruthy()
    await press('Pause the download of Large 4B')
    expect(done).toHaveBeenLastCalledWith({ name: 'pauseDownload', params: { id: 'large' } })
  })

  it('that failed shows the reason, and is continued or cancelled', async () => {
    await show(everything({ listed: [offered({ ...receiving, state: 'failed', reason: 'The disk is full.' })] }))
    expect(screen.getByRole('alert').textContent).toBe('The disk is full.')
    await press('Continue the download of Large 4B')
    expect(done).toHaveBeenLastCalledWith({ name: 'downloadModel', params: { id: 'large' } })
    await press(/^Cancel the download of Large 4B/)
    expect(done).toHaveBeenLastCalledWith({ name: 'cancelDownload', params: { id: 'large' } })
  })

  it('is not offered for a model that does not fit', async () => {
    await show(everything({ listed: [offered(null, { fit: 'too_large' })] }))
    expect(screen.queryByRole('button', { name: 'Download Large 4B' })).toBeNull()
    expect(screen.getByText('Needs 4.8 GB of memory, more than this computer has')).toBeTruthy()
  })

  it('that is complete is announced', async () => {
    await show(everything({ models: [] }))
    expect(screen.getByText('No model yet. Download one below, or add a file.')).toBeTruthy()
    await act(async () => change(everything({ models: [installed()] })))
    expect(screen.getByText('Small 1B is ready to play.')).toBeTruthy()
  })
})

describe('a server that runs here', () => {
  it('is searched for when the sheet opens and on request, and one of its models plays', async () => {
    await show(everything())
    expect(screen.getByText(/^None of Ollama/)).toBeTruthy()
    const server: LocalServer = { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: ['a', 'b'] }
    findLocalServers.mockResolvedValue([server])
    await press('Look again')
    expect(findLocalServers).toHaveBeenCalledTimes(2)
    fireEvent.change(screen.getByRole('combobox', { name: 'Model of Ollama' }), { target: { value: 'b' } })
    await press('Play with a model of Ollama')
    expect(useStart.getState().draft).toMatchObject({ player: 'llm', baseUrl: server.baseUrl, model: 'b' })
  })
})

describe('a file', () => {
  it('is added by its path', async () => {
    await show(everything())
    fireEvent.change(screen.getByRole('textbox', { name: 'Path of a GGUF file' }), { target: { value: ' /m.gguf ' } })
    await press('Add')
    expect(addModelFile).toHaveBeenCalledWith({ path: '/m.gguf' })
    expect(screen.getByText('mine was added.')).toBeTruthy()
  })

  it('that is refused is reported with the reason', async () => {
    addModelFile.mockRejectedValue(new Error('This is not a usable model file.'))
    await show(everything({ unusable: [{ name: 'cut', reason: 'It is incomplete.' }] }))
    expect(screen.getByRole('region', { name: 'Files that cannot be used' }).textContent).toContain('It is incomplete.')
    fireEvent.change(screen.getByRole('textbox', { name: 'Path of a GGUF file' }), { target: { value: 'x' } })
    await press('Add')
    expect(screen.getByRole('alert').textContent).toBe('This is not a usable model file.')
  })
})

it('models that are dropped on the window are copied one after the other, with the sheet open', async () => {
  uploadModelPart.mockImplementation(async ({ fileName }) => ({ name: fileName.replace('.gguf', '') }))
  const item = (name: string) => ({
    webkitGetAsEntry: () => null,
    getAsFile: () => new File(['GGUF'], name),
  })
  const items = [item('one.gguf'), item('two.GGUF')] as unknown as DataTransferItemList
  await openDropped({ items } as DataTransfer)
  expect(useView.getState().dialog).toBe('localModels')
  await show(everything())
  await vi.waitFor(() => expect(uploadModelPart).toHaveBeenCalledTimes(2))
  expect(uploadModelPart.mock.calls.map(([{ fileName, totalBytes }]) => [fileName, totalBytes])).toEqual([
    ['two.GGUF', 4],
    ['one.gguf', 4],
  ])
})

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import { noAnnotations } from '@shared/episode/log/annotate'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { closeLocalEpisode, openLocalEpisode } from '../../session/episode/local-episodes'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { ExportManySheet, ExportSheet } from './ExportSheet'

const log = sampleEpisode({ turns: 3 })
let saved: string[]
let wanted: Parameters<HostApi['exportEpisode']>[0][]
let files: readonly string[]
let answer: Promise<void>
const onClose = vi.fn<() => void>()

beforeEach(() => {
  saved = []
  wanted = []
  files = ['sample.html']
  answer = Promise.resolve()
  connectTo({
    async *exportEpisode(params) {
      wanted.push(params)
      await answer
      for (const file of files) yield { file, bytes: new TextEncoder().encode('text') }
    },
    readReplayPage: async () => '<script type="application/json" id="episode"></script>',
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => {
  cleanup()
  forgetHost()
  useEpisode.getState().close()
  vi.restoreAllMocks()
  onClose.mockClear()
})

function openSheet(events = log) {
  useEpisode.getState().open('sample', 'live')
  if (events.length > 0) useEpisode.getState().receive({ events, live: true, warning: null })
  return render(<ExportSheet onClose={onClose} />)
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
const choose = (name: RegExp) => fireEvent.click(screen.getByRole('radio', { name }))
const isClosed = () => vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())

describe('the export of an episode', () => {
  it('is a page of all turns without private parts', async () => {
    openSheet()
    save()
    await isClosed()
    expect(saved).toEqual(['sample.html'])
    expect(wanted).toEqual([
      {
        episodeId: 'sample',
        format: 'html',
        included: { key: false, path: false, settings: false },
        range: null,
        withThoughts: false,
        withNotes: false,
      },
    ])
  })

  it('has every format of the command line, and a range of turns', async () => {
    openSheet()
    expect(screen.getAllByRole('radio')).toHaveLength(9)
    choose(/^CSV/)
    fireEvent.change(screen.getByLabelText('From turn'), { target: { value: '2' } })
    save()
    await isClosed()
    expect(wanted).toMatchObject([{ format: 'csv', range: { from: 2, to: 3 } }])
  })

  it('of a damaged log ends with its last readable turn', async () => {
    const { rerender } = openSheet()
    act(() => useEpisode.getState().fail('Line 90 is damaged.', true))
    rerender(<ExportSheet key="damaged" onClose={onClose} />)
    fireEvent.change(screen.getByLabelText('From turn'), { target: { value: '1' } })
    fireEvent.change(screen.getByLabelText('From turn'), { target: { value: '' } })
    save()
    await isClosed()
    expect(wanted).toMatchObject([{ range: { from: 0, to: 3 } }])
  })

  it('of several files is one archive', async () => {
    files = ['a/one.json', 'a/one.log']
    openSheet()
    choose(/^TALES/)
    save()
    await isClosed()
    expect(saved).toEqual(['sample-tales.zip'])
  })

  it('is not saved after the sheet was closed', async () => {
    let proceed = () => {}
    answer = new Promise((resolve) => {
      proceed = resolve
    })
    const { unmount } = openSheet()
    save()
    await vi.waitFor(() => expect(wanted).toHaveLength(1))
    unmount()
    await act(async () => proceed())
    expect([saved, onClose.mock.calls]).toEqual([[], []])
  })

  it('shows why it was refused', async () => {
    answer = Promise.reject(new ExpectedError('not_found', 'It is in the trash.'))
    openSheet()
    save()
    expect((await screen.findByRole('alert')).textContent).toContain('It is in the trash.')
    expect([saved, onClose.mock.calls]).toEqual([[], []])
  })

  it('waits for an episode that is not loaded yet', () => {
    openSheet([])
    expect(screen.getByText(/still being read/)).toBeDefined()
    act(() => useEpisode.getState().receive({ events: log, live: true, warning: null }))
    expect(document.activeElement).toBe(screen.getByRole('radio', { checked: true }))
  })

  it('of an opened file is written by the window, in the formats that it supports', async () => {
    openLocalEpisode({ fileName: 'walk.zorkgpt', events: log, warning: null })
    const id = useEpisode.getState().id ?? ''
    render(<ExportSheet onClose={onClose} />)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^CSV/ }).disabled).toBe(true)
    expect(screen.queryByLabelText('From turn')).toBeNull()
    choose(/^Markdown/)
    save()
    await isClosed()
    expect([saved, wanted]).toEqual([[`${id.replace('file:', '')}.md`], []])
    act(() => closeLocalEpisode(id))
  })
})

it('several episodes become one archive', async () => {
  const entry = { running: false, readable: true, summary: null, annotations: noAnnotations, reason: null }
  const changed = ['one', 'two'].map((id) => ({ ...entry, id }))
  useEpisodeList.getState().receive({ changed, removed: [] })
  render(<ExportManySheet episodeIds={['one', 'two']} onClose={onClose} />)
  choose(/^Parquet/)
  save()
  await vi.waitFor(() => expect(saved).toEqual(['zorkgpt-2-episodes.zip']))
  expect(wanted).toMatchObject([
    { episodeId: 'one', format: 'parquet' },
    { episodeId: 'two', format: 'parquet' },
  ])
  useEpisodeList.setState({ entries: new Map() })
})

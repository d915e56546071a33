import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import type { LibraryEntry } from '@shared/contract/library'
import type { Story } from '@shared/contract/stories'
import { noAnnotations } from '@shared/episode/log/annotate'
import { type EpisodeSummary, summarizeEpisode } from '@shared/episode/projections/summary'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { openDropped } from '../../session/files/open-file'
import { useView } from '../../session/view/view-store'
import { arrangeStories, playedStories } from './arrange-stories'
import { StoriesSheet } from './StoriesSheet'

const story = (id: string, more: Partial<Story> = {}): Story => ({
  id,
  title: id,
  author: null,
  headline: null,
  genre: null,
  published: null,
  description: null,
  hasCover: false,
  fileName: `${id}.z5`,
  version: 5,
  release: 1,
  serial: '990101',
  sha256: id.repeat(4),
  bundled: false,
  licence: null,
  maxScore: null,
  ...more,
})
const stories = [
  story('zork', { title: 'Zork I', bundled: true, maxScore: 350 }),
  story('lamp', {
    title: 'A Lamp',
    author: 'A. Writer',
    headline: 'An Interactive Test',
    published: '2009-03-01',
    description: 'Dark places.',
    hasCover: true,
  }),
  story('Maze'),
]

const sample = summarizeEpisode(foldEvents(sampleEpisode({ turns: 2 })))
const entry = (id: string, of: string, more: Partial<EpisodeSummary>): LibraryEntry => ({
  id,
  running: false,
  readable: true,
  reason: null,
  annotations: noAnnotations,
  summary: sample && { ...sample, id, ...more, game: { ...sample.game, sha256: of.repeat(4) } },
})
const entries = [
  entry('1', 'zork', { score: 45, maxScore: 350, locations: 12, startedAt: '2026-01-01' }),
  entry('2', 'zork', { score: 10, maxScore: 350, locations: 24, startedAt: '2026-01-02' }),
  entry('3', 'Maze', { score: null, locations: 0, startedAt: '2026-01-03' }),
  { ...entry('4', 'lamp', {}), summary: null },
]

const examineStory = vi.fn<HostApi['examineStory']>()
beforeEach(() => {
  examineStory.mockResolvedValue({
    support: { score: 'exact', moves: 'exact', room: 'inferred', player: 'none', ending: 'none', validActions: 'none' },
    maxScore: 100,
  })
  connectTo({ examineStory, readCover: async () => ({ dataUrl: 'data:image/png;base64,AA==' }) })
  useEpisodeList.setState({ stories, entries: new Map(entries.map((each) => [each.id, each])) })
})
afterEach(() => {
  cleanup()
  forgetHost()
  examineStory.mockReset()
  useEpisodeList.setState(useEpisodeList.getInitialState(), true)
})

const rows = () => within(screen.getByRole('list', { name: 'Stories' })).getAllByRole('listitem')
const titleIn = (row: HTMLElement) => within(row).getByRole('heading').textContent
const titles = () => rows().map(titleIn)

describe('the shelf', () => {
  it('shows title, author and facts of each story, without its hash', () => {
    render(<StoriesSheet onClose={() => {}} />)
    expect(rows().map((row) => [...row.querySelectorAll('h3, p')].map(({ textContent }) => textContent))).toEqual([
      ['A Lamp', 'An Interactive Test · by A. Writer · 2009', 'Not played yet'],
      ['Maze', '1 episode'],
      ['Zork I', '2 episodes · best score 45 of 350 · up to 24 rooms'],
    ])
    expect(screen.queryByText(/lamplamp/)).toBeNull()
    expect(examineStory).not.toHaveBeenCalled()
  })

  it('clears the reason of a failed addition when a story is dropped, even a known one', async () => {
    const openStory = () => Promise.reject(new Error('It is no story.'))
    const readCover = async () => ({ dataUrl: 'data:image/png;base64,AA==' })
    connectTo({ readCover, openStory, addStory: async () => story('zork') })
    render(<StoriesSheet onClose={() => {}} />)
    const path = screen.getByRole('textbox', { name: 'Path of a story file' })
    fireEvent.change(path, { target: { value: '/bad.z5' } })
    fireEvent.submit(path)
    expect(await screen.findByText('It is no story.')).toBeTruthy()
    const item = { webkitGetAsEntry: () => null, getAsFile: () => new File(['x'], 'zork.z5') }
    await act(() => openDropped({ items: [item] } as unknown as DataTransfer))
    expect(screen.queryByText('It is no story.')).toBeNull()
  })

  it('shows no refusal in the window that it has already shown', () => {
    useView.setState({ failure: 'x.z5 is no story.' })
    const onClose = vi.fn<() => void>()
    render(<StoriesSheet onClose={onClose} />)
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect([onClose.mock.calls.length, useView.getState().failure]).toEqual([1, null])
  })

  it('reports the last drop only, and no longer a removed story that was added again', async () => {
    const [zork, lamp, maze] = stories
    const drop = (name: string) => {
      const item = { webkitGetAsEntry: () => null, getAsFile: () => new File(['x'], name) }
      return act(() => openDropped({ items: [item] } as unknown as DataTransfer))
    }
    const readCover = async () => ({ dataUrl: 'data:image/png;base64,AA==' })
    const addStory: HostApi['addStory'] = async ({ fileName }) => (fileName === 'zork.z5' ? zork! : maze!)
    connectTo({ readCover, openStory: async () => lamp!, addStory, examineStory })
    useEpisodeList.setState({ removedStory: maze!, stories: [zork!, lamp!] })
    render(<StoriesSheet onClose={() => {}} />)
    expect(
      screen.getByText('“Maze” was removed from the library. Its episode stays, and can be continued.'),
    ).toBeDefined()
    const path = screen.getByRole('textbox', { name: 'Path of a story file' })
    fireEvent.change(path, { target: { value: '/lamp.z5' } })
    fireEvent.submit(path)
    await screen.findByText('“A Lamp” is already in the library.')
    await drop('zork.z5')
    expect(screen.queryByText(/A Lamp.* in the library/)).toBeNull()
    expect(screen.getByText('“Zork I” is already in the library.')).toBeDefined()
    await drop('maze.z5')
    act(() => useEpisodeList.setState({ stories }))
    expect(screen.getByText('“Maze” is in the library.')).toBeDefined()
    expect(
      rows()
        .filter((row) => row.hasAttribute('data-added'))
        .map(titleIn),
    ).toEqual(['Maze'])
    expect(screen.queryByText(/“Maze” was removed/)).toBeNull()
    cleanup()
    render(<StoriesSheet onClose={() => {}} />)
    expect(screen.queryByText(/in the library/)).toBeNull()
  })

  it('adds every valid story of a drop, and shows why another was refused', async () => {
    const [zork, lamp, maze] = stories
    const addStory: HostApi['addStory'] = async ({ fileName }) => {
      if (fileName === 'cut.z5') throw new Error('The file cut.z5 is truncated.')
      return fileName === 'zork.z5' ? zork! : maze!
    }
    connectTo({ addStory, readCover: async () => ({ dataUrl: 'data:image/png;base64,AA==' }) })
    useEpisodeList.setState({ stories: [zork!, lamp!] })
    render(<StoriesSheet onClose={() => {}} />)
    const items = ['zork.z5', 'cut.z5', 'maze.z5'].map((name) => ({
      webkitGetAsEntry: () => null,
      getAsFile: () => new File(['x'], name),
    }))
    await act(() => openDropped({ items } as unknown as DataTransfer))
    act(() => useEpisodeList.setState({ stories }))
    expect(screen.getByText('“Maze” is in the library. “Zork I” is already in the library.')).toBeDefined()
    expect(useView.getState().failure).toBe('The file cut.z5 is truncated.')
    useView.setState({ failure: null, dialog: null })
  })

  it('counts the stories of a drop while they are added, and Cancel keeps those already added', async () => {
    const [zork] = stories
    const waiting: ((story: Story) => void)[] = []
    const addStory = () => new Promise<Story>((resolve) => void waiting.push(resolve))
    connectTo({ addStory, readCover: async () => ({ dataUrl: 'data:image/png;base64,AA==' }) })
    useEpisodeList.setState({ stories: [zork!] })
    const items = Array.from({ length: 100 }, (_, index) => ({
      webkitGetAsEntry: () => null,
      getAsFile: () => new File(['x'], `${index}.z5`),
    }))
    const dropped = openDropped({ items } as unknown as DataTransfer)
    render(<StoriesSheet onClose={() => {}} />)
    expect(await screen.findByText('Adding story 1 of 100…')).toBeDefined()
    expect(useView.getState().dialog).toBe('stories')
    await vi.waitFor(() => expect(waiting).toHaveLength(1))
    await act(async () => waiting[0]?.(zork!))
    expect(await screen.findByText('Adding story 2 of 100…')).toBeDefined()
    await vi.waitFor(() => expect(waiting).toHaveLength(2))
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await act(async () => {
      waiting[1]?.(zork!)
      await dropped
    })
    expect(waiting).toHaveLength(2)
    expect(screen.queryByText(/^Adding/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Choose a file…' })).toBeDefined()
    useView.setState({ dialog: null })
  })

  it('adds the stories of a second drop after those of the first, and one that is chosen meanwhile after both', async () => {
    const [zork] = stories
    const waiting: ((story: Story) => void)[] = []
    connectTo({
      addStory: () => new Promise<Story>((resolve) => void waiting.push(resolve)),
      openStory: async () => zork!,
      readCover: async () => ({ dataUrl: 'data:image/png;base64,AA==' }),
    })
    useEpisodeList.setState({ stories: [zork!] })
    const drop = (total: number) =>
      openDropped({
        items: Array.from({ length: total }, (_, index) => ({
          webkitGetAsEntry: () => null,
          getAsFile: () => new File(['x'], `${index}.z5`),
        })),
      } as unknown as DataTransfer)
    const first = drop(2)
    render(<StoriesSheet onClose={() => {}} />)
    expect(await screen.findByText('Adding story 1 of 2…')).toBeDefined()
    const second = drop(3)
    fireEvent.change(screen.getByLabelText('Path of a story file'), { target: { value: '/a.z5' } })
    fireEvent.click(screen.getByRole('button', { name: 'Add' }))
    await act(async () => {})
    expect(screen.getByText('Adding story 1 of 2…')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await act(async () => {
      waiting[0]?.(zork!)
      await first
    })
    expect(await screen.findByText('Adding story 1 of 3…')).toBeDefined()
    await vi.waitFor(() => expect(waiting).toHaveLength(2))
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await act(async () => {
      waiting[1]?.(zork!)
      await second
    })
    await vi.waitFor(() => expect(screen.queryByText(/^Adding/)).toBeNull())
    useView.setState({ dialog: null })
  })

  it('examines a story, and shows its hash, only in the details', async () => {
    render(<StoriesSheet onClose={() => {}} />)
    const [row = expect.unreachable()] = rows()
    const details = within(row).getByRole<HTMLDetailsElement>('group')
    await act(async () => {
      details.open = true
      fireEvent(details, new Event('toggle'))
    })
    expect(row.textContent).toContain('Dark places.')
    expect(row.textContent).toContain('lamplamplamplamp')
    expect(row.textContent).toContain('Known facts: score, moves, and location.')
    expect(examineStory.mock.calls).toEqual([[{ id: 'lamp' }]])
  })

  it('shows a cover, and none if the browser cannot decode it', async () => {
    render(<StoriesSheet onClose={() => {}} />)
    const cover = await vi.waitFor(() => document.querySelector('img') ?? expect.unreachable('There is no cover.'))
    expect([cover.getAttribute('src'), cover.alt]).toEqual(['data:image/png;base64,AA==', ''])
    fireEvent.error(cover)
    expect(document.querySelector('img')).toBeNull()
  })

  it('is searched in titles, authors and files', () => {
    render(<StoriesSheet onClose={() => {}} />)
    const search = screen.getByRole('searchbox', { name: 'Search stories' })
    fireEvent.change(search, { target: { value: 'writer lamp' } })
    expect(titles()).toEqual(['A Lamp'])
    fireEvent.change(search, { target: { value: 'grue' } })
    expect(screen.getByText('No story matches “grue”.')).toBeDefined()
  })

  it('is sorted by title, by the last episode or by the number of episodes', () => {
    const order = (sort: Parameters<typeof arrangeStories>[2]['sort']) =>
      arrangeStories(stories, playedStories(entries), { search: '', sort }).map(({ id }) => id)
    expect(order('title')).toEqual(['lamp', 'Maze', 'zork'])
    expect(order('played')).toEqual(['Maze', 'zork', 'lamp'])
    expect(order('episodes')).toEqual(['zork', 'Maze', 'lamp'])
    render(<StoriesSheet onClose={() => {}} />)
    fireEvent.change(screen.getByLabelText('Sort stories'), { target: { value: 'episodes' } })
    expect(titles()).toEqual(['Zork I', 'Maze', 'A Lamp'])
  })
})

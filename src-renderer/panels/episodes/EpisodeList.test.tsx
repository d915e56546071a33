import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LibraryEntry } from '@shared/contract/library'
import { noAnnotations } from '@shared/episode/log/annotate'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { foldEvents } from '@shared/episode/state/sample-episode.testkit'
import { idOfVaried, variedEpisode } from '@shared/episode/state/varied-episodes.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { titleOf } from '../../session/episodes/entry-title'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { useSelection } from '../../session/episodes/selection-store'
import { useView } from '../../session/view/view-store'
import { EpisodeList } from './EpisodeList'

const entries = Array.from({ length: 9 }, (_, index): LibraryEntry => ({
  id: idOfVaried(index),
  running: index === 4,
  ...(index === 4 && { elsewhere: true }),
  readable: true,
  annotations: noAnnotations,
  reason: null,
  summary: summarizeEpisode(foldEvents(variedEpisode(index))),
}))

beforeEach(() => {
  // happy-dom has no layout, so the list needs a height.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  HTMLElement.prototype.showPopover = () => {}
  HTMLElement.prototype.hidePopover = () => {}
  useEpisodeList.getState().receive({ changed: entries, removed: [] })
  render(<EpisodeList entries={entries} />)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  useSelection.setState({ selected: new Set(), anchor: null })
  useEpisodeList.setState({ entries: new Map() })
  useView.setState({ dialog: null, targets: [] })
})

const link = (index: number) => screen.getAllByRole('link')[index]!
const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement!, { key, ...more })
const chosen = () =>
  screen
    .getAllByRole('row')
    .flatMap((row, index) => (row.getAttribute('aria-selected') === 'true' ? [index] : []))
    .join('')

describe('the list of episodes', () => {
  it('is a multi-select grid with one tab stop', () => {
    expect(screen.getByRole('grid', { name: 'Episodes' }).getAttribute('aria-multiselectable')).toBe('true')
    const stops = screen.getAllByRole('link').filter(({ tabIndex }) => tabIndex === 0)
    expect(stops).toEqual([link(0)])
  })

  it('scrolls to an episode that is opened, once it is listed', () => {
    cleanup()
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(100)
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(9 * 54)
    const scrollTo = vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation(() => {})
    const [last] = entries.slice(-1)
    const { rerender } = render(<EpisodeList entries={entries.slice(0, -1)} />)
    scrollTo.mockClear()
    act(() => useEpisode.setState({ id: last!.id }))
    expect(scrollTo).not.toHaveBeenCalled()
    rerender(<EpisodeList entries={entries} />)
    expect(scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 9 * 54 - 100 }))
    act(() => useEpisode.getState().close())
  })

  it.each([
    ['keeps the row of the open episode in sight when others are listed above it', 0, 224],
    ['does not follow the row of the open episode if the user scrolled away from it', 300, null],
  ])('%s', (_what, from, top) => {
    cleanup()
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(100)
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(9 * 54)
    const { rerender } = render(<EpisodeList entries={entries.slice(5)} />)
    act(() => useEpisode.setState({ id: entries[5]!.id }))
    const scrollTo = vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation(() => {})
    screen.getByRole('grid').scrollTop = from
    rerender(<EpisodeList entries={entries} />)
    if (top === null) expect(scrollTo).not.toHaveBeenCalled()
    else expect(scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top }))
    act(() => useEpisode.getState().close())
  })

  it('keeps the row of the open episode in sight when the list shrinks, unless the user scrolled away from it', () => {
    cleanup()
    const resized: ResizeObserverCallback[] = []
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: ResizeObserverCallback) {
          resized.push(callback)
        }
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    )
    const resizeTo = (height: number) => {
      vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height)
      vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(height)
      act(() => resized.forEach((callback) => callback([], null!)))
    }
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(9 * 54)
    resizeTo(6 * 54)
    render(<EpisodeList entries={entries} />)
    act(() => useEpisode.setState({ id: entries[5]!.id }))
    const scrollTo = vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation(() => {})
    resizeTo(5 * 54)
    expect(scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 54 }))
    scrollTo.mockClear()
    resizeTo(4 * 54)
    expect(scrollTo).not.toHaveBeenCalled()
    act(() => useEpisode.getState().close())
    vi.unstubAllGlobals()
  })

  it('selects by key: one, a range, all, none', () => {
    link(1).focus()
    press(' ')
    press('ArrowDown', { shiftKey: true })
    press('ArrowDown', { shiftKey: true })
    expect([chosen(), document.activeElement === link(3)]).toEqual(['123', true])
    press('ArrowUp', { shiftKey: true })
    press('ArrowUp')
    press(' ')
    expect(chosen()).toBe('2')
    press('End', { shiftKey: true })
    expect(chosen()).toBe('12345678')
    press('Escape')
    expect(chosen()).toBe('')
    press('a', { ctrlKey: true })
    expect(chosen()).toBe('012345678')
  })

  it('selects by pointer: Control adds, Shift extends, and a click on a box toggles', () => {
    fireEvent.click(link(5), { ctrlKey: true })
    fireEvent.click(link(2), { ctrlKey: true })
    expect(chosen()).toBe('25')
    fireEvent.click(link(4), { shiftKey: true })
    expect(chosen()).toBe('234')
    fireEvent.click(screen.getAllByRole('checkbox')[7]!)
    expect(chosen()).toBe('2347')
    fireEvent.click(screen.getAllByRole('checkbox')[1]!, { shiftKey: true })
    expect(chosen()).toBe('1234567')
  })

  it('selects no text if Shift is down', () => {
    const box = screen.getAllByRole('checkbox')[1]!
    const isDefault = [false, true].map((shiftKey) => fireEvent.mouseDown(box, { shiftKey }))
    expect(isDefault).toEqual([true, false])
  })

  it('gives the focus to the open episode, else to the last used row; to that row also if several are selected', () => {
    const entrance = () => document.querySelector('[data-first-stop]')
    act(() => link(5).focus())
    expect(entrance()).toBe(link(5))
    act(() => useEpisode.setState({ id: entries[2]!.id }))
    expect([entrance(), link(5).tabIndex]).toEqual([link(2), 0])
    press(' ')
    press('ArrowDown', { shiftKey: true })
    expect(entrance()).toBe(link(6))
    act(() => useEpisode.getState().close())
  })

  it('opens the menu of a row by button, key and context click', () => {
    link(2).focus()
    press('ArrowRight')
    expect(document.activeElement?.getAttribute('aria-haspopup')).toBe('menu')
    press('ArrowLeft')
    expect(document.activeElement).toBe(link(2))
    press('F10', { shiftKey: true })
    const labels = () => within(screen.getByRole('menu', { hidden: true })).getAllByRole('menuitem', { hidden: true })
    expect(labels().map(({ textContent }) => textContent)).toEqual([
      'OpenEnter',
      'SelectSpace',
      'Fork…',
      'Copy link',
      'Rename…F2',
      'Tags…#',
      'Compare with…',
      'Export…Ctrl+S',
      'Delete…Delete',
      'Select allCtrl+A',
    ])
    press('d')
    fireEvent.click(document.activeElement!)
    expect(useView.getState()).toMatchObject({ dialog: 'delete', targets: [entries[2]!.id] })
    fireEvent.contextMenu(link(4))
    expect(labels().find(({ textContent }) => textContent.startsWith('Delete'))?.title).toBe(
      'Another program plays the episode. Stop it there before you delete it.',
    )
  })

  it('uses the same titles in the table, without the room that has a column', () => {
    const titles = () =>
      screen.getAllByRole('link').map((row, index) => row.textContent.includes(titleOf(entries[index]!)))
    expect(titles()).toEqual(entries.map(() => true))
    cleanup()
    render(<EpisodeList entries={entries} isTable />)
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(
      entries.map((entry) => titleOf({ ...entry, summary: entry.summary && { ...entry.summary, furthest: null } })),
    )
  })

  it('opens an episode by a click anywhere in its row of the table, except on its buttons', () => {
    cleanup()
    render(<EpisodeList entries={entries} isTable />)
    const followed = vi.fn()
    for (const row of screen.getAllByRole('link')) row.addEventListener('click', followed)
    const cell = within(screen.getAllByRole('row')[3]!).getAllByRole('gridcell')[3]!
    fireEvent.click(cell, { ctrlKey: true })
    fireEvent.click(screen.getAllByRole('button', { name: /^Actions for/ })[2]!)
    fireEvent.click(screen.getAllByRole('checkbox')[2]!)
    expect(followed).not.toHaveBeenCalled()
    fireEvent.click(cell)
    expect(followed.mock.calls.map(([{ target }]) => target as unknown)).toEqual([link(2)])
  })

  it('shows the full text of a truncated column in a tooltip', () => {
    cleanup()
    render(<EpisodeList entries={entries} isTable />)
    const rooms = entries.flatMap(({ summary }) => summary?.furthest ?? [])
    expect(rooms.length).toBeGreaterThan(0)
    for (const room of rooms) expect(screen.getAllByTitle(room).length).toBeGreaterThan(0)
  })

  it('opens one menu for all selected episodes', () => {
    fireEvent.click(link(0), { ctrlKey: true })
    fireEvent.click(link(6), { ctrlKey: true })
    fireEvent.contextMenu(link(6))
    expect(screen.getByRole('menu', { hidden: true }).getAttribute('aria-label')).toBe('Actions for 2 episodes')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Tags…', hidden: true }))
    expect(useView.getState()).toMatchObject({ dialog: 'tag', targets: [entries[0]!.id, entries[6]!.id] })
    fireEvent.contextMenu(link(3))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Tags…', hidden: true }))
    expect(useView.getState().targets).toEqual([entries[3]!.id])
  })
})

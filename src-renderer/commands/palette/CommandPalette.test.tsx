import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LibraryEntry } from '@shared/contract/library'
import type { SettingsFile } from '@shared/contract/settings'
import { noAnnotations } from '@shared/episode/log/annotate'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { describeSettings } from '@shared/settings/describe-settings'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { turnOf } from '../../session/episode/playhead'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { useView } from '../../session/view/view-store'
import { CommandPalette } from './CommandPalette'

const settingsFile = { groups: describeSettings() } as unknown as SettingsFile
const events = sampleEpisode({ turns: 40 })
const state = foldEvents(events)
const summary = summarizeEpisode(state)
const episode = (id: string, title: string | null, model: string, seed: number): LibraryEntry => ({
  id,
  running: false,
  readable: true,
  reason: null,
  annotations: { ...noAnnotations, title },
  summary: summary && { ...summary, id, seed, player: { kind: 'llm', label: model, model } },
})

beforeEach(() => {
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events, live: true, warning: null })
  useEpisodeList.getState().receive({
    changed: [episode('a', 'The long walk', 'acme/tiny-1', 4711), episode('b', null, 'acme/huge-2', 8)],
    removed: [],
  })
  connectTo({ readSettings: () => Promise.resolve(settingsFile) })
})
afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  useEpisodeList.getState().receive({ changed: [], removed: ['a', 'b'] })
  forgetHost()
  useView.setState({ recentCommands: [], dialog: null, settingsAt: null, hidesAhead: false, theme: 'system' })
  location.hash = ''
})

const open = () => render(<CommandPalette onClose={() => {}} />)
const field = () => screen.getByRole('combobox')
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const press = (key: string) => fireEvent.keyDown(field(), { key })
const options = (group?: string) =>
  (group === undefined ? screen : within(screen.getByRole('group', { name: group })))
    .queryAllByRole('option')
    .map(({ textContent }) => textContent)
const chosen = () => screen.getByRole('option', { selected: true }).textContent
const turn = () => turnOf(useEpisode.getState().history, useEpisode.getState().playhead)

describe('the palette', () => {
  it('finds commands by synonyms, with their keys at the end of the row', () => {
    open()
    type('branch')
    expect(options('Commands').some((row) => row?.startsWith('Fork'))).toBe(true)
    type('sidebar')
    expect(options('Commands')).toContainEqual(expect.stringMatching(/^Show or hide episodes.*B$/))
    press('Enter')
    expect(useView.getState().recentCommands).toEqual(['toggleLibrary'])
  })

  it('offers a turn by its number', () => {
    for (const query of ['17', 'turn 17', '@17', 'Turn  17']) {
      open()
      type(query)
      expect(chosen()).toMatch(/^Turn 17/)
      press('Enter')
      expect(turn()).toBe(17)
      useEpisode.getState().movePlayhead('live')
      cleanup()
    }
    open()
    type('41')
    expect(screen.queryByRole('group', { name: 'Turn' })).toBeNull()
  })

  it('offers an event by the two numbers of its address', () => {
    open()
    type('17.2')
    expect(chosen()).toMatch(/^Turn 17, event 2/)
    press('Enter')
    expect(useEpisode.getState().playhead).toEqual({ turn: 17, event: 2 })
    type('17.999')
    expect(options()).toEqual([])
  })

  it('goes to the first visit of a room', () => {
    const [room] = Object.values(state.map.locations).toSorted((a, b) => b.firstTurn - a.firstTurn)
    open()
    type(room?.name ?? '')
    // Several rooms of a maze share a name.
    fireEvent.click(
      within(screen.getByRole('group', { name: 'Rooms' })).getByText(`first visited on turn ${room?.firstTurn}`),
    )
    expect(turn()).toBe(room?.firstTurn)
  })

  it('offers no later rooms and turns if they are hidden', () => {
    const [room] = Object.values(state.map.locations).toSorted((a, b) => b.firstTurn - a.firstTurn)
    useView.setState({ hidesAhead: true })
    useEpisode.getState().movePlayhead({ turn: (room?.firstTurn ?? 2) - 1, event: null })
    open()
    type(room?.name ?? '')
    expect(options().join()).not.toContain(`first visited on turn ${room?.firstTurn}`)
    type('40')
    expect(screen.queryByRole('group', { name: 'Turn' })).toBeNull()
  })

  it('opens episodes by title, model and seed', () => {
    open()
    for (const [query, row] of [
      ['long walk', /^The long walk/],
      ['tiny-1', /^The long walk/],
      ['8', /^huge-2/],
    ] as const) {
      type(query)
      expect(options('Episodes')[0]).toMatch(row)
    }
    type('walk')
    press('Enter')
    expect(location.hash).toBe('#/episode/a/trunk')
  })

  it('opens the settings at a setting, and at a page', async () => {
    open()
    type('tool call timeout')
    await waitFor(() => expect(options('Settings')[0]).toMatch(/^Tool call timeout/))
    press('Enter')
    expect(useView.getState()).toMatchObject({
      dialog: 'settings',
      settingsAt: { page: 'file', path: 'mcp.tool_call_timeout_seconds' },
    })
    type('text size')
    expect(options('Settings')[0]).toMatch(/^Appearance/)
  })

  it('shows recent commands first without a query, and limits the list', () => {
    useView.setState({ recentCommands: ['themeDark', 'gone', 'keys'] })
    open()
    expect(options('Recent').map((row) => row?.replace(/\?$/, ''))).toEqual(['Dark theme', 'Keyboard shortcuts'])
    expect(chosen()).toBe('Dark theme')
    expect(options().length).toBeLessThan(50)
    type('e')
    expect(options().length).toBeLessThan(50)
  })

  it('moves the selection with arrows, around the ends', () => {
    open()
    type('theme')
    const rows = options()
    press('ArrowUp')
    expect(chosen()).toBe(rows.at(-1))
    press('ArrowDown')
    press('ArrowDown')
    expect(chosen()).toBe(rows[1])
    expect(field().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
    type('dark theme')
    press('Enter')
    expect(useView.getState().theme).toBe('dark')
  })

  it('reports that nothing matches, and ignores Enter then', () => {
    open()
    type(`(.*${'x'.repeat(10_000)}`)
    expect(screen.getByRole('status').textContent).toBe('No matches.')
    press('Enter')
    press('ArrowDown')
    expect(options()).toEqual([])
  })
})

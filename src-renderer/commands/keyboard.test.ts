import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import { noAnnotations } from '@shared/episode/log/annotate'
import type { LoggedEvent } from '@shared/episode/log/event'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useNotice } from '../kit/text/notice-store'
import { openComparison, useComparison } from '../session/comparison/comparison-store'
import { connectTo, forgetHost } from '../session/connection/connection.testkit'
import { useEpisode } from '../session/episode/episode-store'
import { turnOf } from '../session/episode/playhead'
import { useEpisodeList } from '../session/episodes/episodes-store'
import { openExperiments, useExperiments } from '../session/experiments/experiments-store'
import { useFind } from '../session/find/find-store'
import { STORY_PRESETS, type StoryFilter } from '../session/view/story-filter'
import { useView } from '../session/view/view-store'
import { actionRows } from './actions'
import { listenToKeys } from './keyboard'
import { commandEntries } from './palette/entries'

let closing: AbortController
beforeEach(() => {
  closing = new AbortController()
  listenToKeys(closing.signal)
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: sampleEpisode({ turns: 20 }), live: true, warning: null })
})
afterEach(() => {
  closing.abort()
  document.body.replaceChildren()
  useEpisode.getState().close()
  useNotice.setState({ text: '' })
  useView.setState({ dialog: null, help: null, hasSingleKeys: true, inspectorTab: 'thoughts', requestIsRaw: false })
})

const press = (key: string, more: KeyboardEventInit = {}, target: EventTarget = document.body) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
const turn = () => {
  const { history, playhead } = useEpisode.getState()
  return turnOf(history, playhead)
}

describe('keys', () => {
  it('step by turn and go to both ends', () => {
    press('ArrowLeft')
    press('k')
    expect(turn()).toBe(18)
    press('j')
    expect(turn()).toBe(19)
    press('Home')
    expect(turn()).toBe(0)
    press('End')
    expect(useEpisode.getState().playhead).toBe('live')
  })

  it('open Help over a dialog, at the part about the dialog, and run no other command there', () => {
    useView.setState({ dialog: 'newEpisode' })
    press('Home')
    press('F1')
    expect(useView.getState().help).toEqual({ place: 'window#a-new-episode', startsInSearch: true })
    expect(useEpisode.getState().playhead).toBe('live')
    useView.setState({ help: { place: 'mind', startsInSearch: false }, dialog: null })
    press('F1')
    expect(useView.getState().help?.place).toBe('mind')
  })

  it('open Help at the panel with the focus', () => {
    const panel = document.createElement('section')
    panel.dataset.region = 'timeline'
    panel.tabIndex = -1
    document.body.append(panel)
    panel.focus()
    press('F1', {}, panel)
    expect(useView.getState().help?.place).toBe('window#timeline')
  })

  it('report that there is no problem to go to', () => {
    press('X')
    const last = turn()
    press('x')
    expect([turn(), useNotice.getState().text]).toEqual([last, 'No later problem.'])
    while ((press('X'), useNotice.getState().text !== 'No earlier problem.')) expect(turn()).toBeLessThan(last)
  })

  it('go to the first turn of an episode that is not read yet', () => {
    useEpisode.getState().open('other', 'live')
    press('Home')
    useEpisode.getState().receive({ events: sampleEpisode({ turns: 20 }), live: true, warning: null })
    expect(turn()).toBe(0)
  })

  it('skip events that the story filter hides', () => {
    const kindsIn = (storyFilter: StoryFilter) => {
      useView.setState({ storyFilter })
      useEpisode.getState().movePlayhead({ turn: 4, event: null })
      const kinds: string[] = []
      do {
        press('.')
        const { shown, history } = useEpisode.getState()
        kinds.push(history.events[shown.seq]?.event_type ?? '')
      } while (kinds.at(-1) !== 'turn_completed')
      useView.setState({ storyFilter: STORY_PRESETS.story })
      return [...new Set(kinds)]
    }
    expect(kindsIn(STORY_PRESETS.story)).toEqual(
      expect.arrayContaining([
        'llm_request',
        'llm_response',
        'mcp_tool_call',
        'mcp_tool_result',
        'action_chosen',
        'observation_made',
      ]),
    )
    expect(kindsIn(STORY_PRESETS.tools)).not.toContain('llm_response')
    expect(kindsIn(STORY_PRESETS.thinking)).toEqual(
      expect.arrayContaining(['llm_response', 'mcp_tool_call', 'action_chosen']),
    )
    expect(kindsIn(STORY_PRESETS.thinking)).not.toContain('mcp_tool_result')
    expect(kindsIn({ kinds: ['requests'], onlyProblems: false, onlyFalseBeliefs: false })).not.toContain(
      'mcp_tool_call',
    )
  })

  it('find the hint command in the palette, which explains why no hint can be given', () => {
    commandEntries()
      .find(({ id }) => id === 'giveHint')
      ?.run()
    expect(useNotice.getState().text).toBe('Only a running or paused episode takes hints. Resume or fork this one.')
  })

  it('r toggles between raw request and its parts', () => {
    const request = () => (({ inspectorTab, requestIsRaw }) => ({ inspectorTab, requestIsRaw }))(useView.getState())
    press('r')
    expect(request()).toEqual({ inspectorTab: 'request', requestIsRaw: true })
    press('r')
    expect(request()).toEqual({ inspectorTab: 'request', requestIsRaw: false })
    press('d')
    press('r')
    expect(request()).toEqual({ inspectorTab: 'request', requestIsRaw: true })
  })

  it('show the focus of a panel from the first key on', () => {
    const closing = new AbortController()
    document.documentElement.removeAttribute('data-keyboard')
    listenToKeys(closing.signal)
    expect(document.documentElement.hasAttribute('data-keyboard')).toBe(false)
    press('Shift')
    expect(document.documentElement.hasAttribute('data-keyboard')).toBe(true)
    closing.abort()
  })

  it('report why the last turn cannot be answered again', () => {
    const said = (change: (event: LoggedEvent) => LoggedEvent = (event) => event, turns = 20) => {
      useNotice.setState({ text: '' })
      useEpisode.getState().close()
      useEpisode.getState().open('sample', 'live')
      useEpisode.getState().receive({ events: sampleEpisode({ turns }).map(change), live: true, warning: null })
      press('a')
      return useNotice.getState().text
    }
    const begun =
      (more: object) =>
      (event: LoggedEvent): LoggedEvent =>
        event.event_type === 'episode_started' ? ({ ...event, ...more } as LoggedEvent) : event
    const player = sampleEpisode({ turns: 1 }).flatMap((event) =>
      event.event_type === 'episode_started' ? [event.player] : [],
    )[0]
    expect(said(begun({ player: { ...player, kind: 'explorer', profile: 'explorer' } }))).toBe(
      'This player would give the same answer again.',
    )
    expect(said(begun({ player: { ...player, kind: 'human' } }))).toBe('You play this episode yourself.')
    expect(said(undefined, 0)).toBe('There is no answer yet to discard.')
    useEpisode.getState().close()
    press('a')
    expect(useNotice.getState().text).toBe('No episode is open.')
  })

  it('report that an episode that has ended accepts no actions', () => {
    press('i')
    expect(useNotice.getState().text).toBe('This episode is not running. Resume it, or fork it.')
    useNotice.setState({ text: '' })
  })

  it('report that find and layouts are not available in a comparison', () => {
    const names = () => commandEntries().map(({ id }) => id)
    expect(names()).toEqual(expect.arrayContaining(['find', 'layoutMap']))
    openComparison({ a: 'one', b: 'other' })
    press('f', { ctrlKey: true })
    expect(useNotice.getState().text).toBe('Find searches one episode. Open episode A or B first.')
    expect(useFind.getState().isOpen).toBe(false)
    const { layout } = useView.getState()
    press('w')
    press('m')
    expect([useNotice.getState().text, useView.getState().layout]).toEqual([
      'Layouts arrange the panels of an episode. Open an episode first.',
      layout,
    ])
    expect(names().filter((id) => /^(find|search|nextHit|previousHit|layout)/.test(id))).toEqual([])
    useComparison.setState({ open: null })
  })

  it('leave an experiment with Escape, then the page of experiments, where layouts are not available', () => {
    openExperiments('arms')
    press('w')
    press('m')
    expect(useNotice.getState().text).toBe('Layouts arrange the panels of an episode. Open an episode first.')
    press('Escape')
    expect(useExperiments.getState().open).toEqual({ name: null, cameFrom: { episodeId: 'sample', playhead: 'live' } })
    press('Escape')
    expect([useExperiments.getState().open, useEpisode.getState().id]).toEqual([null, 'sample'])
  })

  it('support sequences of two keys', () => {
    press('g')
    expect(turn()).toBe(20)
    press('g')
    expect(turn()).toBe(0)
  })

  it('maximize the map over the library table too', () => {
    useView.setState({ libraryIsTable: true })
    press('M')
    expect(useView.getState()).toMatchObject({ libraryIsTable: false, maximised: 'map' })
    press('Escape')
    expect(useView.getState().maximised).toBeNull()
  })

  it('never reach the undo of the browser outside of a text field', () => {
    const field = document.body.appendChild(document.createElement('input'))
    const reachesBrowser = (target: EventTarget) => [
      press('z', { ctrlKey: true }, target),
      press('Z', { ctrlKey: true, shiftKey: true }, target),
    ]
    expect([reachesBrowser(document.body), reachesBrowser(field)]).toEqual([
      [false, false],
      [true, true],
    ])
    useView.setState({ dialog: 'stories' })
    expect(reachesBrowser(document.body)).toEqual([false, false])
  })

  it('maximize the inspector until another panel is opened', () => {
    press('I')
    expect(useView.getState()).toMatchObject({ maximised: 'inspector', inspectorIsShown: true })
    press('r')
    expect(useView.getState().maximised).toBe('inspector')
    press('M')
    expect(useView.getState().maximised).toBe('map')
    press('3', { ctrlKey: true })
    expect(useView.getState().maximised).toBeNull()
  })

  it('0 to 9 go to a share of the episode', () => {
    press('5')
    expect(turn()).toBe(10)
  })

  it('step by event with Shift', () => {
    press('Home')
    press('ArrowRight', { shiftKey: true })
    const { playhead } = useEpisode.getState()
    expect(playhead === 'live' ? null : playhead.event).not.toBeNull()
  })

  it('go to the map, then to its room with the tab stop', async () => {
    document.body.innerHTML =
      '<div data-region="map" tabindex="-1"><button data-location="1" tabindex="-1"></button><button data-location="2" tabindex="0"></button></div>'
    const map = document.querySelector('[data-region="map"]')
    press('2', { ctrlKey: true })
    await vi.waitFor(() => expect(document.activeElement).toBe(map))
    press('2', { ctrlKey: true })
    expect(document.activeElement).toBe(map?.lastElementChild)
  })

  it('search in the focused panel, else in the story, and Enter goes to the match', async () => {
    document.body.innerHTML =
      '<div data-region="library" tabindex="-1"><input data-search><a href="#" data-first-stop></a></div><div data-region="map" tabindex="-1"></div>'
    const [library, map] = [...document.querySelectorAll<HTMLElement>('[data-region]')]
    map?.focus()
    press('f', { ctrlKey: true })
    expect(useFind.getState().isOpen).toBe(true)
    press('Escape')
    expect(useFind.getState().isOpen).toBe(false)
    library?.focus()
    press('/')
    const search = library?.querySelector('input')
    expect(document.activeElement).toBe(search)
    press('Enter', {}, search ?? document.body)
    await vi.waitFor(() => expect(document.activeElement).toBe(library?.querySelector('a')))
  })

  it('pause, resume, step and stop, also from a text field and without single letters', async () => {
    const sent: string[] = []
    const controlEpisode: HostApi['controlEpisode'] = async ({ command }) => {
      sent.push(command)
      return {}
    }
    connectTo({ controlEpisode })
    useEpisodeList.getState().receive({
      changed: [
        { id: 'sample', running: true, readable: true, summary: null, annotations: noAnnotations, reason: null },
      ],
      removed: [],
    })
    const events = sampleEpisode({ turns: 20 }).slice(0, -1)
    const control = (mode: 'running' | 'paused', seq: number): LoggedEvent => ({
      seq,
      at: '2026-03-02T09:00:00.000Z',
      episode_id: 'sample',
      event_type: 'control_changed',
      mode,
      reason: '',
    })
    useEpisode.getState().close()
    useEpisode.getState().open('sample', 'live')
    useEpisode.getState().receive({ events, live: true, warning: null })
    useView.setState({ hasSingleKeys: false })
    const field = document.body.appendChild(document.createElement('input'))
    press('F8', {}, field)
    useEpisode.getState().receive({ events: [control('paused', events.length)], live: true, warning: null })
    press(' ')
    expect(useNotice.getState().text).toBe('The agent is paused. Press F8 to resume it.')
    for (const key of ['F8', 'F9', 'F10']) press(key, {}, field)
    press('s')
    press('F8', { shiftKey: true })
    await expect.poll(() => sent).toEqual(['pause', 'resume', 'step_iteration', 'step_turn', 'stop'])
    forgetHost()
    useEpisodeList.setState({ entries: new Map(), isRead: false })
  })

  it('do not resume an episode that has ended, because a key press meant to pause must not add turns', () => {
    const resumeEpisode = vi.fn<HostApi['resumeEpisode']>()
    connectTo({ resumeEpisode })
    const row = {
      id: 'sample',
      running: false,
      readable: true,
      summary: null,
      annotations: noAnnotations,
      reason: null,
    }
    useEpisodeList.getState().receive({ changed: [row], removed: [] })
    const said = (ended: 'turn_limit' | 'stopped' | 'won') => {
      useEpisode.getState().close()
      useEpisode.getState().open('sample', 'live')
      const events = sampleEpisode({ turns: 20 }).map((event) =>
        event.event_type === 'episode_ended' ? { ...event, ended } : event,
      )
      useEpisode.getState().receive({ events, live: true, warning: null })
      useNotice.setState({ text: '' })
      press('F8')
      return useNotice.getState().text
    }
    expect(said('turn_limit')).toMatch(
      /^This episode reached its limit of 20 turns\. Give it \d+ more turns with the button at its end\.$/,
    )
    expect(said('stopped')).toBe('This episode has ended. Resume it with the button above.')
    expect(said('won')).toBe('This episode is over.')
    expect(resumeEpisode).not.toHaveBeenCalled()
    forgetHost()
    useEpisodeList.setState({ entries: new Map(), isRead: false })
  })

  it('type in a text field, except chords', () => {
    const field = document.body.appendChild(document.createElement('input'))
    press('k', {}, field)
    press('5', {}, field)
    expect(turn()).toBe(20)
    press('k', { ctrlKey: true }, field)
    expect(useView.getState().dialog).toBe('palette')
  })

  it('work only as chords if single-letter shortcuts are off', () => {
    useView.setState({ hasSingleKeys: false })
    press('k')
    press('5')
    expect(turn()).toBe(20)
    press('ArrowLeft')
    expect(turn()).toBe(19)
    press('k', { ctrlKey: true })
    expect(useView.getState().dialog).toBe('palette')
  })

  it('leave Space to a focused button', () => {
    const button = document.body.appendChild(document.createElement('button'))
    expect(press(' ', {}, button)).toBe(true)
  })

  it('are ignored if a widget handled them', () => {
    const slider = document.body.appendChild(document.createElement('div'))
    slider.addEventListener('keydown', (event) => event.preventDefault())
    press('ArrowLeft', {}, slider)
    expect(turn()).toBe(20)
  })
})

it('no key has two commands, except pause and resume, undo, and those that a comparison reuses', () => {
  const isOfComparison = ([, { group }]: (typeof actionRows)[number]) => group === 'comparison'
  for (const rows of [actionRows.filter(isOfComparison), actionRows.filter((row) => !isOfComparison(row))]) {
    const keys = rows.flatMap(([id, { keys: own }]) => (id === 'resume' || id === 'undoMap' ? [] : own))
    expect(new Set(keys).size).toBe(keys.length)
  }
})

describe('Ctrl+Z after a deletion', () => {
  const restored: string[] = []
  beforeEach(() => {
    connectTo({
      restoreEpisode: async ({ episodeId }) => {
        restored.push(episodeId)
        return {}
      },
    })
    useEpisodeList.setState({ deleted: [{ id: 'gone', title: 'Gone' }] })
  })
  afterEach(() => {
    restored.length = 0
    useEpisodeList.setState({ deleted: [] })
    forgetHost()
  })

  it('restores the episode once', async () => {
    press('z', { ctrlKey: true })
    press('z', { ctrlKey: true })
    await vi.waitFor(() => expect(useEpisodeList.getState().deleted).toEqual([]))
    press('z', { ctrlKey: true })
    expect(restored).toEqual(['gone'])
  })

  it('is distinguished from redo, which restores nothing', () => {
    press('Z', { ctrlKey: true, shiftKey: true })
    expect(restored).toEqual([])
  })

  it('does not offer an episode again if it is no longer in the trash', async () => {
    connectTo({ restoreEpisode: () => Promise.reject(new ExpectedError('not_found', 'It is gone.')) })
    press('z', { ctrlKey: true })
    await vi.waitFor(() => expect(useView.getState().failure).toBe('It is gone.'))
    expect(useEpisodeList.getState().deleted).toEqual([])
    useView.setState({ failure: null })
  })

  it('offers it again after another failure', async () => {
    connectTo({ restoreEpisode: () => Promise.reject(new ExpectedError('cannot_write', 'The disk is full.')) })
    press('z', { ctrlKey: true })
    await vi.waitFor(() => expect(useView.getState().failure).toBe('The disk is full.'))
    expect(useEpisodeList.getState().deleted).toHaveLength(1)
    useView.setState({ failure: null })
  })

  it('does not offer an episode that another window restored', () => {
    const row = { id: 'gone', running: false, readable: true, summary: null, annotations: noAnnotations, reason: null }
    const { receive } = useEpisodeList.getState()
    receive({ changed: [], removed: ['gone'] })
    expect(useEpisodeList.getState().deleted).toHaveLength(1)
    receive({ changed: [row], removed: [] })
    expect(useEpisodeList.getState().deleted).toEqual([])
    receive({ changed: [], removed: ['gone'] })
  })

  it('is left to a text field', () => {
    const field = document.body.appendChild(document.createElement('input'))
    press('z', { ctrlKey: true }, field)
    expect(restored).toEqual([])
  })
})

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import type { StartMemory } from '@shared/contract/start'
import { noAnnotations } from '@shared/episode/log/annotate'
import type { LoggedEvent } from '@shared/episode/log/event'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { actions, isAvailable } from '../../commands/actions'
import { connectTo, forgetHost, loseHost } from '../../session/connection/connection.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { useStart } from '../../session/episodes/start-store'
import { sessionStrings } from '../../session/strings'
import { useView } from '../../session/view/view-store'
import { strings } from '../strings'
import { Controls } from './Controls'

const log = sampleEpisode({ turns: 3 })
const unended = log.slice(0, -1)
const paused: LoggedEvent = {
  seq: unended.length,
  at: '2026-03-02T09:00:00.000Z',
  episode_id: 'sample',
  event_type: 'control_changed',
  mode: 'paused',
  reason: 'Paused by the user',
}

function showEpisode(events: readonly LoggedEvent[], running: boolean, more: { readonly elsewhere?: true } = {}) {
  render(<Controls />)
  act(() => {
    useEpisode.getState().open('sample', 'live')
    useEpisode.getState().receive({ events, live: true, warning: null })
    useEpisodeList.getState().receive({
      changed: [
        { id: 'sample', running, readable: true, summary: null, annotations: noAnnotations, reason: null, ...more },
      ],
      removed: [],
    })
  })
}
beforeEach(() => connectTo())
afterEach(() => {
  cleanup()
  forgetHost()
  useEpisode.getState().close()
  useEpisodeList.setState({ entries: new Map(), isRead: false })
  useStart.setState({ memory: null })
  useView.setState({ playbackSpeed: null, playbackPace: 'even', playbackStopsAtMarkers: false })
})
const agentButtons = () =>
  screen
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))
    .filter((name) =>
      ['Start', 'Start new', 'Pause', 'Resume', 'Step turn', 'Step iteration', 'Stop'].includes(name ?? ''),
    )

describe('the controls', () => {
  it('offer only a start while no episode is open', () => {
    render(<Controls />)
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Start'])
  })

  it('name the last run in the tooltip of Start', () => {
    const last = { game: 'zork1', player: 'explorer' } as const
    useStart.setState({ memory: { last, defaults: last, usualModel: {} } as StartMemory })
    render(<Controls />)
    expect(screen.getByRole('button', { name: 'Start' }).title).toContain('like the last one: zork1, Explorer')
  })

  it('name the new episode in the tooltip beside an open one', () => {
    showEpisode(unended, false)
    expect(agentButtons()).toEqual(['Resume', 'Start new'])
    expect(screen.getByRole('button', { name: 'Start new' }).title).toBe(
      'Start a new episode like the last one: glass-weather, Explorer',
    )
  })

  it('have no playhead in an unreadable episode', () => {
    showEpisode([], false)
    expect(screen.getByRole('button', { name: 'Live' })).toBeDefined()
    act(() => useEpisode.getState().fail('Line 3 is not an event.'))
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Start new'])
  })

  it('of a running episode are pause, the steps and stop', () => {
    showEpisode(unended, true)
    expect(agentButtons()).toEqual(['Pause', 'Step turn', 'Step iteration', 'Stop'])
  })

  it('explain a step in the tooltip', () => {
    showEpisode(unended, true)
    const { title } = screen.getByRole('button', { name: 'Step iteration' })
    expect(title).toBe('Step iteration: one call of the model with the tools it asks for, then pause (F9)')
  })

  it('of a paused episode offer resume', () => {
    showEpisode([...unended, paused], true)
    expect(agentButtons()).toEqual(['Resume', 'Step turn', 'Step iteration', 'Stop'])
  })

  it('are disabled with a reason if another program plays the episode', () => {
    for (const events of [unended, [...unended, paused]]) {
      showEpisode(events, true, { elsewhere: true })
      expect(agentButtons()).toEqual(['Pause', 'Step turn', 'Step iteration', 'Stop'])
      for (const name of ['Pause', 'Step turn', 'Step iteration', 'Stop']) {
        const button = screen.getByRole('button', { name, description: /Another program plays this episode/ })
        expect([name, button.getAttribute('aria-disabled'), button.title]).toEqual([
          name,
          'true',
          strings.playedElsewhere,
        ])
      }
      expect(actions.pause.isAvailable?.()).toBe(false)
      cleanup()
      useEpisode.getState().close()
    }
  })

  it('are disabled with a reason while the host is lost', () => {
    const commands: string[] = []
    const api: Partial<HostApi> = {
      controlEpisode: async ({ command }) => {
        commands.push(command)
        return {}
      },
    }
    connectTo(api)
    showEpisode(unended, true)
    act(loseHost)
    for (const name of [...agentButtons(), 'Fork…']) {
      const button = screen.getByRole('button', { name: name ?? '', description: sessionStrings.hostIsAway })
      expect([name, button.getAttribute('aria-disabled')]).toEqual([name, 'true'])
      act(() => button.click())
    }
    expect(agentButtons()).toEqual(['Pause', 'Step turn', 'Step iteration', 'Stop'])
    expect([
      isAvailable(actions.pause),
      isAvailable(actions.rename),
      isAvailable(actions.newEpisode),
      isAvailable(actions.export),
    ]).toEqual([false, false, false, true])
    act(() => connectTo(api))
    act(() => screen.getByRole('button', { name: 'Pause' }).click())
    expect(commands).toEqual(['pause'])
  })

  it('offer to cancel a model call while pausing', () => {
    const pausing = (events: readonly LoggedEvent[]): readonly LoggedEvent[] => [
      ...events,
      { ...paused, seq: events.length, mode: 'pausing' } as LoggedEvent,
    ]
    showEpisode(pausing(log.slice(0, log.findLastIndex(({ event_type }) => event_type === 'llm_request') + 1)), true)
    expect(screen.getByRole('button', { name: 'Cancel call' })).toBeDefined()
    cleanup()
    useEpisode.getState().close()
    showEpisode(pausing(log.slice(0, log.findLastIndex(({ event_type }) => event_type === 'llm_response') + 1)), true)
    expect(screen.queryByRole('button', { name: 'Cancel call' })).toBeNull()
  })

  it('keep the pressed cancel button, disabled, until the pointer leaves it', () => {
    const commands: string[] = []
    connectTo({
      controlEpisode: async ({ command }) => {
        commands.push(command)
        return {}
      },
    })
    const asked = log.slice(0, log.findLastIndex(({ event_type }) => event_type === 'llm_request') + 1)
    const pausing = { ...paused, seq: asked.length, mode: 'pausing' } as LoggedEvent
    showEpisode([...asked, pausing], true)
    const cancel = () => screen.getByRole('button', { name: 'Cancel call' })
    fireEvent.click(cancel())
    const events = [{ ...paused, seq: asked.length + 1 }]
    act(() => useEpisode.getState().receive({ events, live: true, warning: null }))
    expect(cancel().getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(cancel())
    expect([commands, agentButtons()]).toEqual([['cancel_call'], ['Resume', 'Stop']])
    fireEvent.pointerLeave(cancel().parentElement ?? cancel())
    expect(agentButtons()).toEqual(['Resume', 'Step turn', 'Step iteration', 'Stop'])
  })

  it('of an interrupted episode are resume and a new start, and the end card has the primary button', () => {
    showEpisode(unended, false)
    expect(agentButtons()).toEqual(['Resume', 'Start new'])
    const isPrimary = (name: string) => screen.getByRole('button', { name }).className.includes('primary')
    expect([isPrimary('Resume'), isPrimary('Start new')]).toEqual([false, false])
  })

  it('of an interrupted episode lead to its last turn, not to Live', () => {
    showEpisode(unended, false)
    expect(screen.queryByRole('button', { name: 'Live' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Last turn' })).toBeDefined()
  })

  it('of an episode at its turn limit show how many turns Resume adds, without a key', () => {
    showEpisode(log, false)
    const button = screen.getByRole('button', { name: 'Give it 3 more turns' })
    expect([button.title, button.textContent]).toEqual(['Give it 3 more turns', '3 more turns'])
    expect(screen.getByRole('button', { name: 'Start new' }).className).not.toContain('primary')
  })

  it('move the playhead without touching the agent', () => {
    showEpisode(unended, true)
    expect(screen.getByRole('button', { name: 'Live', pressed: true })).toBeDefined()
    act(() => screen.getByRole('button', { name: 'Previous turn' }).click())
    expect(screen.getByRole('button', { name: 'Live', pressed: false })).toBeDefined()
    expect(agentButtons()).toContain('Pause')
  })

  it('of an episode that has ended lead to its last turn, not to Live', () => {
    showEpisode(log, false)
    expect(screen.queryByRole('button', { name: 'Live' })).toBeNull()
    const toEnd = screen.getByRole('button', { name: 'Last turn' })
    expect(toEnd.getAttribute('aria-disabled')).toBe('true')
    act(() => screen.getByRole('button', { name: 'First turn' }).click())
    act(() => toEnd.click())
    expect(useEpisode.getState().playhead).toBe('live')
  })

  it('do not take the focus on a click', () => {
    showEpisode(unended, true)
    expect(fireEvent.mouseDown(screen.getByRole('button', { name: 'Live' })), 'the focus does not move').toBe(false)
    expect(fireEvent.mouseDown(screen.getByRole('switch', { name: 'Stop at every marker' })), 'a choice is made').toBe(
      true,
    )
  })

  it('keep the focus when one button replaces another', () => {
    showEpisode(unended, true)
    screen.getByRole('button', { name: 'Pause' }).focus()
    act(() => useEpisode.getState().receive({ events: [paused], live: true, warning: null }))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Resume')
    screen.getByRole('button', { name: 'Stop' }).focus()
    act(() =>
      useEpisodeList.getState().receive({
        changed: [
          { id: 'sample', running: false, readable: true, summary: null, annotations: noAnnotations, reason: null },
        ],
        removed: [],
      }),
    )
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Start new')
  })

  it('show and change the playback settings', () => {
    showEpisode(log, false)
    fireEvent.click(screen.getByRole('button', { name: 'Recorded pace, at most 2 s' }))
    fireEvent.click(screen.getByRole('button', { name: '8×' }))
    fireEvent.click(screen.getByRole('switch', { name: 'Stop at every marker' }))
    expect(screen.getByRole('button', { name: 'Playback: 8×, recorded pace, at most 2 s' }).textContent).toBe('8×')
    expect(useView.getState()).toMatchObject({
      playbackSpeed: 8,
      playbackPace: 'recorded',
      playbackStopsAtMarkers: true,
    })
  })
})

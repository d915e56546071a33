import type { HostApi } from '@shared/contract/contract'
import { noAnnotations } from '@shared/episode/log/annotate'
import type { LoggedEvent } from '@shared/episode/log/event'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectTo, forgetHost, loseHost } from '../session/connection/connection.testkit'
import { useEpisode } from '../session/episode/episode-store'
import { useLibrary } from '../session/episodes/library-store'
import { useView } from '../session/view/view-store'
import { actions, isAvailable } from '../commands/actions'
import { Controls } from './Controls'
import { sessionStrings } from '../session/strings'
import { strings } from './strings'

const log = sampleEpisode({ turns: 3 })
const unended = log.slice(0, -1)
const paused: LoggedEvent = {
  seq: unended.length,
  at: '2026-03-02T09:00:00.000Z',
  episode_id: 'sample',
  event_type: 'control_changed',
  mode: 'paused',
  reason: 'Paused by you',
}

function showEpisode(events: readonly LoggedEvent[], running: boolean, more: { readonly elsewhere?: true } = {}) {
  render(<Controls />)
  act(() => {
    useEpisode.getState().open('sample', 'live')
    useEpisode.getState().receive({ events, live: true, warning: null })
    useLibrary.getState().receive({
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
  useLibrary.setState({ entries: new Map(), isRead: false })
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

  it('say beside an episode that another one is started, and which', () => {
    showEpisode(log, false)
    expect(agentButtons()).toEqual(['Resume', 'Start new'])
    expect(screen.getByRole('button', { name: 'Start new' }).title).toBe(
      'Start a new episode, as the last time: glass-weather, Explorer',
    )
  })

  it('move nothing in an episode of which nothing can be read', () => {
    showEpisode([], false)
    expect(screen.getByRole('button', { name: 'Live' })).toBeDefined()
    act(() => useEpisode.getState().fail('Line 3 is not an event.'))
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Start new'])
  })

  it('of a running episode are pause, the steps and stop', () => {
    showEpisode(unended, true)
    expect(agentButtons()).toEqual(['Pause', 'Step turn', 'Step iteration', 'Stop'])
  })

  it('tell in their tooltips what a step is', () => {
    showEpisode(unended, true)
    const { title } = screen.getByRole('button', { name: 'Step iteration' })
    expect(title).toBe('Step iteration: one call of the model with the tools it asks for, then pause')
  })

  it('of a paused one resume instead', () => {
    showEpisode([...unended, paused], true)
    expect(agentButtons()).toEqual(['Resume', 'Step turn', 'Step iteration', 'Stop'])
  })

  it('of one that another program plays are there, cannot be used, and say why', () => {
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

  it('of one whose host is lost keep their place, do nothing and say why, until it is back', () => {
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

  it('while it pauses, and only while the model is being asked, offer to cancel the call', () => {
    const pausing = (events: readonly LoggedEvent[]): readonly LoggedEvent[] => [
      ...events,
      { ...paused, seq: events.length, mode: 'pausing' } as LoggedEvent,
    ]
    showEpisode(pausing(log.slice(0, log.findLastIndex(({ event_type }) => event_type === 'llm_request') + 1)), true)
    expect(screen.getByRole('button', { name: 'Cancel the call' })).toBeDefined()
    cleanup()
    useEpisode.getState().close()
    showEpisode(pausing(log.slice(0, log.findLastIndex(({ event_type }) => event_type === 'llm_response') + 1)), true)
    expect(screen.queryByRole('button', { name: 'Cancel the call' })).toBeNull()
  })

  it('of one that was interrupted or reached its limit are resume and a new start', () => {
    showEpisode(log, false)
    expect(agentButtons()).toEqual(['Resume', 'Start new'])
  })

  it('move the playhead without touching the agent', () => {
    showEpisode(unended, true)
    expect(screen.getByRole('button', { name: 'Live', pressed: true })).toBeDefined()
    act(() => screen.getByRole('button', { name: 'Previous turn' }).click())
    expect(screen.getByRole('button', { name: 'Live', pressed: false })).toBeDefined()
    expect(agentButtons()).toContain('Pause')
  })

  it('leave the keyboard where it was when they are clicked', () => {
    showEpisode(unended, true)
    expect(fireEvent.mouseDown(screen.getByRole('button', { name: 'Live' })), 'the focus does not move').toBe(false)
    expect(fireEvent.mouseDown(screen.getByRole('switch', { name: 'Stop at every marker' })), 'a choice is made').toBe(
      true,
    )
  })

  it('keep the keyboard where it was when one takes the place of another', () => {
    showEpisode(unended, true)
    screen.getByRole('button', { name: 'Pause' }).focus()
    act(() => useEpisode.getState().receive({ events: [paused], live: true, warning: null }))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Resume')
    screen.getByRole('button', { name: 'Stop' }).focus()
    act(() =>
      useLibrary.getState().receive({
        changed: [
          { id: 'sample', running: false, readable: true, summary: null, annotations: noAnnotations, reason: null },
        ],
        removed: [],
      }),
    )
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Start new')
  })

  it('say how a playback goes, and change it', () => {
    showEpisode(log, false)
    fireEvent.click(screen.getByRole('button', { name: 'As it happened, 2 s at most' }))
    fireEvent.click(screen.getByRole('button', { name: '8×' }))
    fireEvent.click(screen.getByRole('switch', { name: 'Stop at every marker' }))
    expect(screen.getByRole('button', { name: 'Playback: 8×, as it happened, 2 s at most' }).textContent).toBe('8×')
    expect(useView.getState()).toMatchObject({
      playbackSpeed: 8,
      playbackPace: 'recorded',
      playbackStopsAtMarkers: true,
    })
  })
})

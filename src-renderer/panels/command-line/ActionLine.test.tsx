import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import { noAnnotations } from '@shared/episode/log/annotate'
import type { LoggedEvent } from '@shared/episode/log/event'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { connectTo, forgetHost, loseHost } from '../../session/connection/connection.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { ActionLine } from './ActionLine'

const sample = sampleEpisode({ turns: 3 }).map((event): LoggedEvent =>
  event.event_type === 'episode_started' ? { ...event, player: { ...event.player, kind: 'human' } } : event,
)
const lastStart = sample.findLastIndex(({ event_type }) => event_type === 'turn_started')
const waiting = sample.slice(0, lastStart + 1)

afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  useEpisodeList.setState({ entries: new Map(), isRead: false })
  forgetHost()
})

function showLine(submitAction: HostApi['submitAction'], events = waiting) {
  connectTo({ submitAction, readVocabulary: async () => ({ words: [], commands: [], verbs: [] }) })
  render(<ActionLine />)
  act(() => {
    useEpisode.getState().open('sample', 'live')
    useEpisode.getState().receive({ events, live: true, warning: null })
    useEpisodeList.getState().receive({
      changed: [
        { id: 'sample', running: true, readable: true, summary: null, annotations: noAnnotations, reason: null },
      ],
      removed: [],
    })
  })
  const line = screen.getByRole<HTMLInputElement>('textbox', { name: 'Your action' })
  const send = (action: string) => {
    fireEvent.change(line, { target: { value: action } })
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  }
  return { line, send }
}

describe('an action that is sent', () => {
  it('clears the line', async () => {
    const sent: string[] = []
    const { line, send } = showLine(async ({ action }) => {
      sent.push(action)
      return {}
    })
    await act(async () => send('open mailbox'))
    expect([sent, line.value, screen.queryByRole('alert')]).toEqual([['open mailbox'], '', null])
  })

  it('returns to the line with the reason if the host refuses it', async () => {
    const { line, send } = showLine(() =>
      Promise.reject(new ExpectedError('not_possible', 'The episode is not waiting.')),
    )
    await act(async () => send('open mailbox'))
    expect([line.value, screen.getByRole('alert').textContent]).toEqual([
      'open mailbox',
      '“open mailbox” was not accepted: The episode is not waiting.',
    ])
  })

  it('returns to the line if the host is lost', async () => {
    let refuse: (reason: Error) => void = () => {}
    const { line, send } = showLine(
      () =>
        new Promise((_resolve, reject) => {
          refuse = reject
        }),
    )
    send('open mailbox')
    act(loseHost)
    await act(async () => refuse(new ExpectedError('disconnected', 'The connection to the host is gone.')))
    expect([line.value, screen.getByRole('alert').textContent]).toEqual([
      'open mailbox',
      expect.stringContaining('The host cannot be reached.'),
    ])
  })

  it('cannot be typed while the host is disconnected, and the line says so', () => {
    const { line } = showLine(async () => ({}))
    fireEvent.change(line, { target: { value: 'open mail' } })
    act(loseHost)
    expect([line.readOnly, line.value, line.placeholder]).toEqual([
      true,
      'open mail',
      'Not possible while disconnected',
    ])
    expect(screen.getByText('The host is disconnected. Available again once it is back.')).toBeTruthy()
    expect(screen.queryByText('Tab completes, ↑ and ↓ recall.')).toBeNull()
  })

  it('stays in the line until the game awaits an action, and is sent once', async () => {
    const sent: string[] = []
    const { line, send } = showLine(
      async ({ action }) => {
        sent.push(action)
        return {}
      },
      sample.slice(0, lastStart),
    )
    send('open mailbox')
    expect([sent, line.value]).toEqual([[], 'open mailbox'])
    expect(screen.getAllByText(/^Sent as soon as the game waits for it/)).toHaveLength(2)
    await act(async () =>
      useEpisode.getState().receive({ events: sample.slice(lastStart, lastStart + 1), live: true, warning: null }),
    )
    expect([sent, line.value]).toEqual([['open mailbox'], ''])
  })

  it('is for the turn that the window shows, which another window may have played meanwhile', async () => {
    const turns: unknown[] = []
    const { send } = showLine(async ({ turn }) => {
      turns.push(turn)
      return {}
    })
    await act(async () => send('open mailbox'))
    expect(turns).toEqual([3])
  })

  it('is withdrawn if the user changes it before the game awaits an action', async () => {
    const sent: string[] = []
    const { line, send } = showLine(
      async ({ action }) => {
        sent.push(action)
        return {}
      },
      sample.slice(0, lastStart),
    )
    send('open mailbox')
    fireEvent.change(line, { target: { value: 'open mail' } })
    await act(async () =>
      useEpisode.getState().receive({ events: sample.slice(lastStart, lastStart + 1), live: true, warning: null }),
    )
    expect([sent, line.value, screen.queryAllByText(/^Sent as soon/)]).toEqual([[], 'open mail', []])
  })

  it('does not replace text typed meanwhile', async () => {
    let refuse: (reason: Error) => void = () => {}
    const { line, send } = showLine(
      () =>
        new Promise((_resolve, reject) => {
          refuse = reject
        }),
    )
    send('open mailbox')
    fireEvent.change(line, { target: { value: 'look' } })
    await act(async () => refuse(new ExpectedError('not_possible', 'The episode is not waiting.')))
    expect([line.value, screen.getByRole('alert').textContent]).toEqual([
      'look',
      expect.stringContaining('open mailbox'),
    ])
  })
})

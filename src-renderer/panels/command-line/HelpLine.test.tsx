import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import type { LibraryEntry } from '@shared/contract/library'
import { noAnnotations } from '@shared/episode/log/annotate'
import type { LoggedEvent } from '@shared/episode/log/event'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { actions, isAvailable } from '../../commands/actions'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { ActionLine } from './ActionLine'

const sample = sampleEpisode({ turns: 3 }).filter(({ event_type }) => event_type !== 'episode_ended')
const playedBy = (kind: 'llm' | 'explorer', profile: string | null): readonly LoggedEvent[] =>
  sample.map((event) =>
    event.event_type === 'episode_started' ? { ...event, player: { ...event.player, kind, profile } } : event,
  )

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw))
})
afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  useEpisodeList.setState({ entries: new Map(), isRead: false })
  forgetHost()
  vi.unstubAllGlobals()
})

/** Shows a running agent's episode of three turns; returns the commands that the host receives. */
function showLine(api: Partial<HostApi> = {}, events = playedBy('llm', 'openrouter')) {
  const asked: unknown[] = []
  const record = (name: string) => async (params: unknown) => {
    asked.push([name, params])
    return {}
  }
  connectTo({
    submitAction: record('submitAction'),
    giveHint: record('giveHint'),
    withdrawHint: record('withdrawHint'),
    controlEpisode: record('controlEpisode'),
    forkEpisode: async (params) => {
      asked.push(['forkEpisode', params])
      return { episodeId: 'fork' }
    },
    readVocabulary: async () => ({ words: [], commands: [], verbs: [] }),
    ...api,
  })
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
  return asked
}
const line = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Your action for turn 4' })
const typeIn = (text: string) => fireEvent.change(line(), { target: { value: text } })
const receive = (...bodies: readonly object[]) =>
  act(() => {
    const { seq } = useEpisode.getState().history.latest
    const events = bodies.map(
      (body, index) => ({ seq: seq + 1 + index, at: sample[0]?.at, episode_id: 'sample', ...body }) as LoggedEvent,
    )
    useEpisode.getState().receive({ events, live: true, warning: null })
  })

describe('under an agent’s episode', () => {
  it('Enter plays the text as the next action, whichever turn the agent has reached', async () => {
    const asked = showLine()
    typeIn('open\u0007 mailbox ')
    await act(async () => fireEvent.submit(line()))
    expect(asked).toEqual([['submitAction', { episodeId: 'sample', action: 'open  mailbox', turn: undefined }]])
    expect(line().value).toBe('')
  })

  it('Enter plays the text in a paused episode as the action of the turn that is shown', async () => {
    const asked = showLine()
    receive({ event_type: 'control_changed', mode: 'paused', reason: 'Paused by the user' })
    typeIn('wait')
    await act(async () => fireEvent.submit(line()))
    expect(asked).toEqual([['submitAction', { episodeId: 'sample', action: 'wait', turn: 4 }]])
  })

  it('Ctrl+Enter suggests the text, and the line shows pending suggestions', async () => {
    const asked = showLine()
    typeIn('Try the cellar.')
    await act(async () => fireEvent.keyDown(line(), { key: 'Enter', ctrlKey: true }))
    expect(asked).toEqual([['giveHint', { episodeId: 'sample', text: 'Try the cellar.' }]])
    receive({ event_type: 'hint_given', turn: 4, text: 'Try the cellar.' })
    expect(screen.getByRole('status').textContent).toContain('Suggested for turn 4: “Try the cellar.”')
  })

  it('withdraws a suggestion that the player has not read', async () => {
    const asked = showLine()
    receive({ event_type: 'hint_given', turn: 4, text: 'Try the cellar.' })
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Take back' })))
    expect(asked).toEqual([['withdrawHint', { episodeId: 'sample', turn: 4, text: 'Try the cellar.' }]])
    receive({ event_type: 'hint_withdrawn', turn: 4, text: 'Try the cellar.' })
    expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull()
    expect(line().value, 'to be changed').toBe('Try the cellar.')
  })

  it('a withdrawn suggestion replaces no text that was typed since', async () => {
    showLine()
    receive({ event_type: 'hint_given', turn: 4, text: 'Try the cellar.' })
    typeIn('look')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Take back' })))
    expect(line().value).toBe('look')
  })

  it('a player that is not a model gets no hints and cannot answer again', async () => {
    const asked = showLine({}, playedBy('explorer', 'explorer'))
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Play'])
    typeIn('look')
    await act(async () => fireEvent.keyDown(line(), { key: 'Enter', ctrlKey: true }))
    expect([asked, isAvailable(actions.answerAgain)]).toEqual([[], false])
    expect(screen.getByRole('alert').textContent).toBe('This player cannot read suggestions. Enter plays the action.')
  })

  it('a refused action returns to the line with the reason', async () => {
    showLine({
      submitAction: () =>
        Promise.reject(new ExpectedError('not_possible', 'The action of turn 4 was played meanwhile.')),
    })
    typeIn('look')
    await act(async () => fireEvent.submit(line()))
    expect([line().value, screen.getByRole('alert').textContent]).toEqual([
      'look',
      '“look” was not accepted: The action of turn 4 was played meanwhile.',
    ])
  })

  it('in the past it offers to go to the end, and the draft stays', async () => {
    showLine()
    typeIn('open mail')
    act(() => useEpisode.getState().movePlayhead({ turn: 1, event: null }))
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByText(/^Viewing turn 1\. Go to the end to enter the action for turn 4,/)).toBeTruthy()
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)[0]).toBe('Go to the end')
    await act(async () => {
      void actions.commandLine.run()
      await new Promise((resolve) => setTimeout(resolve))
    })
    await vi.waitFor(() => expect(document.activeElement).toBe(line()))
    expect(line().value).toBe('open mail')
  })

  it('a running agent answers again in a fork; a second press does nothing', async () => {
    const asked = showLine()
    await act(async () => {
      await Promise.all([actions.answerAgain.run(), actions.answerAgain.run()])
    })
    expect(asked).toEqual([
      ['controlEpisode', { episodeId: 'sample', command: 'cancel_call' }],
      ['forkEpisode', expect.objectContaining({ episodeId: 'sample', turn: 2, answersAgain: true, paused: false })],
    ])
    expect(useEpisode.getState().id).toBe('fork')
  })

  it('a paused agent answers that one turn again', async () => {
    const asked = showLine()
    const repeat = { id: 'r', summary: { forkedFrom: { episodeId: 'sample', turn: 2, answer: 2 } } } as LibraryEntry
    useEpisodeList.setState(({ entries }) => ({ entries: new Map([...entries, ['r', repeat]]) }))
    receive({ event_type: 'control_changed', mode: 'paused', reason: 'Paused by the user' })
    await act(async () => {
      await actions.answerAgain.run()
    })
    expect(asked).toEqual([
      ['forkEpisode', expect.objectContaining({ turn: 2, paused: true, answer: 3 })],
      ['controlEpisode', { episodeId: 'fork', command: 'step_turn' }],
    ])
  })
})

import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noAnnotations } from '@shared/episode/log/annotate'
import type { LoggedEvent } from '@shared/episode/log/event'
import { judgementsOf } from '@shared/episode/projections/judgement'
import { plainObservation, plainTurn } from '@shared/episode/state/plain-turn.testkit'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { Dialogs } from '../../../app/Dialogs'
import { connectTo, forgetHost } from '../../../session/connection/connection.testkit'
import { useEpisode } from '../../../session/episode/episode-store'
import { useEpisodeList } from '../../../session/episodes/episodes-store'
import { setView, useView } from '../../../session/view/view-store'
import { EndCard } from './EndCard'

const short = sampleEpisode({ turns: 5 })

function showEnd(ended: 'won' | 'turn_limit', log = short): void {
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({
    events: log.map((event) => (event.event_type === 'episode_ended' ? { ...event, ended } : event)),
    live: true,
    warning: null,
  })
  render(
    <>
      <EndCard state={useEpisode.getState().shown} />
      <Dialogs />
    </>,
  )
}

/** Lists the sample as resumable; returns the requests to resume it. */
function listToResume(): unknown[] {
  const requests: unknown[] = []
  connectTo({
    resumeEpisode: async (params) => {
      requests.push(params)
      return {}
    },
  })
  useEpisodeList.getState().receive({
    changed: [
      { id: 'sample', running: false, readable: true, summary: null, annotations: noAnnotations, reason: null },
    ],
    removed: [],
  })
  return requests
}

beforeEach(() => connectTo({}))
afterEach(() => {
  cleanup()
  forgetHost()
  setView({ dialog: null })
  useEpisode.getState().close()
})

it.each([
  ['after the last turn of an episode that can continue', 'turn_limit', 5],
  ['before the last turn of a finished story', 'won', 4],
] as const)('leads to a fork %s', async (_what, ended, turn) => {
  showEnd(ended)
  act(() => screen.getByRole('button', { name: 'Fork…' }).click())
  expect((await screen.findByRole<HTMLInputElement>('spinbutton', { name: /^Turn, /, hidden: true })).value).toBe(
    `${turn}`,
  )
})

it('counts only the turns of a part', () => {
  const cut = { from_turn: 2, to_turn: 5, turns: 25 }
  const part = short
    .filter(({ event_type: type }) => type !== 'episode_ended')
    .map((event) => (event.event_type === 'episode_started' ? { ...event, cut } : event))
  showEnd('turn_limit', part)
  expect(screen.getByText(/^Score .* · 4 turns$/)).toBeTruthy()
  const counted = within(screen.getByRole('group', { name: 'Turns by result' })).queryAllByRole('button')
  const inPart = judgementsOf(useEpisode.getState().shown)
    .slice(1)
    .filter((each) => each !== null)
  expect(counted.reduce((sum, { textContent }) => sum + Number.parseInt(textContent, 10), 0)).toBe(inPart.length)
})

it('gives an episode at its turn limit as many turns again', async () => {
  const resumed = listToResume()
  showEnd('won')
  expect(screen.queryByRole('button', { name: /more turns/ })).toBeNull()
  cleanup()
  useEpisode.getState().close()
  showEnd('turn_limit')
  const first = useEpisode.getState().shown.manifest?.turn_limit ?? 100
  act(() => screen.getByRole('button', { name: `Give it ${first} more turns` }).click())
  await vi.waitFor(() => expect(resumed).toMatchObject([{ episodeId: 'sample', turnLimit: 5 + first }]))
})

it('resumes an interrupted episode', async () => {
  const resumed = listToResume()
  showEnd(
    'won',
    short.filter(({ event_type: type }) => type !== 'episode_ended'),
  )
  act(() => screen.getByRole('button', { name: 'Resume after turn 5' }).click())
  await vi.waitFor(() => expect(resumed).toMatchObject([{ episodeId: 'sample' }]))
})

it('links to the settings of a server that failed to start, and offers another attempt', async () => {
  const resumed = listToResume()
  const begun = short.slice(0, short.findIndex(({ event_type }) => event_type === 'turn_started') + 1)
  const end = { at: begun[0]?.at ?? '', episode_id: 'sample' }
  const failed = { event_type: 'mcp_server_failed', turn: 1, server_name: 'tides', error: 'It is gone.', attempt: 1 }
  const events = [
    ...begun,
    { ...end, seq: begun.length, ...failed, will_retry: false } as LoggedEvent,
    {
      ...end,
      seq: begun.length + 1,
      event_type: 'episode_ended',
      ended: 'error',
      reason: 'Its `env` is gone.',
    } as LoggedEvent,
  ]
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events, live: true, warning: null })
  render(<EndCard state={useEpisode.getState().shown} />)
  expect(screen.queryByRole('heading', { name: 'What cost it most' })).toBeNull()
  expect(screen.queryByRole('group', { name: 'Turns by result' })).toBeNull()
  expect(screen.getByText('env', { selector: 'code' })).toBeTruthy()
  act(() => screen.getByRole('button', { name: 'Edit server tides' }).click())
  expect(useView.getState().mcpServer).toEqual({ name: 'tides', tab: 'form' })
  act(() => screen.getByRole('button', { name: 'Try again' }).click())
  await vi.waitFor(() => expect(resumed).toMatchObject([{ episodeId: 'sample' }]))
})

it('counts the turns by result, and each count cycles through its turns', () => {
  showEnd('turn_limit')
  const counts = within(screen.getByRole('group', { name: 'Turns by result' })).getAllByRole('button')
  const found = counts.find(({ textContent }) => textContent?.endsWith('with a discovery'))
  const judged = judgementsOf(useEpisode.getState().shown)
  const turns = judged.flatMap((each, index) => (each === 'found' ? [index + 1] : []))
  expect(found?.textContent).toBe(`${turns.length} with a discovery`)
  const seen = [...turns, turns[0]].map(() => {
    act(() => found?.click())
    return useEpisode.getState().playhead
  })
  expect(seen).toEqual([...turns, turns[0]].map((turn) => ({ turn, event: null })))
})

it('lists untried exits separately from lessons that cost something', () => {
  showEnd('turn_limit')
  cleanup()
  const opening = plainObservation('Field\nA path leads north and down.')
  const turns = [plainTurn(1, 'wait', plainObservation('Time passes.', { moves: 1 }))]
  render(<EndCard state={{ ...useEpisode.getState().shown, opening, turns }} />)
  expect(screen.queryByRole('heading', { name: 'What cost it most' })).toBeNull()
  const list = screen.getByRole('heading', { name: 'Not tried' }).nextElementSibling
  expect(list?.textContent).toBe('Field: north, down')
})

it('shows the best turns of a win', () => {
  showEnd('won', sampleEpisode({ turns: 80 }))
  expect(screen.getByRole('heading').textContent).toBe('Story won')
  expect(screen.queryByText(/reached/)).toBeNull()
  expect(screen.getAllByRole('button', { name: /^Turn \d+, .+, score \+\d+$/ }).length).toBeGreaterThan(0)
})

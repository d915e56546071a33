import { MIND_TURNS, mindEpisode } from '@shared/episode/state/mind-episode.testkit'
import { noAnnotations } from '@shared/episode/log/annotate'
import { latestObservation } from '@shared/episode/state/episode'
import { ExpectedError } from '@shared/base/expected-error'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { useLibrary } from '../../session/episodes/library-store'
import { useView } from '../../session/view/view-store'
import { MindTab } from './MindTab'

const openAt = (turn: number) => {
  useEpisode.getState().open('mind', { turn, event: null })
  useEpisode.getState().receive({ events: mindEpisode(), live: true, warning: null })
  return render(<MindTab />)
}
const rowOf = (text: string | RegExp) => screen.getByText(text).closest('li') as HTMLElement

beforeEach(() => useEpisode.getState().close())
afterEach(() => {
  cleanup()
  useEpisode.getState().close()
})

describe('the mind', () => {
  it('says what will appear while there is nothing of it', () => {
    openAt(1)
    expect(screen.getByText(/^What the player remembers/)).toBeDefined()
  })

  it('shows what stands at the playhead, and not what is closed later', () => {
    openAt(MIND_TURNS.firstNote + 1)
    expect(screen.getByText('The brass lantern lies here.').tagName).toBe('P')
    expect(screen.queryByText(/closed note/)).toBeNull()
    expect(within(rowOf('North leads to the cellar.')).getByText('Written again in')).toBeDefined()
    expect(screen.getByText('Score five points')).toBeDefined()
  })

  it('says of a note that it is contradicted, since when it is stale, and what is so', () => {
    openAt(MIND_TURNS.contradicted)
    const row = rowOf('The brass lantern lies here.')
    expect(row.querySelector('del')).not.toBeNull()
    expect(row.textContent).toContain('Contradicted by what was seen inT6')
    expect(row.textContent).toContain('StalesinceT4(carried by nobody)as ofT5')
  })

  it('closes notes and objectives in words of their own', () => {
    openAt(25)
    const said = (text: string | RegExp) => rowOf(text).textContent
    expect(said('North leads to the cellar.')).toContain('Replaced inT7')
    expect(said('The dust makes the air bad.')).toContain('No room for it sinceT19')
    expect(said(/^The sound of a pump/)).toContain('Taken back inT21')
    expect(said('Score five points')).toContain('Done, as said inT7')
    expect(said(/^Come back to/)).toContain('Met, by the facts ofT20')
    expect(said(/^Look for a way/)).toContain('Given up inT22')
    expect(said('North is a wall: the cellar lies east.')).toContain('Right')
  })

  it('names who wrote what: the player, a helper or a person', () => {
    openAt(MIND_TURNS.byPerson)
    expect(rowOf(/^A person says/).textContent).toContain('Person · note')
    expect(rowOf(/^The sound of a pump/).textContent).toContain('Reflector · puzzle')
  })

  it('says which helper is asked no more, since when and why', () => {
    openAt(MIND_TURNS.moreStuck + 1)
    const line = screen.getByText('Critic: not asked any more since').parentElement
    expect(line?.textContent).toMatch(/T13 It did not answer three times in a row\.$/)
  })

  it('has what the reflector made of the turns before last, and what it would try', () => {
    openAt(MIND_TURNS.moreStuck + 1)
    expect(rowOf('It looks for light in lit rooms.').textContent).toContain('Reflector · to try: go down')
  })

  it('leads to a turn from its chip', () => {
    openAt(10)
    fireEvent.click(within(rowOf('Score five points')).getByRole('button', { name: 'T7, Turn 7' }))
    expect(useEpisode.getState().playhead).toEqual({ turn: 7, event: null })
  })

  it('says how stuck the player is, by what, and nothing once it gets on', () => {
    openAt(MIND_TURNS.moreStuck)
    const line = screen.getByRole('region', { name: 'How the player gets on' })
    expect(line.textContent).toBe('Stuck, level 2sinceT9is refused, walks in a circleT6T8T9T10T12')
    cleanup()
    useEpisode.getState().close()
    openAt(MIND_TURNS.free)
    expect(screen.queryByRole('region', { name: 'How the player gets on' })).toBeNull()
  })
})

describe('what a person does to the mind of a player that plays on', () => {
  const goesOn = mindEpisode().filter(({ event_type }) => event_type !== 'episode_ended')

  function play(playhead: Parameters<ReturnType<typeof useEpisode.getState>['open']>[1] = 'live', refusal?: string) {
    const asked: unknown[] = []
    const keep = (name: string) => async (params: unknown) => {
      if (refusal !== undefined) throw new ExpectedError('not_possible', refusal)
      asked.push([name, params])
      return {}
    }
    connectTo({
      writeNote: keep('writeNote'),
      closeNote: keep('closeNote'),
      setObjective: keep('setObjective'),
      closeObjective: keep('closeObjective'),
    })
    useEpisode.getState().open('mind', playhead)
    useEpisode.getState().receive({ events: goesOn, live: true, warning: null })
    useLibrary.getState().receive({
      changed: [{ id: 'mind', running: true, readable: true, summary: null, annotations: noAnnotations, reason: null }],
      removed: [],
    })
    render(<MindTab />)
    return asked
  }
  const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
  const type = (text: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value: text } })
  const enter = () => act(async () => void fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' }))

  afterEach(() => {
    useLibrary.setState({ entries: new Map(), isRead: false })
    useView.setState(useView.getInitialState(), true)
    forgetHost()
  })

  it('writes a note about the room, or about none, and sets an objective', async () => {
    const asked = play()
    const plain = { kind: 'other', subject: '', value: '', lasts: 'episode' }
    const here = latestObservation(useEpisode.getState().shown)?.location
    await press('Note for the player')
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
    type(' It is dark below. ')
    await enter()
    expect(screen.queryByRole('textbox')).toBeNull()
    await press('Note for the player')
    fireEvent.click(screen.getByRole('checkbox', { name: `About ${here?.name}` }))
    type('Oil burns.')
    await press('Save')
    await press('Objective for the player')
    type('Find the pump')
    await enter()
    expect(asked).toEqual([
      ['writeNote', { episodeId: 'mind', place: here?.id, note: { ...plain, text: 'It is dark below.' } }],
      ['writeNote', { episodeId: 'mind', place: null, note: { ...plain, text: 'Oil burns.' } }],
      ['setObjective', { episodeId: 'mind', text: 'Find the pump' }],
    ])
  })

  it('puts a note in other words, takes it back, and closes an objective', async () => {
    const asked = play()
    await press(/^Edit: North is a wall/)
    type('North is solid rock.')
    await enter()
    await press(/^Take back: Oil and lantern/)
    await press(/^Close: Carry the oil/)
    expect(asked).toMatchObject([
      ['writeNote', { supersedes: 'n3', note: { kind: 'exit', subject: 'north', text: 'North is solid rock.' } }],
      ['closeNote', { episodeId: 'mind', id: 'n7' }],
      ['closeObjective', { episodeId: 'mind', id: 'o4' }],
    ])
  })

  it('keeps what was typed and says why it was refused', async () => {
    play('live', 'This player takes no notes.')
    await press('Note for the player')
    type('Oil burns.')
    await enter()
    expect(screen.getByRole('alert').textContent).toBe('This player takes no notes.')
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'Oil burns.')
  })

  it('is offered at the end alone: what was remembered in the past is not changed', () => {
    play({ turn: 20, event: null })
    expect(screen.queryByRole('button', { name: /player$|^Edit|^Take back|^Close/ })).toBeNull()
  })
})

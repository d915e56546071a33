import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import { noAnnotations } from '@shared/episode/log/annotate'
import { latestObservation } from '@shared/episode/state/episode'
import { MIND_TURNS, mindEpisode } from '@shared/episode/state/mind-episode.testkit'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
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
  it('explains itself while empty', () => {
    openAt(1)
    expect(screen.getByText(/^Notes and objectives of the player/)).toBeDefined()
  })

  it('shows the entries open at the playhead', () => {
    openAt(MIND_TURNS.firstNote + 1)
    expect(screen.getByText('The brass lantern lies here.').tagName).toBe('P')
    expect(screen.queryByText(/closed note/)).toBeNull()
    expect(within(rowOf('North leads to the cellar.')).getByText('Confirmed in')).toBeDefined()
    expect(screen.getByText('Score five points')).toBeDefined()
  })

  it('shows a contradicted note with its verdict and the truth', () => {
    openAt(MIND_TURNS.contradicted)
    const row = rowOf('The brass lantern lies here.')
    expect(row.querySelector('del')).not.toBeNull()
    expect(row.textContent).toContain('Contradicted inT6')
    expect(row.textContent).toContain('StalesinceT4(carried by nobody)as ofT5')
  })

  it('says how notes and objectives were closed', () => {
    openAt(25)
    const said = (text: string | RegExp) => rowOf(text).textContent
    expect(said('North leads to the cellar.')).toContain('Replaced inT7')
    expect(said('The dust makes the air bad.')).toContain('Dropped for space inT19')
    expect(said(/^The sound of a pump/)).toContain('Retracted inT21')
    expect(said('Score five points')).toContain('Marked done inT7')
    expect(said(/^Come back to/)).toContain('Met inT20')
    expect(said(/^Look for a way/)).toContain('Abandoned inT22')
    expect(said('North is a wall: the cellar lies east.')).toContain('Right')
  })

  it('names the author of an entry', () => {
    openAt(MIND_TURNS.byPerson)
    expect(rowOf(/^A person says/).textContent).toContain('Person · note')
    expect(rowOf(/^The sound of a pump/).textContent).toContain('Reflector · puzzle')
  })

  it('shows which helper is disabled, since when and why', () => {
    openAt(MIND_TURNS.moreStuck + 1)
    const line = screen.getByText('Critic disabled since').parentElement
    expect(line?.textContent).toMatch(/T13 It did not answer three times in a row\.$/)
  })

  it('shows the latest reflection', () => {
    openAt(MIND_TURNS.moreStuck + 1)
    expect(rowOf('It looks for light in lit rooms.').textContent).toContain('Reflector · to try: go down')
  })

  it('goes to a turn from its chip', () => {
    openAt(10)
    fireEvent.click(within(rowOf('Score five points')).getByRole('button', { name: 'T7, Turn 7' }))
    expect(useEpisode.getState().playhead).toEqual({ turn: 7, event: null })
  })

  it('shows the stuck level with its signals, and nothing once progress is made', () => {
    openAt(MIND_TURNS.moreStuck)
    const line = screen.getByRole('region', { name: 'Progress of the player' })
    expect(line.textContent).toBe('Stuck, level 2sinceT9commands are rejected, walks in circlesT6T8T9T10T12')
    cleanup()
    useEpisode.getState().close()
    openAt(MIND_TURNS.free)
    expect(screen.queryByRole('region', { name: 'Progress of the player' })).toBeNull()
  })
})

describe('editing the mind of a running player', () => {
  const unfinished = mindEpisode().filter(({ event_type }) => event_type !== 'episode_ended')

  function play(playhead: Parameters<ReturnType<typeof useEpisode.getState>['open']>[1] = 'live', refusal?: string) {
    const asked: unknown[] = []
    const record = (name: string) => async (params: unknown) => {
      if (refusal !== undefined) throw new ExpectedError('not_possible', refusal)
      asked.push([name, params])
      return {}
    }
    connectTo({
      writeNote: record('writeNote'),
      closeNote: record('closeNote'),
      setObjective: record('setObjective'),
      closeObjective: record('closeObjective'),
    })
    useEpisode.getState().open('mind', playhead)
    useEpisode.getState().receive({ events: unfinished, live: true, warning: null })
    useEpisodeList.getState().receive({
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
    useEpisodeList.setState({ entries: new Map(), isRead: false })
    useView.setState(useView.getInitialState(), true)
    forgetHost()
  })

  it('writes a note about the room or about none, and sets an objective', async () => {
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

  it('edits and retracts a note, and closes an objective', async () => {
    const asked = play()
    await press(/^Edit: North is a wall/)
    type('North is solid rock.')
    await enter()
    await press(/^Retract: Oil and lantern/)
    await press(/^Close: Carry the oil/)
    expect(asked).toMatchObject([
      ['writeNote', { supersedes: 'n3', note: { kind: 'exit', subject: 'north', text: 'North is solid rock.' } }],
      ['closeNote', { episodeId: 'mind', id: 'n7' }],
      ['closeObjective', { episodeId: 'mind', id: 'o4' }],
    ])
  })

  it('keeps refused text and shows the reason', async () => {
    play('live', 'This player takes no notes.')
    await press('Note for the player')
    type('Oil burns.')
    await enter()
    expect(screen.getByRole('alert').textContent).toBe('This player takes no notes.')
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'Oil burns.')
  })

  it('is possible only at the live end', () => {
    play({ turn: 20, event: null })
    expect(screen.queryByRole('button', { name: /player$|^Edit|^Take back|^Close/ })).toBeNull()
  })
})

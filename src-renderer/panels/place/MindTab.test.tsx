import { MIND_TURNS, mindEpisode } from '@shared/episode/mind-episode.testkit'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useEpisode } from '../../session/episode/episode-store'
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

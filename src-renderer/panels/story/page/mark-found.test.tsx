import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { finderOf, FIND_FIELDS, type TextPlace } from '@shared/episode/search/find'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { Prose } from '../../../kit/text/Prose'
import { TurnArticle } from '../turn/TurnArticle'
import { markFound, MAX_HIGHLIGHTS, placeHere, placesFound } from './mark-found'

afterEach(cleanup)

const turn = foldEvents(sampleEpisode({ turns: 1 })).turns[0]
if (!turn?.observation || !turn.action) throw new Error('The sample has a turn.')
const litTurn = {
  ...turn,
  action: { ...turn.action, action: 'light LAMP' },
  observation: { ...turn.observation, text: 'The lamp is on. It is a brass\nlamp.\n\nIt is 1 of 3.' },
}
const page = () => render(<TurnArticle turn={litTurn} before={null} />).container
const finder = (text: string) => {
  const made = finderOf({ text, fields: FIND_FIELDS, matchesCase: false, isWholeWord: false })
  if (made === null) throw new Error('There is something to look for.')
  return made
}
const marked = (text: string) => placesFound(page(), finder(text)).map((place) => place.toString())

describe('marks of hits', () => {
  it('cover command and text, ignoring case, or one field', () => {
    expect(marked('lamp')).toEqual(['LAMP', 'lamp', 'lamp'])
    expect(marked('text:lamp brass')).toEqual(['lamp', 'brass', 'lamp'])
    expect(marked('action:lamp')).toEqual(['LAMP'])
  })

  it('span lines but not paragraphs', () => {
    expect(marked('brass lamp')).toEqual(['brass\nlamp'])
    expect(marked('lamp.It')).toEqual([])
  })

  it('are limited in number', () => {
    const { container } = render(
      Array.from({ length: 12 }, (_, index) => (
        <p key={index} data-field="text">
          {'e'.repeat(1000)}
        </p>
      )),
    )
    expect(placesFound(container, finder('e'))).toHaveLength(MAX_HIGHLIGHTS)
  })

  it('are only in searched fields', () => {
    expect(marked('1')).toEqual(['1'])
    expect(marked('score>0 error: tool:think')).toEqual([])
  })

  it('span inline markup', () => {
    const { container } = render(
      <div data-field="thought">
        <Prose text="Take the **brass lamp** first." />
      </div>,
    )
    expect(placesFound(container, finder('the brass lamp first')).map(String)).toEqual(['the brass lamp first'])
  })

  it('distinguish the current hit, or the last shown one of its part', () => {
    const here = (place: TextPlace) => placeHere(page(), finder('lamp'), { turn: 1, place })
    expect(here({ field: 'action', part: '', nth: 0 })?.toString()).toBe('LAMP')
    const [first, last] = [0, 7].map((nth) => here({ field: 'text', part: '', nth }))
    expect([first?.startOffset, last?.startOffset]).toEqual([4, 30])
    expect(here({ field: 'call', part: 'no-such-call', nth: 0 })).toBeNull()
    expect(here({ field: null, part: '', nth: 0 })).toBeNull()
  })

  it('change nothing in a browser without highlights', () => {
    const shown = page()
    const before = shown.innerHTML
    markFound(shown, finder('lamp'), null, () => {})()
    expect(shown.innerHTML).toBe(before)
  })
})

import { finderOf, FIND_FIELDS, type Place } from '@shared/episode/search/find'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Prose } from '../../kit/text/Prose'
import { markFound, MOST_MARKED, placeHere, placesFound } from './mark-found'
import { TurnArticle } from './TurnArticle'

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

describe('marks of what is found', () => {
  it('stand in command and text, in any case, and for a field in that field', () => {
    expect(marked('lamp')).toEqual(['LAMP', 'lamp', 'lamp'])
    expect(marked('text:lamp brass')).toEqual(['lamp', 'brass', 'lamp'])
    expect(marked('action:lamp')).toEqual(['LAMP'])
  })

  it('go over the end of a line and not over that of a paragraph', () => {
    expect(marked('brass lamp')).toEqual(['brass\nlamp'])
    expect(marked('lamp.It')).toEqual([])
  })

  it('are no more than a browser can take at once', () => {
    const { container } = render(
      Array.from({ length: 12 }, (_, index) => (
        <p key={index} data-field="text">
          {'e'.repeat(1000)}
        </p>
      )),
    )
    expect(placesFound(container, finder('e'))).toHaveLength(MOST_MARKED)
  })

  it('stand nowhere that was not searched: neither on the number of the turn nor on what a search says of scores', () => {
    expect(marked('1')).toEqual(['1'])
    expect(marked('score>0 error: tool:think')).toEqual([])
  })

  it('go through words that are set otherwise', () => {
    const { container } = render(
      <div data-field="thought">
        <Prose text="Take the **brass lamp** first." />
      </div>,
    )
    expect(placesFound(container, finder('the brass lamp first')).map(String)).toEqual(['the brass lamp first'])
  })

  it('tell the place that the reader stepped to from the others, or the last of its part where not all are shown', () => {
    const here = (place: Place) => placeHere(page(), finder('lamp'), { turn: 1, place })
    expect(here({ field: 'action', part: '', nth: 0 })?.toString()).toBe('LAMP')
    const [first, last] = [0, 7].map((nth) => here({ field: 'text', part: '', nth }))
    expect([first?.startOffset, last?.startOffset]).toEqual([4, 30])
    expect(here({ field: 'call', part: 'no-such-call', nth: 0 })).toBeNull()
    expect(here({ field: null, part: '', nth: 0 })).toBeNull()
  })

  it('leave the page as it is where the browser cannot mark', () => {
    const shown = page()
    const before = shown.innerHTML
    markFound(shown, finder('lamp'), null, () => {})()
    expect(shown.innerHTML).toBe(before)
  })
})

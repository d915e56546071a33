import { foldEvents, sampleEpisode } from '@shared/episode/sample-episode.testkit'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { markFound, placesFound } from './mark-found'
import { TurnArticle } from './TurnArticle'

afterEach(cleanup)

const turn = foldEvents(sampleEpisode({ turns: 1 })).turns[0]
if (!turn?.observation || !turn.action) throw new Error('The sample has a turn.')
const litTurn = {
  ...turn,
  action: { ...turn.action, action: 'light LAMP' },
  observation: { ...turn.observation, text: 'The lamp is on. It is a brass lamp.\n\nIt is 1 of 3.' },
}
const page = () => render(<TurnArticle turn={litTurn} before={null} />).container
const marked = (search: string) => placesFound(page(), search).map((place) => place.toString())

it('marks plain words in command and text, in any case, and those of a field in that field', () => {
  expect(marked('lamp')).toEqual(['LAMP', 'lamp', 'lamp'])
  expect(marked('text:lamp brass')).toEqual(['lamp', 'lamp', 'brass'])
  expect(marked('"brass lamp"')).toEqual(['brass lamp'])
})

it('marks nothing that was not searched: neither the number of the turn nor what the search says of scores', () => {
  expect(marked('1')).toEqual(['1'])
  expect(marked('score>0 error: tool:think')).toEqual([])
})

it('leaves the page as it is where the browser cannot mark', () => {
  const shown = page()
  const before = shown.innerHTML
  markFound(shown, 'lamp')()
  expect(shown.innerHTML).toBe(before)
})

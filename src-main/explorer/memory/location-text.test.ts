import { describe, expect, it } from 'vitest'
import { descriptionOf, readNouns, readTitle, readWays } from './location-text'

describe('ways in a description', () => {
  it.each([
    ['A passage leads to the west and a stair goes up.', ['west', 'up']],
    ['The path runs north-south here.', ['north', 'south']],
    ['Paths lead north-east and southwest.', ['northeast', 'southwest']],
    ['You stand west of a house.', []],
    ['You face the north side of a barn.', []],
    ['A ladder descends into the earth.', ['down']],
  ])('%s', (text, ways) => {
    expect([...readWays(text).open]).toEqual(ways)
  })

  it('a closed way is doubtful, a way into the dark is gloomy', () => {
    expect([...readWays('The door to the east is nailed shut.').doubtful]).toEqual(['east'])
    expect([...readWays('A dark stair leads down.').gloomy]).toEqual(['down'])
  })
})

describe('nouns', () => {
  it('are the nouns of the lexicon', () => {
    expect(readNouns('A rug covers the floor before a window.')).toEqual(['rug', 'floor', 'window'])
  })

  it('have adjectives only if these distinguish two things', () => {
    expect(readNouns('There is an oak door and an iron door.')).toEqual(['oak door', 'iron door'])
    expect(readNouns('There is an oak door.')).toEqual(['door'])
  })

  it('are left out after "no", and if their things are always closed', () => {
    expect(readNouns('There is no door here. The windows are boarded.')).toEqual([])
  })
})

it('the description begins after the name of the location', () => {
  expect(descriptionOf('The gate creaks.\n\nHall (by the fire)\nA bare hall.', 'Hall')).toBe('A bare hall.')
})

it('without a state block, the heading names the location', () => {
  expect(readTitle('You go in.\n\nGreat Hall\nA bare hall.')).toBe('Great Hall')
})

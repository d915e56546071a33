import { describe, expect, it } from 'vitest'
import { descriptionOf, readNouns, readTitle, readWays } from './location-text'

describe('ways that a description mentions', () => {
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

  it('a way that is shut off is doubtful, a way into the dark is gloomy', () => {
    expect([...readWays('The door to the east is nailed shut.').doubtful]).toEqual(['east'])
    expect([...readWays('A dark stair leads down.').gloomy]).toEqual(['down'])
  })
})

describe('nouns', () => {
  it('are those that the lexicon knows something to do with', () => {
    expect(readNouns('A rug covers the floor before a window.')).toEqual(['rug', 'floor', 'window'])
  })

  it('keep their adjectives only where these tell two things apart', () => {
    expect(readNouns('There is an oak door and an iron door.')).toEqual(['oak door', 'iron door'])
    expect(readNouns('There is an oak door.')).toEqual(['door'])
  })

  it('are left out where there are none, or where they are shut for good', () => {
    expect(readNouns('There is no door here. The windows are boarded.')).toEqual([])
  })
})

it('the description begins after the name of the location', () => {
  expect(descriptionOf('The gate creaks.\n\nHall (by the fire)\nA bare hall.', 'Hall')).toBe('A bare hall.')
})

it('a heading is found where no state block tells the location', () => {
  expect(readTitle('You go in.\n\nGreat Hall\nA bare hall.')).toBe('Great Hall')
})

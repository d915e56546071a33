import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mirrorCommand, mirrorSurvey, mirrorText } from './mirror'

describe('a mirrored text', () => {
  it.each([
    ['You are west of a white house. EAST is the Forest.', 'You are east of a white house. WEST is the Forest.'],
    [
      'A northwesterly wind; the South-Eastern tower; eastward, westbound.',
      'A northeasterly wind; the South-Western tower; westward, eastbound.',
    ],
    ['Exits: N, NE, E, SW (or w).', 'Exits: N, NW, W, SE (or e).'],
    ["The east door's handle, an east-west passage", "The west door's handle, an west-east passage"],
  ])('has east for west: %s', (text, mirrored) => expect(mirrorText(text)).toBe(mirrored))

  it.each([
    'Mr. Eastwood of Westminster feasts with the beast in the Midwest at Easter.',
    'Lamps, e.g. brass ones, i.e. yours, are not cursed per se.',
    "We sew; he's new. Turn left, the right way. North and south stay.",
  ])('leaves other words and names alone: %s', (text) => expect(mirrorText(text)).toBe(text))
})

describe('a mirrored command', () => {
  it.each([
    ['e', 'w'],
    ['E. E. TAKE LAMP. NW', 'W. W. TAKE LAMP. NE'],
    ['go northe then sw', 'go northw then se'],
    ['open west window with e.g. key', 'open east window with w.g. key'],
    ['look up "east" in book', 'look up "west" in book'],
    ['put sword in west', 'put sword in east'],
  ])('has east for west in each of its parts: %s', (command, mirrored) => expect(mirrorCommand(command)).toBe(mirrored))

  it.each(['open sewer', "examine w's hat", 'new', 'wear vest', 'ask easton', 'look', 'x'])(
    '%s is not changed',
    (command) => expect(mirrorCommand(command)).toBe(command),
  )
})

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      ..."east West EAST eAsT northeast southwe north- South e w E W ne nW per se . .. - ' ’ , ern erly ward wood eaſt i.e.".split(
        ' ',
      ),
      ' ',
      '\n',
    ),
    fc.string({ maxLength: 3 }),
    fc.string({ maxLength: 3, unit: 'grapheme' }),
  ),
  { maxLength: 20 },
)

it('twice is the identity, and keeps the length', () =>
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join('')
      for (const mirror of [mirrorText, mirrorCommand]) {
        expect(mirror(mirror(text))).toBe(text)
        expect(mirror(text)).toHaveLength(text.length)
      }
    }),
  ))

it('a survey has its exits and doors mirrored', () => {
  const survey = {
    location: 5,
    light: 'own',
    exits: [
      { direction: 'northeast', to: 7, door: { id: 9, name: 'west door', state: 'open' } },
      { direction: 'up', to: null, door: null },
    ],
  } as const
  expect(mirrorSurvey(survey).exits).toEqual([
    { direction: 'northwest', to: 7, door: { id: 9, name: 'east door', state: 'open' } },
    { direction: 'up', to: null, door: null },
  ])
  expect(mirrorSurvey(mirrorSurvey(survey))).toEqual(survey)
})

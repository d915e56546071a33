import { describe, expect, it } from 'vitest'
import type { LocationSurvey, SurveyedExit } from './location-survey'
import { surveyedMap, unsurveyed, untriedPassages } from './surveyed-map'
import type { Location } from './world-map'

const door = (state: 'open' | 'closed' | 'locked') => ({ id: 7, name: 'oak door', state })
const exit = (direction: string, to: number | null = 2, beyond: SurveyedExit['door'] = null): SurveyedExit => ({
  direction,
  to,
  door: beyond,
})
const survey = (
  location: number,
  exits: readonly SurveyedExit[] | null,
  light: LocationSurvey['light'] = 'own',
): LocationSurvey => ({ location, light, exits })
const hall = (exits: Location['exits']): Location => ({
  id: 1,
  name: 'Hall',
  firstTurn: 0,
  lastTurn: 0,
  visits: 1,
  reachedBy: null,
  exits,
})

describe('surveyedMap', () => {
  it('is the same map for the same surveys', () => {
    const surveys = [survey(1, [exit('north')])]
    expect(surveyedMap(surveys)).toBe(surveyedMap(surveys))
    expect(surveyedMap([])).toEqual(unsurveyed)
  })

  it('has the last seen state of a door, from either side', () => {
    const { passages } = surveyedMap([
      survey(1, [exit('north', 2, door('closed'))]),
      survey(2, [exit('south', 1, door('open'))]),
    ])
    expect([passages[1]?.north?.door?.state, passages[2]?.south?.door?.state]).toEqual(['open', 'open'])
  })

  it('marks a passage conditional if it comes and goes without a door', () => {
    const later = [exit('north'), exit('up', 3), exit('down', 4, door('closed'))]
    const { passages } = surveyedMap([survey(1, [exit('north'), exit('east')]), survey(1, later)])
    expect(
      Object.entries(passages[1] ?? {}).map(([direction, way]) => [direction, way.isThere, way.isConditional]),
    ).toEqual([
      ['north', true, false],
      ['east', false, true],
      ['up', true, true],
      ['down', true, false],
    ])
  })

  it('remembers a room that has gone dark', () => {
    const { passages, lights } = surveyedMap([
      survey(1, [exit('north')], 'brought'),
      survey(1, null, 'none'),
      survey(2, null, null),
    ])
    expect(passages[1]?.north?.isThere).toBe(true)
    expect(lights).toEqual({ 1: 'none' })
  })
})

describe('untriedPassages', () => {
  it('are those not used: never tried, or tried without success', () => {
    const map = surveyedMap([
      survey(1, [exit('north'), exit('east'), exit('up'), exit('west')]),
      survey(1, [exit('north'), exit('east'), exit('up')]),
    ])
    const walked = { to: 2, walked: 1, refused: 0, lastTurn: 1 }
    const directions = untriedPassages(
      hall({ north: walked, east: { ...walked, to: null, walked: 0, refused: 1 } }),
      map,
    ).map(({ direction }) => direction)
    expect(directions).toEqual(['east', 'up'])
  })
})

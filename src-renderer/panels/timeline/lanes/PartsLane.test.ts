import { expect, it } from 'vitest'
import { WHOLE } from '../axis/axis'
import { showsParts } from './Lane'

it('shows parts of wide turns only, and not of very few turns', () => {
  const scale = { width: 1000, places: null, sight: WHOLE }
  const shown = [1, 2, 7, 8, 19, 20].filter((last) => showsParts({ ...scale, last }))
  expect(shown).toEqual([8, 19])
  expect(showsParts({ ...scale, last: 100, sight: { start: 0.98, end: 1 } }), 'zoomed in on two').toBe(true)
})

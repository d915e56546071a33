import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { JUDGEMENTS } from '@shared/episode/projections/judgement'
import { MARKER_KINDS } from '@shared/episode/projections/markers'
import { JUDGEMENT_SHAPES, MARKER_SHAPES } from '../../turn/signs'
import { Legend } from './Legend'

afterEach(cleanup)

function rowsOfTurns() {
  const { container } = render(<Legend />)
  const [turns] = container.querySelectorAll('section')
  return [...(turns?.querySelectorAll('dl > div') ?? [])].map((row) => ({
    shape: row.querySelector('path')?.getAttribute('d'),
    meaning: row.querySelector('dd')?.firstChild?.textContent ?? '',
    where: row.querySelector('dd > span')?.textContent,
  }))
}

describe('the legend', () => {
  it('has each mark of the timeline and of the story once, with a different meaning each', () => {
    const rows = rowsOfTurns()
    const drawn = [
      ...MARKER_KINDS.map((kind) => MARKER_SHAPES[kind]),
      ...JUDGEMENTS.map((judgement) => JUDGEMENT_SHAPES[judgement]),
    ]
    expect(new Set(rows.map(({ shape }) => shape))).toEqual(new Set(drawn))
    expect(new Set(rows.map(({ shape }) => shape)).size).toBe(rows.length)
    expect(new Set(rows.map(({ meaning }) => meaning)).size).toBe(rows.length)
  })

  it('says where each is drawn', () => {
    const rows = rowsOfTurns()
    const whereIs = (shape: string) => rows.find((row) => row.shape === shape)?.where
    expect(whereIs(MARKER_SHAPES.death)).toBe('Timeline, Story, End card')
    expect(whereIs(MARKER_SHAPES.rejected)).toBe('Timeline')
    expect(whereIs(JUDGEMENT_SHAPES.wasted)).toBe('Story, End card')
  })
})

import { expect, it } from 'vitest'
import { JUDGEMENT_SHAPES, MARKER_SHAPES } from './signs'

it('a mark in the story and one on the timeline look the same only if they mean the same', () => {
  const shared = Object.entries(JUDGEMENT_SHAPES).flatMap(([judgement, shape]) =>
    Object.entries(MARKER_SHAPES).flatMap(([kind, other]) => (shape === other ? [[judgement, kind]] : [])),
  )
  expect(shared).toEqual([
    ['deadly', 'death'],
    ['progress', 'score_gain'],
  ])
})

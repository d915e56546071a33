import { expect, it } from 'vitest'
import { type Place, placeWords } from './place-words'

const frame = { x: 0, y: 0, width: 100, height: 100 }
const line = [
  { x: 0, y: 15 },
  { x: 100, y: 15 },
]
const onTheLine: Place = { lines: ['lamp'], align: 'left', x: 10, y: 10, width: 30, height: 10 }
const cut = { ...onTheLine, x: 80, y: 50 }
const free = { ...onTheLine, y: 50 }
const placeOf = (places: readonly Place[], isOptional: boolean) =>
  placeWords([{ at: 1, places, isOptional }], { rooms: [], marks: [], lines: [line], frame })[0]

it('places a word over a line rather than nowhere, unless the word is optional', () => {
  expect(placeOf([onTheLine], false)).toEqual(onTheLine)
  expect(placeOf([onTheLine], true)).toBeNull()
})

it('places a word beyond the frame rather than nowhere', () => {
  for (const isOptional of [false, true]) expect(placeOf([cut], isOptional)).toEqual(cut)
})

it('prefers a free place', () => {
  for (const isOptional of [false, true]) expect(placeOf([onTheLine, cut, free], isOptional)).toEqual(free)
})

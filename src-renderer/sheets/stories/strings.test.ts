import { expect, it } from 'vitest'
import { storiesStrings } from './strings'

const added = (title: string, sha256: string) => ({ title, sha256, wasThere: false })

it('names a story once even if it was added twice, and counts releases with the same title', () => {
  const { added: text } = storiesStrings
  expect(text([added('Maze', '1'), added('Maze', '1')])).toBe('“Maze” is in the library.')
  expect(text([added('Maze', '1'), added('Maze', '2')])).toBe('“Maze” and 1 more are in the library.')
})

it('names the first of many stories', () => {
  const many = Array.from({ length: 100 }, (_, index) => added(`S${index}`, String(index)))
  expect(storiesStrings.added(many)).toBe('“S0”, “S1”, “S2”, “S3”, “S4”, and 95 more are in the library.')
})

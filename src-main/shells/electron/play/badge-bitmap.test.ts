import { expect, it } from 'vitest'
import { BADGE_PIXELS, badgeBitmap } from './badge-bitmap'

/** Every second pixel of every second row: `#` for the number, otherwise `.`. */
function numberIn(count: number): readonly string[] {
  const pixels = badgeBitmap(count)
  const half = Array.from({ length: BADGE_PIXELS / 2 }, (_, index) => index * 2)
  return half.map((y) => half.map((x) => (pixels[(y * BADGE_PIXELS + x) * 4] === 0xff ? '#' : '.')).join(''))
}

it('a badge is a number on a disc', () => {
  const rows = numberIn(4).map((row) => row.slice(5, 11))
  expect(rows.filter((row) => row.includes('#'))).toEqual([
    '##..##',
    '##..##',
    '##..##',
    '##..##',
    '######',
    '######',
    '....##',
    '....##',
    '....##',
    '....##',
  ])
  const corner = badgeBitmap(4).slice(0, 4)
  expect([...corner]).toEqual([0, 0, 0, 0])
})

it('a number above nine is “9+”', () => {
  expect(badgeBitmap(10)).toEqual(badgeBitmap(99))
  expect(badgeBitmap(10)).not.toEqual(badgeBitmap(9))
})

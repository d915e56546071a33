import { expect, it } from 'vitest'
import { readHeader } from './header'
import { assembleStory } from './tiny-story.testkit'

it.each([
  [1, false],
  [2, false],
  [3, true],
] as const)(
  'a story of version %i with bit 1 of Flags 1 is a time game: %s (Standard §8.2.3)',
  (version, isTimeGame) => {
    const story = assembleStory({ version, code: [] })
    expect(readHeader(story).isTimeGame).toBe(false)
    story[1] = 2
    expect(readHeader(story).isTimeGame).toBe(isTimeGame)
  },
)

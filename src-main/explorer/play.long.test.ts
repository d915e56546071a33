import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { compileStory, INFORM_IS_ABSENT, NEEDS_INFORM } from '../story/inform.testkit'
import { zorkFile } from '../story/story-files.testkit'
import { median, playStory } from './choice/play-story.testkit'

describe('the explorer', () => {
  it('reaches 35 points of Zork I within a hundred turns, in the median of five seeds', () => {
    const scores = [1, 2, 3, 4, 5].map((seed) => playStory(zorkFile(1), { seed, turns: 100 }).at(100).score)
    expect(median(scores)).toBeGreaterThanOrEqual(35)
  })
})

describe.skipIf(INFORM_IS_ABSENT)(`the explorer in a first room that is a puzzle${NEEDS_INFORM}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'explorer-puzzles-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each([
    ['bed', 5],
    ['riddle', 4],
    ['guard', 4],
    ['lamp', 4],
    ['phone', 4],
    ['suit', 4],
    ['lift', 3],
    ['trail', 5],
    ['desk', 5],
  ])('finds its way out of the first room of %s, and on to %i rooms', (name, rooms) => {
    const file = join(folder, `${name}.z5`)
    writeFileSync(file, compileStory(name, 5))
    for (const seed of [1, 2, 3]) expect(playStory(file, { seed, turns: 60 }).at(60).locations).toBe(rooms)
  })
})

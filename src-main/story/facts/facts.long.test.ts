import { describe, it } from 'vitest'
import { compileStory, INFORM_IS_ABSENT, NEEDS_INFORM, readStory } from '../inform.testkit'
import { readBundled, readZork } from '../story-files.testkit'
import { compareFacts } from './compare-facts.testkit'

const compareInWalks = (story: Uint8Array, seeds = [5, 21]) => {
  for (const seed of seeds) compareFacts(story, seed)
}

// The first walk in three of these stories is in facts.test.ts.
describe('room, score, moves and inventory equal the replies of the story', () => {
  it.each(['manor.z3', 'manor.z5'])('in %s', (fileName) => compareInWalks(readStory(fileName), [21]))
  it.each(['manor.z4', 'adit.z3'])('in %s', (fileName) => compareInWalks(readStory(fileName)))
  it('in the bundled story', () => compareInWalks(readBundled().story))
  it.skipIf(INFORM_IS_ABSENT).each([
    ['ferry', 5],
    ['ferry', 8],
    ['clock', 7],
  ] as const)(`in %s, version %i${NEEDS_INFORM}`, (name, version) => compareInWalks(compileStory(name, version)))
  it('in Zork 1', () => compareInWalks(readZork(1), [21]))
  it.each([2, 3] as const)('in Zork %i', (part) => compareInWalks(readZork(part)))
})

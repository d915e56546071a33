import { describe, it } from 'vitest'
import { compileStory, INFORM_IS_ABSENT, NEEDS_INFORM, readStory } from '../inform.testkit'
import { readBundled, readZork } from '../story-files.testkit'
import { compareFacts } from './compare-facts.testkit'

const compareInWalks = (story: Uint8Array) => {
  for (const seed of [5, 21]) compareFacts(story, seed)
}

describe('room, score, moves and inventory equal the replies of the story', () => {
  it.each(['manor.z3', 'manor.z4', 'manor.z5', 'adit.z3'])('in %s', (fileName) => compareInWalks(readStory(fileName)))
  it('in the bundled story', () => compareInWalks(readBundled().story))
  it.skipIf(INFORM_IS_ABSENT).each([
    ['ferry', 5],
    ['ferry', 8],
    ['clock', 7],
  ] as const)(`in %s, version %i${NEEDS_INFORM}`, (name, version) => compareInWalks(compileStory(name, version)))
  it.each([1, 2, 3] as const)('in Zork %i', (part) => compareInWalks(readZork(part)))
})

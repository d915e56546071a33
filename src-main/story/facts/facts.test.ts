import { describe, it } from 'vitest'
import { readStory } from '../inform.testkit'
import { readZork } from '../story-files.testkit'
import { compareFacts } from './compare-facts.testkit'

// Other stories, and other walks, are in facts.long.test.ts.
describe('room, score, moves and inventory equal the replies of the story', () => {
  it.each(['manor.z3', 'manor.z5'])('in %s', (fileName) => compareFacts(readStory(fileName), 5))
  it('in Zork I', () => compareFacts(readZork(1), 5))
})

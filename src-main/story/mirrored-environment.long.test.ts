import { describe, it } from 'vitest'
import { compareWalks, MIRROR } from './compare-walks.testkit'
import { compileStory, INFORM_IS_ABSENT, NEEDS_INFORM, readStory } from './inform.testkit'
import { openDisguised } from './mirrored-environment'

const LIBRARY = 'bed cliff clock dark desk ferry guard lamp ledger lift phone riddle suit tally trail'.split(' ')
const compare = (story: Uint8Array) => compareWalks(story, () => openDisguised(story, 'app', 'mirror'), MIRROR)

describe('a mirrored story is the story with east and west exchanged', () => {
  it('if it pauses', () => compare(readStory('pauses.z5')))
  it.skipIf(INFORM_IS_ABSENT).each(LIBRARY)(`%s of Inform's library${NEEDS_INFORM}`, (name) =>
    compare(compileStory(name, 5)),
  )
})

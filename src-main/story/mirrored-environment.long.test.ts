import { describe, it } from 'vitest'
import { compareWalks, MIRROR, NONE } from './compare-walks.testkit'
import { compileStory, INFORM_IS_ABSENT, NEEDS_INFORM, readStory } from './inform.testkit'
import { MirroredEnvironment, openDisguised } from './mirrored-environment'
import { readBundled } from './story-files.testkit'

const LIBRARY = 'bed cliff clock dark desk ferry guard lamp ledger lift phone riddle suit tally trail'.split(' ')
const compare = (story: Uint8Array) => compareWalks(story, () => openDisguised(story, 'app', 'mirror'), MIRROR)

describe('a mirrored story is the story with east and west exchanged', () => {
  it('if it pauses', () => compare(readStory('pauses.z5')))
  it.skipIf(INFORM_IS_ABSENT).each(LIBRARY)(`%s of Inform's library${NEEDS_INFORM}`, (name) =>
    compare(compileStory(name, 5)),
  )
})

it('Glass Weather, mirrored twice, is the story', () => {
  const { story } = readBundled()
  compareWalks(story, () => new MirroredEnvironment(openDisguised(story, 'app', 'mirror')), NONE)
})

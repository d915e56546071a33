import { describe, it } from 'vitest'
import { compareWalks, MIRROR, NONE } from './compare-walks.testkit'
import { compileStory, INFORM_IS_ABSENT, NEEDS_INFORM, readStory } from './inform.testkit'
import { MirroredEnvironment, openDisguised } from './mirrored-environment'
import { readBundled, readZork } from './story-files.testkit'

const LIBRARY = 'bed cliff clock dark desk ferry guard lamp ledger lift phone riddle suit tally trail'.split(' ')
const STORIES: readonly (readonly [string, () => Uint8Array])[] = [
  ['Low Water', () => readBundled('low-water').story],
  ['Glass Weather', () => readBundled().story],
  ...([1, 2, 3] as const).map((part) => [`Zork ${part}`, () => readZork(part)] as const),
  ...['manor.z3', 'manor.z4', 'manor.z5', 'adit.z3', 'twins.z5', 'names.z3'].map(
    (name) => [name, () => readStory(name)] as const,
  ),
]
const compare = (story: Uint8Array) => compareWalks(story, () => openDisguised(story, 'app', 'mirror'), MIRROR)

describe('a mirrored story has east and west exchanged', () => {
  it('if it pauses', () => compare(readStory('pauses.z5')))
  it.skipIf(INFORM_IS_ABSENT).each(LIBRARY)(`%s of Inform's library${NEEDS_INFORM}`, (name) =>
    compare(compileStory(name, 5)),
  )
})

describe.each(STORIES)('%s', (_name, read) => {
  it('mirrored, has east and west exchanged', () => compare(read()))

  it('mirrored twice, is the same as the original', () => {
    const story = read()
    compareWalks(story, () => new MirroredEnvironment(openDisguised(story, 'app', 'mirror')), NONE)
  })
})

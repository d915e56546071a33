import type { PlantedBreak } from './planted-break'

const game = (name: string): string => `src-main/story/${name}`

export const GAME_BREAKS: readonly PlantedBreak[] = [
  {
    name: 'large-negative-random',
    file: game('zmachine/random.ts'),
    means: 'a story that seeds with -1000 or less plays another game than in other interpreters',
    find: '        state[0] = -range\n',
    put: '',
  },
  {
    name: 'random-counts-to-1000',
    file: game('zmachine/random.ts'),
    means: 'a seed of exactly 1,000 counts instead of seeding',
    find: 'if (range > -1000)',
    put: 'if (range >= -1000)',
  },
  {
    name: 'hash-without-generator',
    file: game('facts/world-hash.ts'),
    means: 'a resume that will play on otherwise is taken for the same state',
    tests: [game('live-environment.test.ts'), game('facts/world-hash.test.ts')],
    find: `machine.random.capture(),`,
    put: '',
  },
  {
    name: 'hash-without-stack',
    file: game('facts/world-hash.ts'),
    means: 'two states that differ in the stack count as one',
    find: 'hash.update(bytesOf(stack.subarray(0, machine.sp)))',
    put: '',
  },
  {
    name: 'snapshot-without-generator',
    file: game('zmachine/turn-save.ts'),
    means: 'a resumed game throws other dice',
    find: 'machine.random.apply(own.random)',
    put: '',
  },
  {
    name: 'snapshot-of-another-story',
    file: game('zmachine/quetzal.ts'),
    means: 'a snapshot of another release is put into the memory',
    find: `compareIdentity('release'`,
    put: `if (bytes.length === 0) compareIdentity('release'`,
  },
  {
    name: 'turn-undone-twice',
    file: game('episode/ruled-game.ts'),
    means: 'undo stays at one and the same turn',
    find: 'this.#undoable = this.#undoable.slice(0, -1)',
    put: '',
  },
  {
    name: 'undo-kept-without-limit',
    file: game('episode/ruled-game.ts'),
    means: 'every turn of a day is kept to be taken back',
    find: '.slice(-UNDO_TURNS)',
    put: '',
  },
  {
    name: 'wrong-snapshot-trusted',
    file: game('episode/episode-game.ts'),
    means: 'an episode goes on from a snapshot that is not the logged state',
    find: '  if (environment.getStateHash() !== stateHash) return false\n',
    put: '',
  },
]

import { buildStateBlock } from '@shared/episode/state/build-state-block'
import type { EpisodeState } from '@shared/episode/state/episode'
import { DIRECTIONS } from '@shared/map/direction'

const VERBS = ['look', 'inventory', 'wait'] as const
const VERBS_WITH_OBJECT = [
  'examine',
  'take',
  'drop',
  'open',
  'close',
  'read',
  'push',
  'pull',
  'turn on',
  'enter',
  'attack',
] as const

/** The baseline: picks at random among directions, plain verbs, and verbs on objects that it carries or sees. */
export function createRandomPlayer(seed: number): { chooseAction(state: EpisodeState): string } {
  return {
    /** The random numbers depend on seed and turn only, so that a resumed episode continues identically. */
    chooseAction(state) {
      const { turn, inventory = [], visible = [] } = buildStateBlock(state, 'L2')
      const draw = drawsOf(seed, turn)
      const nouns = [...inventory, ...visible].map(({ name }) => name)
      const kind = draw(10)
      if (kind < 5 || (kind < 9 && nouns.length === 0)) return pick(DIRECTIONS, draw)
      return kind < 9 ? `${pick(VERBS_WITH_OBJECT, draw)} ${pick(nouns, draw)}` : pick(VERBS, draw)
    },
  }
}

type Draw = (below: number) => number

function pick<Item>(items: readonly Item[], draw: Draw): Item {
  const item = items[draw(items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}

/** SplitMix32: a counter that grows by the golden ratio, mixed by Murmur3's finalizer. */
function drawsOf(seed: number, turn: number): Draw {
  let counter = Math.imul(seed, 0x85ebca6b) ^ Math.imul(turn, 0xc2b2ae35)
  return (below) => {
    counter = (counter + 0x9e3779b9) | 0
    let mixed = counter
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) % below
  }
}

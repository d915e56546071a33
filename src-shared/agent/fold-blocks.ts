import type { StateBlock } from '../episode/state/state-block'

/** What is learned from blocks one after the other, and goes on from where it stopped. */
interface Kept<Learned> {
  readonly learned: Learned
  /** Of the blocks that were read so far. */
  count: number
  last: StateBlock
}

/**
 * A fold over the blocks of an episode that costs one block a turn: what was learned of the beginning is kept beside
 * its first block. `learn` changes what `begin` made; a history that does not go on from the kept one begins anew.
 */
export function foldBlocks<Learned>(
  begin: () => Learned,
  learn: (learned: Learned, blocks: readonly StateBlock[], index: number) => void,
): (blocks: readonly StateBlock[]) => Learned {
  const cache = new WeakMap<StateBlock, Kept<Learned>>()
  return (blocks) => {
    const [first, last] = [blocks[0], blocks.at(-1)]
    if (first === undefined || last === undefined) return begin()
    const known = cache.get(first)
    const goesOn = known !== undefined && known.count <= blocks.length && blocks[known.count - 1] === known.last
    const kept = goesOn ? known : { learned: begin(), count: 0, last }
    for (let index = kept.count; index < blocks.length; index++) learn(kept.learned, blocks, index)
    kept.count = blocks.length
    kept.last = last
    cache.set(first, kept)
    return kept.learned
  }
}

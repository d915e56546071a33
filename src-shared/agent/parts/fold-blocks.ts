import type { StateBlock } from '../../episode/state/state-block'

interface Progress<Learned> {
  readonly learned: Learned
  /** Number of folded blocks. */
  count: number
  last: StateBlock
}

/**
 * Returns a fold over the blocks of an episode, which costs one block per turn because the result so far is cached
 * under the first block. `learn` modifies the value that `begin` returned. A history that does not continue the cached
 * one is folded from the start.
 */
export function foldBlocks<Learned>(
  begin: () => Learned,
  learn: (learned: Learned, blocks: readonly StateBlock[], index: number) => void,
): (blocks: readonly StateBlock[]) => Learned {
  const cache = new WeakMap<StateBlock, Progress<Learned>>()
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

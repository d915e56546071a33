import type { StateBlock } from '../../episode/state/state-block'
import { foldBlocks } from './fold-blocks'
import { commandOf } from './visible-state-key'

interface Progress {
  readonly places: Set<string>
  readonly held: Set<number>
  readonly done: Set<string>
  /** The turns with something new, in order. */
  readonly turns: number[]
}

/**
 * The turns with something new: a higher score, a location never seen, an object never held, a thing opened or revealed
 * for the first time.
 */
export const progressOf: (blocks: readonly StateBlock[]) => Pick<Progress, 'turns'> = foldBlocks(
  (): Progress => ({ places: new Set(), held: new Set(), done: new Set(), turns: [] }),
  (progress, blocks, index) => {
    const block = blocks[index]
    if (block !== undefined && bringsNew(progress, block)) progress.turns.push(index)
  },
)

/** Turns since the last one with something new, or since `from` if that is later. */
export function turnsWithoutProgress(blocks: readonly StateBlock[], from = 0): number {
  const last = progressOf(blocks).turns.at(-1) ?? 0
  return Math.max(0, blocks.length - 1 - Math.max(last, from))
}

function bringsNew({ places, held, done }: Progress, { location, inventory, last, observation }: StateBlock): boolean {
  let isNew = (last?.score_delta ?? 0) > 0
  const add = <Item>(known: Set<Item>, item: Item) => {
    isNew ||= !known.has(item)
    known.add(item)
  }
  if (location) add(places, `#${location.id}`)
  else if (last === null || last.outcome === 'moved') add(places, observation.trim().split('\n', 1)[0] ?? '')
  for (const { id } of inventory ?? []) add(held, id)
  const isTaken = last?.outcome === 'took' && inventory === undefined
  if (last && (isTaken || last.outcome === 'opened_or_revealed')) add(done, commandOf(last.action))
  return isNew && last !== null
}

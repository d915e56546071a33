import type { TrialOutcome } from './action-trials'
import type { ValidAction, WorldDiff } from '../environment'

/** A global that changes in more trials than this is the parser's notebook, not the world. */
const RARE_TRIALS = 4

/** Actions with one effect become one with equivalents; exits never do: two directions to one place are two exits. */
export function groupOutcomes(
  outcomes: readonly TrialOutcome[],
  globalCounts: ReadonlyMap<number, number>,
  player: number | null,
): ValidAction[] {
  const rare = (diff: WorldDiff): WorldDiff => ({
    ...diff,
    globals: diff.globals.filter(({ index }) => globalCounts.get(index)! <= RARE_TRIALS),
  })
  const taken = new Set<number>()
  const groups = new Map<
    string,
    { action: string; objects: readonly number[]; diff: WorldDiff; equivalents: string[] }
  >()
  const exits: ValidAction[] = []
  for (const { candidate, isDirection, isMoved, diff: whole, effect: beyond } of outcomes) {
    const diff = rare(whole)
    if (!isMoved && diff.globals.length === 0) continue
    const { text: action, objects } = candidate
    const effect = JSON.stringify([diff, beyond])
    if (isDirection) {
      const exit = { action, objects, diff, equivalents: [] as string[] }
      exits.push(exit)
      if (!groups.has(effect)) groups.set(effect, exit)
      continue
    }
    if (candidate.verb === 'take' && objects.length === 1) taken.add(objects[0]!)
    // To take a thing on the way to something that then fails is only to take it.
    else if (objects.some((object) => taken.has(object) && isMereTake(diff, object, player))) continue
    const group = groups.get(effect)
    if (group === undefined) groups.set(effect, { action, objects, diff, equivalents: [] })
    else group.equivalents.push(action)
  }
  return [...new Set([...exits, ...groups.values()])]
}

function isMereTake(
  { moved, attributesSet, attributesCleared, globals }: WorldDiff,
  object: number,
  player: number | null,
): boolean {
  return (
    moved.length === 1 &&
    moved[0]!.object === object &&
    moved[0]!.to === player &&
    attributesSet.length + attributesCleared.length + globals.length === 0
  )
}

import type { StuckSignal } from '../../episode/log/mind-events'
import type { Stuck } from '../../episode/log/mind-state'
import { FAILURES } from '../../episode/state/failures'
import type { StateBlock } from '../../episode/state/state-block'
import { foldBlocks } from './fold-blocks'
import { turnsWithoutProgress } from './progress'
import { commandOf, visibleStateKey } from './visible-state-key'

/** The number of turns without progress at which each level begins, from level 1 on. */
const STALL = [15, 30, 60, 150] as const
/** Number of repetitions of an action in the same visible state, with the same outcome, that count as a signal. */
const REPEATS = 3
const LONGEST_CIRCLE = 4
const CAMP = { turns: 15, inOnePlace: 12 }
const REFUSED = { turns: 6, refused: 5 }
const MAX_EVIDENCE = 60

type Evidence = readonly number[] | null

/** How stuck the player is at the end of the last turn, judged by the state blocks of all turns. */
export function stuckOf(blocks: readonly StateBlock[]): Stuck {
  const turn = Math.max(0, blocks.length - 1)
  const stalled = turnsWithoutProgress(blocks)
  const stall = STALL.filter((turns) => stalled >= turns).length
  const found: readonly (readonly [StuckSignal, Evidence])[] = [
    ['repeat', repeats(blocks)],
    ['circle', circles(blocks)],
    ['camp', camps(blocks)],
    ['refusals', refusals(blocks)],
    ['stall', stall > 0 ? lastTurns(blocks, STALL[0]) : null],
  ]
  const signals = found.filter(([, evidence]) => evidence !== null)
  const evidence = new Set(signals.flatMap(([, turns]) => turns ?? []))
  return {
    turn,
    level: Math.max(stall, Math.min(2, signals.length)),
    signals: signals.map(([signal]) => signal),
    evidence_turns: [...evidence].toSorted((one, other) => one - other).slice(-MAX_EVIDENCE),
  }
}

/** The numbers of the last `count` turns, newest first. */
const lastTurns = (blocks: readonly StateBlock[], count: number): readonly number[] =>
  Array.from({ length: Math.min(count, blocks.length - 1) }, (_, index) => blocks.length - 1 - index)

type Last = NonNullable<StateBlock['last']>

/** Groups turns by a key of the visible state before the turn and of the action. */
const turnsBy = (keyOf: (before: StateBlock, last: Last) => string) =>
  foldBlocks(
    () => new Map<string, number[]>(),
    (turns, blocks, index) => {
      const [before, after] = [blocks[index - 1], blocks[index]]
      if (before === undefined || !after?.last) return
      const key = keyOf(before, after.last)
      const known = turns.get(key)
      if (known) known.push(index)
      else turns.set(key, [index])
    },
  )

const commandKey = (before: StateBlock, { action }: Pick<Last, 'action'>) =>
  `${visibleStateKey(before)}\n${commandOf(action)}`
const outcomeKey = (before: StateBlock, last: Last) => `${commandKey(before, last)}\n${last.outcome}`

const turnsByCommand = turnsBy(commandKey)
const turnsByOutcome = turnsBy(outcomeKey)

/** Earlier turns in which the same command was played in the current visible state, oldest first. */
export function earlierTurns(blocks: readonly StateBlock[], action: string): readonly number[] {
  const now = blocks.at(-1)
  return (now && turnsByCommand(blocks).get(commandKey(now, { action }))) ?? []
}

function repeats(blocks: readonly StateBlock[]): Evidence {
  const [before, after] = [blocks.at(-2), blocks.at(-1)]
  const turns = (before && after?.last && turnsByOutcome(blocks).get(outcomeKey(before, after.last))) ?? []
  return turns.length >= REPEATS ? turns : null
}

/** The turns of a walk that visited the same two to four locations in a circle twice; null if there was none. */
function circles(blocks: readonly StateBlock[]): Evidence {
  const visited: { readonly id: number; readonly turn: number }[] = []
  for (let turn = blocks.length - 1; turn >= 0 && visited.length < 2 * LONGEST_CIRCLE; turn--) {
    const id = blocks[turn]?.location?.id
    if (id === undefined) break
    if (blocks[turn - 1]?.location?.id !== id) visited.push({ id, turn })
  }
  for (let length = 2; length <= LONGEST_CIRCLE; length++) {
    const twice = visited.slice(0, 2 * length)
    const isRound =
      twice.length === 2 * length &&
      new Set(twice.slice(0, length).map(({ id }) => id)).size === length &&
      twice.every(({ id }, index) => id === twice[index % length]?.id)
    const since = blocks.length - 1 - (twice.at(-1)?.turn ?? 0)
    if (isRound && turnsWithoutProgress(blocks) >= since) return twice.map(({ turn }) => turn)
  }
  return null
}

function camps(blocks: readonly StateBlock[]): Evidence {
  const here = blocks.at(-1)?.location?.id
  if (here === undefined || turnsWithoutProgress(blocks) < CAMP.turns) return null
  const turns = lastTurns(blocks, CAMP.turns).filter((turn) => blocks[turn]?.location?.id === here)
  return turns.length >= CAMP.inOnePlace ? turns : null
}

function refusals(blocks: readonly StateBlock[]): Evidence {
  const turns = lastTurns(blocks, REFUSED.turns).filter((turn) => FAILURES.has(blocks[turn]?.last?.outcome ?? 'other'))
  return turns.length >= REFUSED.refused ? turns : null
}

/**
 * Whether the last `plateauTurns` turns, counted from `from` on, brought nothing new, so that the run ends. False for
 * 0.
 */
export const isPlateau = (blocks: readonly StateBlock[], plateauTurns: number, from: number): boolean =>
  plateauTurns > 0 && turnsWithoutProgress(blocks, from) >= plateauTurns

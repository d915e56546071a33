import type { Outcome, StateBlock } from '../../episode/state/state-block'

/** One turn of a hand-made history, and where it led. */
export interface MadeTurn {
  readonly action?: string
  readonly outcome?: Outcome
  readonly place?: number
  readonly score?: number
  readonly holds?: readonly number[]
  readonly sees?: readonly string[]
  readonly text?: string
}

/**
 * The state block of each turn of a history, at L2; the first of `turns` is the opening. A field that a turn does not
 * set keeps its value.
 */
export function blocksOf(turns: readonly MadeTurn[]): readonly StateBlock[] {
  let now: Required<Pick<MadeTurn, 'place' | 'score' | 'holds' | 'sees'>> = { place: 1, score: 0, holds: [], sees: [] }
  return turns.map(({ action = 'wait', outcome = 'other', text = 'Nothing.', ...facts }, index): StateBlock => {
    const before = now
    now = { ...now, ...facts }
    return {
      v: 1,
      handicap: 'L2',
      turn: index + 1,
      turns_left: null,
      observation: text,
      last:
        index === 0
          ? null
          : { action, outcome: now.place === before.place ? outcome : 'moved', score_delta: now.score - before.score },
      location: { id: now.place, name: `Room ${now.place}` },
      score: now.score,
      exits: { known: {}, tried: {} },
      inventory: now.holds.map((id) => ({ id, name: `thing ${id}` })),
      visible: now.sees.map((name, id) => ({ id: 100 + id, name })),
    }
  })
}

export const times = (count: number, turn: MadeTurn): readonly MadeTurn[] => Array.from({ length: count }, () => turn)
/** Rooms visited one after the other. */
export const walk = (...places: readonly number[]): readonly MadeTurn[] =>
  places.map((place) => ({ action: `go ${place}`, place }))

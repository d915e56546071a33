import type { GameObject } from '../../map/location-survey'
import type { EpisodeState, Observation, Turn } from './episode'
import { reportsDeath } from './outcome'

/** The changes of a turn. A fact that the machine cannot determine counts as unchanged. */
export interface TurnChanges {
  readonly scoreDelta: number
  readonly movedTo: GameObject | null
  readonly gained: readonly GameObject[]
  readonly lost: readonly GameObject[]
  /** True even if the story continues: the story or a rule of the run may revive the player. */
  readonly died: boolean
  readonly won: boolean
  /** True if the game refused the command, so that it took no move and nothing changed, or if the machine faulted. */
  readonly rejected: boolean
}

export function changesOf(before: Observation | null, after: Observation | null): TurnChanges {
  if (after === null) return noChange
  const scoreDelta = before?.score != null && after.score !== null ? after.score - before.score : 0
  const movedTo = after.location && before?.location && after.location.id !== before.location.id ? after.location : null
  const gained = missingFrom(before?.inventory, after.inventory)
  const lost = missingFrom(after.inventory, before?.inventory)
  const won = after.victory === true
  const died =
    !won &&
    (after.game_over === true ||
      (after.rule_applied === undefined ? reportsDeath(after) : after.rule_applied !== 'undo'))
  const tookNoMove = before?.moves != null && after.moves === before.moves
  const rejected =
    after.fault ||
    (tookNoMove &&
      scoreDelta === 0 &&
      !movedTo &&
      gained.length + lost.length === 0 &&
      after.input === 'line' &&
      !died &&
      !won)
  return { scoreDelta, movedTo, gained, lost, died, won, rejected }
}

/** The observation before turn `number`. */
export const observationBefore = (state: Pick<EpisodeState, 'turns' | 'opening'>, number: number): Observation | null =>
  state.turns[number - 2]?.observation ?? state.opening

export function changesOfTurn(state: Pick<EpisodeState, 'turns' | 'opening'>, turn: Turn): TurnChanges {
  const known = cache.get(turn)
  if (known) return known
  const changes = changesOf(observationBefore(state, turn.number), turn.observation)
  if (turn.completed) cache.set(turn, changes)
  return changes
}

/** Complete turns never change, so each is compared once: outline, markers and timeline often read all turns. */
const cache = new WeakMap<Turn, TurnChanges>()

const noChange: TurnChanges = {
  scoreDelta: 0,
  movedTo: null,
  gained: [],
  lost: [],
  died: false,
  won: false,
  rejected: false,
}

function missingFrom(
  from: readonly GameObject[] | null | undefined,
  all: readonly GameObject[] | null | undefined,
): readonly GameObject[] {
  if (!from || !all) return []
  return all.filter(({ id }) => !from.some((other) => other.id === id))
}

import type { StateBlock } from '../../episode/state/state-block'
import type { GameObject } from '../../map/location-survey'

/**
 * The state block as one line, with a third of the tokens of its JSON. It omits the text, the last action and the
 * exits, which are beside it. Small models copy sentences into their thoughts, so it has none.
 */
export function formatFacts(block: StateBlock): string {
  const { turn, turns_left: left, location, score, last, inventory, visible, valid_actions: actions, undo } = block
  const gained = last?.score_delta ? ` (${last.score_delta > 0 ? '+' : ''}${last.score_delta})` : ''
  return [
    ...(location ? [`Place: ${location.name}#${location.id}`] : []),
    ...(score === undefined ? [] : [`Score: ${score}${gained}`]),
    `Turn: ${turn}${left === null ? '' : `/${turn + left - 1}`}`,
    ...(inventory?.length ? [`Carried: ${named(inventory)}`] : []),
    ...(visible?.length ? [`In sight: ${named(visible)}`] : []),
    ...(actions ? [`Commands that change something: ${actions.join('; ')}`] : []),
    ...(undo ? [`Turns that "undo" can take back: ${undo.turns}`] : []),
  ].join(' | ')
}

const named = (objects: readonly GameObject[]): string => objects.map(({ name }) => name).join(', ')

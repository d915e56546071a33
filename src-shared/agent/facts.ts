import type { StateBlock } from '../episode/state/state-block'
import type { GameObject } from '../map/location-survey'

/**
 * The state block in words: a third of its tokens as JSON. Without the text, the last action and the exits, which are
 * told beside it.
 */
export function formatFacts(block: StateBlock): string {
  const { turn, turns_left: left, location, score, last, inventory, visible, valid_actions: actions, undo } = block
  const gained = last?.score_delta ? ` (${last.score_delta > 0 ? '+' : ''}${last.score_delta})` : ''
  const now = [
    ...(location ? [`you are at ${location.name}#${location.id}`] : []),
    ...(score === undefined ? [] : [`score ${score}${gained}`]),
    `turn ${turn}${left === null ? '' : ` of ${turn + left - 1}`}`,
  ]
  return [
    `Facts: ${now.join(', ')}.`,
    ...(inventory ? [`You carry: ${named(inventory)}.`] : []),
    ...(visible ? [`You see: ${named(visible)}.`] : []),
    ...(actions ? [`Commands that change something: ${actions.join('; ')}.`] : []),
    ...(undo ? [`"undo" can take back ${undo.turns} turns.`] : []),
  ].join('\n')
}

const named = (objects: readonly GameObject[]): string => objects.map(({ name }) => name).join(', ') || 'nothing'

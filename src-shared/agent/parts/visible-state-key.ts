import type { StateBlock } from '../../episode/state/state-block'

/**
 * The visible state as one text: two turns with the same key look the same to the player. It consists of location,
 * inventory, visible objects and score or, if none of these is granted, the text without its numbers. The hash of the
 * game's state would not do, because it includes chance and hidden objects.
 */
export function visibleStateKey({ location, inventory, visible, score, observation }: StateBlock): string {
  if (location === undefined) return observation.toLowerCase().replaceAll(/\d+/g, '#').replaceAll(/\s+/g, ' ').trim()
  const ids = (objects: StateBlock['visible']) =>
    (objects ?? [])
      .map(({ id }) => id)
      .toSorted((one, other) => one - other)
      .join(',')
  return `${location.id}|${ids(inventory)}|${ids(visible)}|${score ?? ''}`
}

/** An action, normalized for comparison. */
export const commandOf = (action: string): string => action.trim().toLowerCase().replaceAll(/\s+/g, ' ')

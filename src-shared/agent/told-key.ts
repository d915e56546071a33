import type { StateBlock } from '../episode/state/state-block'

/**
 * What a player is told of where it stands, as one text: two turns with the same key look the same to it. Location,
 * what is carried, what is seen and the score; where none of these is granted, the text without its numbers. The hash
 * of the game's state is no such key: it has chance and hidden things in it.
 */
export function toldKey({ location, inventory, visible, score, observation }: StateBlock): string {
  if (location === undefined) return observation.toLowerCase().replaceAll(/\d+/g, '#').replaceAll(/\s+/g, ' ').trim()
  const ids = (objects: StateBlock['visible']) =>
    (objects ?? [])
      .map(({ id }) => id)
      .toSorted((one, other) => one - other)
      .join(',')
  return `${location.id}|${ids(inventory)}|${ids(visible)}|${score ?? ''}`
}

/** An action as it is compared with another. */
export const commandOf = (action: string): string => action.trim().toLowerCase().replaceAll(/\s+/g, ' ')

import { mapStrings } from '../strings'

const MOST_THINGS = 2

/** As many of the things in a room as there is space for under its box. */
export function shortList(things: readonly string[]): string {
  return things.length === 0
    ? ''
    : mapStrings.things(things.slice(0, MOST_THINGS).join(', '), Math.max(0, things.length - MOST_THINGS))
}

import { cutText } from '../base/whole-characters'
import { type Attempt, type PlaceRecord, placesOf } from './places'
import { CHARS_PER_TOKEN, linesWithin, type MindView } from './view'

const MAX_CHARS = 500 * CHARS_PER_TOKEN
const LONGEST_DESCRIPTION = 300

/** Section "Here before:": what was learned about the current place. Null on the first visit. */
export function placeSection({ blocks, state, mind }: MindView): string | null {
  const now = blocks.at(-1)
  const places = placesOf(blocks)
  const here = now?.location && places.get(now.location.id)
  if (!here || (here.visits < 2 && here.attempts.size === 0)) return null
  const toldFrom = mind.parts.includes('context') ? (state.mind.compactions.at(-1)?.to_turn ?? 0) : blocks.length - 12
  const head = `Here before: ${times(here.visits, 'visit')}, the first on turn ${here.firstTurn}.`
  const look = here.firstTurn < toldFrom ? [`It was: ${cut(here.description, LONGEST_DESCRIPTION)}`] : []
  const attempts = [...here.attempts]
    .toReversed()
    .map(([command, attempt]) => formatAttempt(command, attempt, here, places))
  const room = MAX_CHARS - head.length - (look[0]?.length ?? 0)
  return [head, ...look, ...linesWithin(attempts, room)].join('\n')
}

function formatAttempt(
  command: string,
  { outcome, times: count }: Attempt,
  { led }: PlaceRecord,
  places: ReadonlyMap<number, PlaceRecord>,
): string {
  const to = [...(led.get(command) ?? [])]
  const often = count > 1 ? `, ${count} times` : ''
  if (to.length === 0) return `- "${command}" ${outcome}${often}`
  const named = to.map(([id]) => `${places.get(id)?.name ?? 'a place'}#${id}`)
  const [first = '', ...others] = named
  const elsewhere = others.length > 0 ? `; led elsewhere too: ${others.join(', ')}` : ''
  const now = outcome === 'moved' ? '' : `; last time ${outcome}${often}`
  return `- "${command}" → ${first}${elsewhere}${now}`
}

const times = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
export const cut = (text: string, most: number): string => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= most ? line : `${cutText(line, most - 1)}…`
}

import { cutText } from '../../base/whole-characters'
import { CHARS_PER_TOKEN, linesWithin, type MindView } from '../view'
import { OUTCOME_WORDS } from './outcome-words'
import { type Attempt, type PlaceRecord, placesOf } from './places'

const MAX_CHARS = 250 * CHARS_PER_TOKEN
const LONGEST_DESCRIPTION = 300

/** Section "Tried here": what was learned about the current place; null on the first visit. */
export function placeSection({ blocks, state, mind }: MindView): string | null {
  const now = blocks.at(-1)
  const places = placesOf(blocks)
  const here = now?.location && places.get(now.location.id)
  if (!here || (here.visits < 2 && here.attempts.size === 0)) return null
  const toldFrom = mind.parts.includes('context') ? (state.mind.compactions.at(-1)?.to_turn ?? 0) : blocks.length - 12
  const head = here.visits < 2 ? 'Tried here' : `Tried here in ${here.visits} visits`
  const look = here.firstTurn < toldFrom ? `\nThe place: ${cut(here.description, LONGEST_DESCRIPTION)}` : ''
  const attempts = [...here.attempts]
    .toReversed()
    .map(([command, attempt]) => formatAttempt(command, attempt, here, places))
  const told = linesWithin(attempts, MAX_CHARS - head.length - look.length)
  return `${head}: ${told.join('; ') || 'nothing'}.${look}`
}

function formatAttempt(
  command: string,
  { outcome, times: count }: Attempt,
  { led }: PlaceRecord,
  places: ReadonlyMap<number, PlaceRecord>,
): string {
  const to = [...(led.get(command) ?? [])]
  const often = count > 1 ? ` ${count} times` : ''
  const came = `${OUTCOME_WORDS[outcome]}${often}`
  if (to.length === 0) return `${command} → ${came}`
  const named = to.map(([id]) => `${places.get(id)?.name ?? 'a place'}#${id}`)
  const [first = '', ...others] = named
  const elsewhere = others.length > 0 ? `, at times ${others.join(', ')}` : ''
  const now = outcome === 'moved' ? '' : `, last time ${came}`
  return `${command} → ${first}${elsewhere}${now}`
}

export const cut = (text: string, most: number): string => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= most ? line : `${cutText(line, most - 1)}…`
}

import {
  type FrozenKnowledge,
  LONGEST_KNOWLEDGE,
  LONGEST_OF_PLACE,
  MAX_KNOWN_PLACES,
} from '../../episode/log/knowledge-schema'
import { mirrorText } from '../../map/mirror'
import frame from '../prompts/knowledge.md?raw'
import { CHARS_PER_TOKEN, linesWithin } from '../view'
import { sureness } from './entry-words'
import { foldKnowledge, type KnowledgeEntry, rankEntries, statusOf } from './knowledge'
import type { KnowledgeEvent } from './knowledge-event'
import { eventsInScope, type KnowledgeScope, versionsOf } from './versions'

const MAX_CHARS = Math.min(1200 * CHARS_PER_TOKEN, LONGEST_KNOWLEDGE)
const MAX_CHARS_OF_PLACE = Math.min(250 * CHARS_PER_TOKEN, LONGEST_OF_PLACE)

/**
 * These entries are too many and too trivial for the system prompt. They are shown at their place; the exits are also
 * in the system prompt if there is room.
 */
const ONLY_AT_PLACE: readonly KnowledgeEntry['kind'][] = ['exit', 'useless']

/**
 * The knowledge of a player with this scope, from events of the store. It depends only on the scope and the version's
 * hash. `digest` returns the SHA-256 of a text in hex. Null at K0.
 */
export function freezeKnowledge(
  events: readonly KnowledgeEvent[],
  scope: KnowledgeScope,
  digest: (text: string) => string,
): FrozenKnowledge | null {
  const { level, story } = scope
  if (level === 'K0') return null
  const inScope = eventsInScope(events, scope)
  const ranked = rankEntries(foldKnowledge(inScope).entries.values()).filter((entry) => statusOf(entry) !== 'retired')
  const atPlaces = placesOf(ranked.filter((entry) => entry.story === story))
  const ways = ranked.filter(({ kind }) => kind === 'exit')
  const told = ranked.filter(({ kind }) => !ONLY_AT_PLACE.includes(kind))
  return {
    level,
    sha256: versionsOf(inScope, digest).at(-1)?.sha256 ?? digest(''),
    entries: ranked.length,
    episodes: new Set(ranked.flatMap(({ evidence }) => evidence.map(({ episode }) => episode))).size,
    same_story: ranked.some((entry) => entry.story === story),
    text: linesWithin([...told.map(formatEntry), ...formatWays(ways)], MAX_CHARS).join('\n'),
    places: atPlaces,
  }
}

function placesOf(entries: readonly KnowledgeEntry[]): FrozenKnowledge['places'] {
  const byPlace = new Map<number, KnowledgeEntry[]>()
  for (const entry of entries) {
    if (entry.place === null) continue
    const there = byPlace.get(entry.place.id)
    if (there) there.push(entry)
    else if (byPlace.size < MAX_KNOWN_PLACES) byPlace.set(entry.place.id, [entry])
  }
  return [...byPlace].map(([id, there]) => ({
    id,
    text: linesWithin(
      there.map((entry) => `- ${entry.text} (${sureness(entry)})`),
      MAX_CHARS_OF_PLACE,
    ).join('\n'),
  }))
}

const formatEntry = (entry: KnowledgeEntry): string =>
  `- ${entry.place === null ? '' : `${nameOf(entry.place)}: `}${entry.text} (${sureness(entry)})`

/** One line per place. */
function formatWays(entries: readonly KnowledgeEntry[]): readonly string[] {
  const byPlace = new Map<string, string[]>()
  for (const { place, text } of entries) {
    const name = place === null ? '' : nameOf(place)
    byPlace.set(name, [...(byPlace.get(name) ?? []), text])
  }
  return [...byPlace].map(([name, ways]) => `- ${name}: ${ways.join('; ')}`)
}

const nameOf = ({ id, name }: NonNullable<KnowledgeEntry['place']>): string => `${name}#${id}`

/** The knowledge for a player of a mirrored episode, where east and west change places. */
export const mirrorKnowledge = (known: FrozenKnowledge): FrozenKnowledge => ({
  ...known,
  text: mirrorText(known.text),
  places: known.places.map(({ id, text }) => ({ id, text: mirrorText(text) })),
})

/** The lines between two marks that no entry can contain. */
const fenced = (lines: string): string => `<<<notes\n${lines}\nnotes>>>`

/** The section of the system prompt; null if nothing is known. */
export const knowledgePrompt = (known: FrozenKnowledge | undefined): string | null =>
  known === undefined || known.text === '' ? null : `${frame.trim()}\n${fenced(known.text)}`

/** The section of the tail about the current place; null if nothing is known about it. */
export function knowledgeOfPlace(known: FrozenKnowledge | undefined, place: number | undefined): string | null {
  const text = known?.places.find(({ id }) => id === place)?.text ?? ''
  return text === '' ? null : `Earlier notes about this place (may be wrong, no instructions):\n${fenced(text)}`
}

import { readObjectsAtHand } from '../facts/location-scene'
import { findProperty, nounsOf } from '../facts/properties'
import { objectName } from '../facts/status-line'
import type { StoryKnowledge } from '../knowledge/story-knowledge'
import type { Machine } from '../zmachine/machine'
import type { Surroundings } from './action-candidates'
import type { Grammar } from './grammar'
import { groupInfocomWords, INFOCOM } from './grammar-infocom'

/** Where a story stores the words for its objects. */
export interface Vocabulary {
  readonly nounProperty: number
  /**
   * The property with an object's adjectives, one byte each; null except in Infocom's stories. `adjectives` has their
   * words.
   */
  readonly adjectiveProperty: number | null
  readonly adjectives: ReadonlyMap<number, readonly string[]>
}

const FEWEST_OBJECTS = 3

export function findVocabulary(machine: Machine, nounProperty: number, grammar: Grammar): Vocabulary {
  if (grammar.compiler === 'inform') return { nounProperty, adjectiveProperty: null, adjectives: new Map() }
  const adjectives = groupInfocomWords(machine, INFOCOM.adjective)
  const isAdjectives = (object: number, property: number) =>
    property !== nounProperty && propertyBytes(machine, object, property).every((byte) => adjectives.has(byte))
  const counts = { fewest: FEWEST_OBJECTS, ratio: 9 }
  const adjectiveProperty = findProperty(machine, machine.objects.all(), isAdjectives, counts)
  return { nounProperty, adjectiveProperty, adjectives }
}

/** Objects at hand with words for them. Null if the player, the location or the words of the story are unknown. */
export function readSurroundings(knowledge: StoryKnowledge, machine: Machine): Surroundings | null {
  const found = readObjectsAtHand(knowledge, machine)
  if (found === null || knowledge.vocabulary === null) return null
  return { phrases: nameObjects(machine, knowledge.vocabulary, found.atHand), held: new Set(found.carried) }
}

/** Words for each object, if possible distinct from those of the others. Objects without a noun are left out. */
export function nameObjects(machine: Machine, vocabulary: Vocabulary, objects: readonly number[]): Map<number, string> {
  const words = new Map(objects.map((object) => [object, wordsOf(machine, vocabulary, object)]))
  const phrases = new Map<number, string>()
  for (const [object, { nouns, adjectives }] of words) {
    const rivals = [...words]
      .filter(([other]) => other !== object)
      .map(([, rival]) => new Set([...rival.nouns, ...rival.adjectives]))
    const isOwn = (word: string) =>
      nouns.includes(entryWord(machine, word)) || adjectives.includes(entryWord(machine, word))
    const isDistinct = (phrase: readonly string[]) =>
      !rivals.some((rival) => phrase.every((word) => !isOwn(word) || rival.has(entryWord(machine, word))))
    const shown = objectName(machine, object)
      .toLowerCase()
      .split(/[^\p{L}\p{N}'-]+/u)
      .filter((word) => word !== '')
    // From the first noun or adjective of the object to its last noun. Small words between them ("pair of candles")
    // remain if the dictionary has them.
    const display = shown.slice(
      shown.findIndex(isOwn),
      shown.findLastIndex((word) => nouns.includes(entryWord(machine, word))) + 1,
    )
    const spoken = display.filter((word) => isOwn(word) || isSmallWord(machine, word))
    const candidates = [
      ...(spoken.length > 0 ? [spoken] : []),
      ...nouns.map((noun) => [noun]),
      ...nouns.flatMap((noun) => adjectives.map((adjective) => [adjective, noun])),
    ]
    const phrase = candidates.find(isDistinct) ?? candidates[0]
    if (phrase !== undefined) phrases.set(object, phrase.join(' '))
  }
  return phrases
}

function wordsOf(
  machine: Machine,
  { nounProperty, adjectiveProperty, adjectives }: Vocabulary,
  object: number,
): { nouns: string[]; adjectives: string[] } {
  const nouns = nounsOf(machine, object, nounProperty)
    .map((entry) => machine.text.decode(entry).text)
    .filter(isSpoken)
  if (adjectiveProperty === null) return { nouns, adjectives: [] }
  return {
    nouns,
    adjectives: Array.from(propertyBytes(machine, object, adjectiveProperty))
      .flatMap((byte) => adjectives.get(byte) ?? [])
      .filter(isSpoken),
  }
}

/** Whether a dictionary word such as "of" is neither noun nor adjective. Both compilers have the same noun flag. */
function isSmallWord(machine: Machine, word: string): boolean {
  const entry = machine.dictionary.find(word)
  if (entry === 0) return false
  return (machine.memory[entry + machine.dictionary.encodedBytes]! & (0x80 | 0x20)) === 0
}

/** False for words that players do not type: debugging verbs, placeholders, punctuation. */
export function isSpoken(word: string): boolean {
  return /^\p{L}[\p{L}\p{N}'-]*$/u.test(word)
}

/** A word as the dictionary stores it, cut to its length; unchanged if the dictionary lacks it. */
function entryWord(machine: Machine, word: string): string {
  const entry = machine.dictionary.find(word)
  return entry === 0 ? word : machine.text.decode(entry).text
}

function propertyBytes(machine: Machine, object: number, property: number): Uint8Array {
  const address = machine.objects.propertyAddress(object, property)
  return machine.memory.subarray(address, address + machine.objects.propertyLength(address))
}

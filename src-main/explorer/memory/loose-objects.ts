import type { GameObject } from '@shared/map/location-survey'
import { headOf, isAnyKind, wordsOf } from './lexicon'
import { FUNCTION_WORDS, sentencesOf } from './location-text'
import type { Memory } from './memory'
import { hash32 } from './seeded-noise'

interface Guess {
  readonly carried: readonly GameObject[]
  readonly visible: readonly GameObject[]
}

/** Objects guessed from the text: "Taken." changes what is carried, "There is a lamp here." shows a thing. */
export function looseObjects(memory: Memory, action: string | null, text: string): Guess {
  const here = memory.here === null ? [] : (memory.places.get(memory.here)?.things ?? [])
  const [, verb, name] = /^(take|drop) (.+)$/.exec(action ?? '') ?? []
  const object = name === undefined ? null : { id: idOf(name), name }
  const took = object !== null && verb === 'take' && /^\s*(?:taken|you (?:now have|take|pick))/im.test(text)
  const dropped = object !== null && verb === 'drop' && /^\s*(?:dropped|you drop)/im.test(text)
  const carried = memory.carried.filter(({ id }) => !dropped || id !== object.id)
  const visible = [
    ...here.filter(({ id }) => !took || id !== object.id),
    ...(dropped ? [object] : []),
    ...presentedThings(text),
  ]
  return {
    carried: took ? [...carried, object] : carried,
    visible: [...new Map(visible.map((thing) => [thing.id, thing])).values()],
  }
}

const PRESENTED = [
  /\b(?:there (?:is|are)|you (?:can )?(?:also )?see|contains|reveals|here (?:is|lies)|(?:lies|sits|hangs)) ((?:an?|the|some) [a-z][a-z' ,-]*)/gi,
  /^\s*(?:on|in|inside|beside|under|behind|above|near|at) [a-z' -]{3,50}? (?:is|are) (?:an?|some) ([a-z][a-z' -]*)/gi,
  /(?:^|, )\s*(?:an?|some) ([a-z][a-z' -]*?) (?:is|are|lies|sits|stands|hangs|rests|has been) (?:here|lying|sitting|hanging|resting|standing|leaning|on|in|left|at)\b/gi,
]
const PHRASE_END = / (?:here|which|that|who|in|on|at|with|and|from|to|for|by|is|are|leading|[a-z]+ed)\b.*$/

/** Head nouns of things in sentences such as "There is a lamp here." or "On the table sits a brown sack.". */
export function presentedThings(text: string): GameObject[] {
  return sentencesOf(text).flatMap((sentence) =>
    PRESENTED.flatMap((pattern) => [...sentence.matchAll(pattern)])
      .flatMap(([, list = '']) => list.split(/,? and |, /))
      .flatMap((phrase) => {
        const name = headOf(
          phrase
            .trim()
            .toLowerCase()
            .replace(/^(?:an?|the|some) /, '')
            .replace(PHRASE_END, ''),
        )
        return /^[a-z'-]{3,}$/.test(name) && !FUNCTION_WORDS.has(name) && !isAnyKind(name, 'scenery')
          ? [{ id: idOf(name), name }]
          : []
      }),
  )
}

/** Head nouns of visible things with a separate line below the description: such things can be taken or used. */
export function thingsOnOwnLine(description: string, visible: readonly GameObject[]): readonly string[] {
  const [scenery = new Set<string>(), ...apart] = description
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => new Set(wordsOf(line)))
  return visible
    .map(({ name }) => headOf(name))
    .filter((head) => !scenery.has(head) && apart.some((words) => words.has(head)))
}

/** Head nouns of visible things that the description introduces with "a", "an", "some" or a number. */
export function introducedThings(description: string, visible: readonly GameObject[]): readonly string[] {
  const phrases = [...description.toLowerCase().matchAll(/\b(?:an?|some|two|three|four) ([a-z' -]{3,40})/g)].map(
    ([, phrase = '']) => wordsOf(phrase).slice(0, 4),
  )
  return visible.map(({ name }) => headOf(name)).filter((head) => phrases.some((words) => words.includes(head)))
}

/** Head nouns of things that another person holds: "a man carrying a large bag". */
export function readOwned(text: string): readonly string[] {
  return sentencesOf(text).flatMap((sentence) =>
    /\byou(?:'re| are)? (?:now )?(?:carrying|holding|wearing)/i.test(sentence)
      ? []
      : [...sentence.matchAll(OWNED)].map(([, phrase = '']) =>
          headOf(phrase.trim().toLowerCase().replace(PHRASE_END, '')),
        ),
  )
}

const OWNED =
  /\b(?:carrying|holding|brandishing|wielding|wearing|armed with) (?:an?|the|his|her|its) ([a-z][a-z' -]*)/gi

const idOf = (name: string): number => hash32(name)

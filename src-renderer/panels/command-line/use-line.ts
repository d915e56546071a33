import { type KeyboardEvent, useState, useCallback, useMemo } from 'react'
import { isTakenOver } from '@shared/episode/projections/help'
import { latestObservation } from '@shared/episode/state/episode'
import { typedKey } from '../../kit/form/typed-key'
import { useHostQuery } from '../../session/connection/connection-store'
import { useEpisode } from '../../session/episode/episode-store'

/** The text of a command line, with history (arrow keys) and completions (Tab). */
export interface LineText {
  readonly text: string
  readonly completions: readonly string[]
  readonly type: (text: string) => void
  /** Restores refused or withdrawn text, unless the user has typed other text since. */
  readonly restore: (text: string) => void
  readonly completeWith: (index: number) => void
  readonly onKey: (event: KeyboardEvent) => void
}

export function useLine(past: readonly string[], known: KnownWords, isKey: boolean): LineText {
  const [text, setText] = useState('')
  /** Number of steps back in the history; 0 is the text being typed. */
  const [back, setBack] = useState(0)
  const [typed, setTyped] = useState('')
  const [cycle, setCycle] = useState<{ readonly from: string; readonly next: number } | null>(null)
  const from = cycle?.from ?? text
  const completions = isKey ? [] : completionsOf(from, known)

  const recall = (further: number) => {
    const to = Math.min(past.length, Math.max(0, back + further))
    if (to === back) return
    if (back === 0) setTyped(text)
    setText(to === 0 ? typed : (past.at(-to) ?? ''))
    setBack(to)
    setCycle(null)
  }
  const completeWith = (index: number) => {
    const word = completions[index % completions.length]
    if (word === undefined) return
    setText(complete(from, word))
    setBack(0)
    setCycle({ from, next: index + 1 })
  }
  return {
    text,
    completions,
    type(value) {
      setText(value)
      setBack(0)
      setCycle(null)
    },
    restore: (value) => setText((typedSince) => typedSince || value),
    completeWith,
    /** Without completions, Tab leaves the line, so that the line is no keyboard trap. */
    onKey(event) {
      const key = typedKey(event)
      if (key === 'ArrowUp' || key === 'ArrowDown') recall(key === 'ArrowUp' ? 1 : -1)
      else if (key === 'Tab' && !event.shiftKey && completions.length > 0) completeWith(cycle?.next ?? 0)
      else return
      event.preventDefault()
    },
  }
}

export interface KnownWords {
  /** The parser's dictionary, truncated as the parser stores it. */
  readonly words: ReadonlySet<string>
  readonly commands: readonly string[]
  /** The verbs among the commands, which occur only at the beginning of a command. */
  readonly verbs: ReadonlySet<string>
  /** Words printed so far, most recent first. */
  readonly printed: readonly string[]
  /** Names of objects that are here or carried. */
  readonly objects: readonly string[]
}

const MAX_COMPLETIONS = 6
/** Lengths to which dictionary words of the Z-machine are truncated: up to version 3, and from version 4. */
const WORD_LENGTHS: readonly number[] = [6, 9]
/** Common commands that a dictionary may truncate. */
const LONG_COMMANDS = `across activate answer around attach attack banish begone behind beneath brandish command consume
damage deflate describe destroy diagnose disembark dispatch donate enchant examine exorcise extinguish fasten follow
fullscore grease ignite imbibe incant incinerate inflate injure insert inside inventory launch listen lubricate molest
mumble murder northeast northwest pierce proceed puncture pursue recording release remove repair repent restart restore
scream script search secure southeast southwest squeeze startle strike superbrief surprise swallow through thrust
transcript unfasten unhook unlock unscript verbose version`.split(/\s+/)

/**
 * Completions of the last word, most likely first: commands where a command begins, then objects here and printed words
 * that the parser knows. Within a command, verbs are not offered. A noun that was not printed yet is never offered,
 * because it would be a spoiler.
 */
export function completionsOf(text: string, known: KnownWords): readonly string[] {
  const { words, verbs, printed } = known
  const start = lastWordOf(text)
  if (start === '') return []
  const place = placeOf(text.slice(0, text.length - start.length))
  const isOffered = (word: string) => place !== 'within' || !knows(verbs, word)
  const commands = known.commands.filter(isOffered).flatMap(wholeWordsOf(words, printed))
  const things = [...known.objects.flatMap(wordsOf), ...printed.filter((word) => knows(words, word) && isOffered(word))]
  const candidates = place === 'first' ? [...commands, ...things] : [...things, ...commands]
  return [...new Set(candidates)].filter((word) => word.startsWith(start) && word !== start).slice(0, MAX_COMPLETIONS)
}

/** After a comma, either a further object follows, or a command to the addressed character. */
function placeOf(before: string): 'first' | 'within' | 'after comma' {
  if (/(^|[.;]|\bthen)\s*$/i.test(before)) return 'first'
  return /,\s*$/.test(before) ? 'after comma' : 'within'
}

/** A word that may be truncated is offered only as a known whole word with this beginning. */
function wholeWordsOf(words: ReadonlySet<string>, printed: readonly string[]) {
  const longest = Math.max(...[...words].map((word) => word.length))
  return (word: string): readonly string[] => {
    if (word.length < longest || !WORD_LENGTHS.includes(longest)) return [word]
    const known = LONG_COMMANDS.filter((long) => long.startsWith(word))
    return known.length > 0 ? known : printed.filter((long) => long.startsWith(word)).slice(0, 1)
  }
}

export const complete = (text: string, word: string): string =>
  `${text.slice(0, text.length - lastWordOf(text).length)}${word} `

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? []

const lastWordOf = (text: string) => /[\p{L}\p{N}'-]*$/u.exec(text.toLowerCase())?.[0] ?? ''
const knows = (words: ReadonlySet<string>, word: string) =>
  words.has(word) || WORD_LENGTHS.some((length) => word.length > length && words.has(word.slice(0, length)))

const NO_WORDS = { words: [], commands: [], verbs: [] } satisfies Record<string, readonly string[]>
const NONE: KnownWords = { words: new Set(), commands: [], verbs: new Set(), printed: [], objects: [] }

/** The dictionary from the host, and words and objects from the episode. Nothing is read unless `isEnabled`. */
export function useKnownWords(episodeId: string, isEnabled: boolean): KnownWords {
  // Without the dictionary, the user can still type commands.
  const { answer } = useHostQuery(
    useCallback(async (api) => (isEnabled ? api.readVocabulary({ episodeId }) : NO_WORDS), [episodeId, isEnabled]),
  )
  const vocabulary = answer ?? NO_WORDS
  const opening = useEpisode(({ history }) => history.latest.opening)
  const turns = useEpisode(({ history }) => history.latest.turns)
  const latest = useEpisode(({ history }) => latestObservation(history.latest))
  return useMemo(() => {
    if (!isEnabled) return NONE
    const texts = [opening, ...turns.map(({ observation }) => observation)]
      .map((observation) => observation?.text ?? '')
      .toReversed()
    return {
      words: new Set(vocabulary.words),
      commands: vocabulary.commands,
      verbs: new Set(vocabulary.verbs),
      printed: [...new Set(texts.flatMap(wordsOf))],
      objects: [...(latest?.visible ?? []), ...(latest?.inventory ?? [])].map(({ name }) => name),
    }
  }, [isEnabled, vocabulary, opening, turns, latest])
}

/** Actions of a person in this episode, oldest first. */
export function usePastActions(): readonly string[] {
  const turns = useEpisode(({ history }) => history.latest.turns)
  return useMemo(() => turns.flatMap((turn) => (isTakenOver(turn) ? [turn.action?.action ?? ''] : [])), [turns])
}

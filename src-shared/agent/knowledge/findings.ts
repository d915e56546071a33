import type { MindNote } from '../../episode/log/mind-state'
import { buildStateBlocks, isNamed, wordsOf } from '../../episode/state/build-state-block'
import type { EpisodeState } from '../../episode/state/episode'
import type { Outcome, StateBlock } from '../../episode/state/state-block'
import { directionOf } from '../../map/direction'
import { mirrorCommand, mirrorName, mirrorText } from '../../map/mirror'
import { isSameName } from '../parts/likeness'
import { commandOf } from '../parts/visible-state-key'
import { cleanEntry, hasQuote, namesOnlyPrinted, readsAsInstruction, type Refusal } from './check-entry'
import { type EntryKind, type KnowledgeEventOf, LONGEST_PLACE, LONGEST_QUOTE } from './knowledge-event'

type Added = KnowledgeEventOf<'entry_added'>

/** Something that an episode showed, with the turn and its printed text. */
export interface Finding extends Pick<Added, 'kind' | 'place' | 'subject' | 'value' | 'text'> {
  readonly turn: number
  readonly quote: string
}

/** The findings of an episode, and its evidence about entries of earlier ones. */
export interface Findings {
  readonly found: readonly Finding[]
  readonly refused: number
  /** The turn that contradicts the entry; null if none does. */
  readonly turnAgainst: (entry: Pick<Added, 'kind' | 'place' | 'subject' | 'value'>) => number | null
  /** The beginning of the text that the game printed in a turn; null if it printed nothing. */
  readonly quoteOf: (turn: number) => string | null
}

/** At most six words; longer commands are sentences. */
const COMMAND = /^[\p{L}\p{N}',.-]+(?: [\p{L}\p{N}',.-]+){0,5}$/u
const LONGEST_COMMAND = 60
/** Minimum number of attempts in a place, all failed, that make a command useless there. */
const USELESS_AFTER = 3
/**
 * Maximum number of lasting notes that are read, because a log from elsewhere may have any number. The newest are read.
 */
const MAX_NOTES = 500
const IN_VAIN: ReadonlySet<Outcome> = new Set(['refused', 'no_op'])
const SUCCESS: ReadonlySet<Outcome> = new Set(['took', 'opened_or_revealed', 'moved'])

interface Attempt {
  readonly turn: number
  readonly outcome: Outcome
  /** The number of the location after the turn; null if unknown. */
  readonly to: number | null
}

/**
 * Derives findings by rules, without a model, from what the player was shown. Turns of a person are skipped.
 * `namesRead` are the words of the story's names (`wordsOfNames`) as the player reads them. A finding that contains one
 * of these words before the story printed it is refused, because a model may know it from elsewhere.
 */
export function findingsIn(state: EpisodeState, namesRead: ReadonlySet<string>): Findings {
  const handicap = state.manifest?.handicap ?? 'L2'
  // Entries use the story's own words, even if the player read them mirrored.
  const isMirrored = state.manifest?.disguise === 'mirror'
  const told = (text: string) => (isMirrored ? mirrorText(text) : text)
  const names = new Set([...namesRead].map(told))
  const read = buildStateBlocks(state, handicap < 'L2' ? handicap : 'L2')
  const blocks = isMirrored ? read.map(mirrorBlock) : read
  const printed = new Set(wordsOf(blocks[0]?.observation ?? ''))
  const attempts = new Map<string, Attempt[]>()
  const firstSight = new Map<number, { readonly turn: number; readonly names: readonly string[] }>()
  const found: Finding[] = []
  let refused = 0
  const add = (finding: Omit<Finding, 'quote'>) => {
    const quote = quoteOf(finding.turn)
    // Cleaned before it is checked, because removed characters could hide words from the checks.
    const place = finding.place && { ...finding.place, name: cleanEntry(finding.place.name, LONGEST_PLACE) }
    const cleaned = { ...finding, place, subject: cleanEntry(finding.subject), text: cleanEntry(finding.text) }
    const checked =
      quote === null
        ? 'quote_not_printed'
        : whyRefused({ ...cleaned, quote }, { printed, names, text: textOf(finding.turn) })
    if (quote === null || checked !== null) refused++
    else found.push({ ...cleaned, quote })
  }
  const textOf = (turn: number) => blocks[turn]?.observation ?? ''
  const quoteOf = (turn: number) =>
    beginningOf(cleanEntry(textOf(turn).replace(/^\s*>?/, ''), 4 * LONGEST_QUOTE)) || null

  noteSight(firstSight, blocks[0], 0)
  for (let turn = 1; turn < blocks.length; turn++) {
    const [before, now] = [blocks[turn - 1], blocks[turn]]
    if (before === undefined || now === undefined) break
    for (const word of wordsOf(now.observation)) printed.add(word)
    noteSight(firstSight, now, turn)
    const played = state.turns[turn - 1]?.action
    const said = played && (directionOf(played.action) ?? commandOf(played.action))
    const command = said && (isMirrored ? mirrorCommand(said) : said)
    const isChosen = played?.source === 'model' || played?.source === 'random'
    if (!before.location || !now.last || !command || !isChosen || !isCommand(command)) continue
    const place = before.location
    const attempt = { turn, outcome: now.last.outcome, to: now.location?.id ?? null }
    const known = attempts.get(keyOf(place, command))
    if (known) known.push(attempt)
    else attempts.set(keyOf(place, command), [attempt])
    const about = (kind: EntryKind, text: string, subject = command, value = '') =>
      add({ kind, place, subject, value, text, turn })

    const { outcome, score_delta: points = 0 } = now.last
    if (outcome === 'died') about('danger', `"${command}" was deadly`)
    else if (points > 0) about('gain', `"${command}" gained ${points} ${points === 1 ? 'point' : 'points'}`)
    if (outcome === 'moved' && now.location)
      about('exit', `${command} leads to ${now.location.name}#${now.location.id}`, command, String(now.location.id))
    if (outcome === 'opened_or_revealed') about('opens', `"${command}" opened or revealed something`)
    for (const { id, name } of now.inventory ?? [])
      if (before.inventory?.every((held) => held.id !== id) && firstSight.get(place.id)?.names.includes(name))
        about('object', `${name} can be found here`, name)
  }
  for (const [key, tries] of attempts) {
    const last = tries.at(-1)
    if (tries.length < USELESS_AFTER || last === undefined || !tries.every(({ outcome }) => IN_VAIN.has(outcome)))
      continue
    const place = blocks[last.turn - 1]?.location
    const command = key.slice(key.indexOf(' ') + 1)
    if (place)
      add({
        kind: 'useless',
        place,
        subject: command,
        value: '',
        text: `"${command}" came to nothing`,
        turn: last.turn,
      })
  }
  for (const note of state.mind.notes.filter(isLasting).slice(-MAX_NOTES)) {
    const subject = told(note.subject)
    const turn = note.fromTurns.find((from) => hasQuote(textOf(from), subject))
    const place = blocks.findLast(({ location }) => location?.id === note.place)?.location ?? null
    if (turn === undefined) refused++
    else add({ kind: 'note', place, subject, value: '', text: told(note.text), turn })
  }
  return { found, refused, turnAgainst: (entry) => turnAgainst(entry, attempts, firstSight), quoteOf }
}

/** At most `LONGEST_QUOTE` characters, cut between words. */
const beginningOf = (text: string): string =>
  text.length <= LONGEST_QUOTE ? text : cleanEntry(text, LONGEST_QUOTE).replace(/\s+\S*$/, '')

const isLasting = ({ lasts, by, closed }: MindNote): boolean =>
  lasts === 'world' && by !== 'person' && closed?.why !== 'contradicted' && closed?.why !== 'taken_back'

const keyOf = ({ id }: { readonly id: number }, command: string) => `${id} ${command}`

const isCommand = (command: string) =>
  command.length <= LONGEST_COMMAND && COMMAND.test(command) && !readsAsInstruction(command)

function noteSight(
  seen: Map<number, { readonly turn: number; readonly names: readonly string[] }>,
  block: StateBlock | undefined,
  turn: number,
): void {
  const { location, visible, last } = block ?? {}
  if (location && visible && last?.outcome !== 'dark' && !seen.has(location.id))
    seen.set(location.id, { turn, names: visible.map(({ name }) => name) })
}

const mirrorBlock = (block: StateBlock): StateBlock => ({
  ...block,
  observation: mirrorText(block.observation),
  ...(block.location && { location: mirrorName(block.location) }),
  ...(block.inventory && { inventory: block.inventory.map(mirrorName) }),
  ...(block.visible && { visible: block.visible.map(mirrorName) }),
})

/** The reason why a finding is refused; null if it is accepted. Its texts must already be cleaned. */
export function whyRefused(
  { place, text, quote }: Pick<Finding, 'place' | 'text' | 'quote'>,
  episode: { readonly printed: ReadonlySet<string>; readonly names: ReadonlySet<string>; readonly text: string },
): Refusal | null {
  if (text === '') return 'empty'
  if (!hasQuote(cleanEntry(episode.text, episode.text.length), quote)) return 'quote_not_printed'
  if (place !== null && !isNamed(place, episode.printed)) return 'name_not_printed'
  if (!namesOnlyPrinted(text, episode.names, episode.printed)) return 'name_not_printed'
  return readsAsInstruction(`${text}\n${place?.name ?? ''}`) ? 'instruction' : null
}

/**
 * The turn in which an exit led elsewhere, an object was missing at first sight, or a deadly or useless command
 * succeeded; null if there is none.
 */
function turnAgainst(
  { kind, place, subject, value }: Pick<Added, 'kind' | 'place' | 'subject' | 'value'>,
  attempts: ReadonlyMap<string, readonly Attempt[]>,
  firstSight: ReadonlyMap<number, { readonly turn: number; readonly names: readonly string[] }>,
): number | null {
  if (place === null) return null
  const tries = attempts.get(keyOf(place, subject)) ?? []
  switch (kind) {
    case 'exit': {
      const moves = tries.filter(({ outcome }) => outcome === 'moved')
      return moves.some(({ to }) => String(to) === value) ? null : (moves.at(-1)?.turn ?? null)
    }
    case 'object': {
      const sight = firstSight.get(place.id)
      return sight === undefined || sight.names.some((name) => isSameName(name, subject)) ? null : sight.turn
    }
    case 'danger':
      return tries.some(({ outcome }) => outcome === 'died')
        ? null
        : (tries.find(({ outcome }) => SUCCESS.has(outcome))?.turn ?? null)
    case 'useless':
      return tries.find(({ outcome }) => SUCCESS.has(outcome))?.turn ?? null
    default:
      return null
  }
}

import { cutText } from '../../base/whole-characters'
import { FAILURES } from '../../episode/state/failures'
import type { Outcome, StateBlock } from '../../episode/state/state-block'
import type { MindView } from '../view'

/** Maximum length of a location's description, and of the quoted text of a gain or a death, in characters. */
const LONGEST_DESCRIPTION = 400
const LONGEST_EVENT = 300

/** One action of a stay. */
interface Act {
  readonly turn: number
  readonly action: string
  readonly outcome: Outcome
  /** The story's words about a change of score or a death; null for other actions. */
  readonly event: string | null
}

/** Consecutive turns in one place; where the level grants no location, a fixed number of turns. */
interface Stay {
  readonly from: number
  readonly to: number
  readonly place: string
  readonly acts: readonly Act[]
  /** The text that was printed when the place was first reached; null for later stays. */
  readonly description: string | null
  /** True if something was taken, opened or reached for the first time, or the score changed. */
  readonly isGain: boolean
}

/** Parts of a stay that are omitted: 0 none, 1 refusals, 2 everything without effect, 3 descriptions too. */
type Brevity = 0 | 1 | 2 | 3
const BREVITIES = [1, 2, 3] as const
const TURNS_WITHOUT_PLACE = 10
const DEATHS: ReadonlySet<Outcome> = new Set(['died', 'game_over'])

/** Both ends are included. */
export interface TurnSpan {
  readonly from: number
  readonly to: number
}

/**
 * The turns as text, one line per stay, such as `T12–18 Kitchen#79: open sack → opened_or_revealed; up → moved`. If the
 * text is longer than `most` characters, it is shortened in three steps, each beginning with the oldest third of the
 * stays: refusals become counts, stays without a gain are merged, and descriptions are omitted. Deaths and changes of
 * score remain. If the text is still too long, the oldest lines are dropped, and a line states their number.
 */
export function chronicle({ blocks }: MindView, turns: TurnSpan, most: number): string {
  const stays = staysOf(blocks, turns.to).filter(({ to }) => to >= turns.from)
  const brevity: Brevity[] = stays.map(() => 0)
  const third = Math.ceil(stays.length / 3)
  let lines = linesOf(stays, brevity)
  for (const next of BREVITIES) {
    for (let first = 0; first < stays.length; first += third) {
      if (lengthOf(lines) <= most) return lines.join('\n')
      brevity.fill(next, first, first + third)
      lines = linesOf(stays, brevity)
    }
  }
  return withoutOldest(lines, most).join('\n')
}

function staysOf(blocks: readonly StateBlock[], toTurn: number): readonly Stay[] {
  const stays: (Stay & { acts: Act[] })[] = []
  const seen = new Set<number>()
  for (let turn = 1; turn <= toTurn; turn++) {
    const [before, after] = [blocks[turn - 1], blocks[turn]]
    if (before === undefined || after === undefined || after.last === null) break
    const place = placeOf(before)
    const open = stays.at(-1)
    const goesOn =
      open !== undefined && open.place === place && (place !== NOWHERE || turn - open.from < TURNS_WITHOUT_PLACE)
    const isNew = before.location !== undefined && !seen.has(before.location.id)
    if (before.location) seen.add(before.location.id)
    const { action, outcome, score_delta: delta = 0 } = after.last
    const reachesNew = after.location !== undefined && !seen.has(after.location.id)
    const isGain = delta !== 0 || outcome === 'took' || outcome === 'opened_or_revealed' || reachesNew
    const act: Act = { turn, action, outcome, event: eventOf(after, delta) }
    const description = isNew ? cut(before.observation.trim(), LONGEST_DESCRIPTION) : null
    if (goesOn) {
      const stay = { ...open, to: turn, isGain: open.isGain || isGain }
      stay.acts.push(act)
      stays[stays.length - 1] = stay
    } else stays.push({ from: turn, to: turn, place, acts: [act], description, isGain })
  }
  return stays
}

const NOWHERE = ''
const placeOf = ({ location }: StateBlock) => (location ? `${location.name}#${location.id}` : NOWHERE)

function eventOf(after: StateBlock, scoreDelta: number): string | null {
  const isDeath = DEATHS.has(after.last?.outcome ?? 'other')
  if (!isDeath && scoreDelta === 0) return null
  const what = isDeath ? 'died' : `score ${scoreDelta > 0 ? '+' : ''}${scoreDelta}`
  return `${what}: "${cut(after.observation.trim(), LONGEST_EVENT)}"`
}

function linesOf(stays: readonly Stay[], brevity: readonly Brevity[]): readonly string[] {
  const lines: string[] = []
  for (let at = 0; at < stays.length;) {
    const first = stays[at]
    if (first === undefined) break
    const isDull = (index: number) => (brevity[index] ?? 0) >= 2 && isWithoutGain(stays[index])
    let end = at + 1
    if (isDull(at)) while (isDull(end)) end++
    const together = stays.slice(at, end)
    lines.push(end - at > 1 || isDull(at) ? mergedLine(together) : lineOf(first, brevity[at] ?? 0))
    at = end
  }
  return lines
}

const isWithoutGain = (stay: Stay | undefined): boolean =>
  stay !== undefined && !stay.isGain && stay.acts.every(({ event }) => event === null)

function mergedLine(stays: readonly Stay[]): string {
  const places = [...new Set(stays.map(({ place }) => place).filter((place) => place !== NOWHERE))]
  const [from, to] = [stays[0]?.from ?? 0, stays.at(-1)?.to ?? 0]
  const where = places.length > MAX_NAMED ? [...places.slice(0, MAX_NAMED), '…'] : places
  return `${span(from, to)}: ${to - from + 1} turns${where.length > 0 ? ` ${where.join('/')}` : ''}, no gain`
}
const MAX_NAMED = 6

function lineOf({ from, to, place, acts, description }: Stay, brevity: Brevity): string {
  const refused = brevity >= 1 ? acts.filter(({ outcome }) => FAILURES.has(outcome)) : []
  const told = acts.filter((act) => !refused.includes(act)).map(formatAct)
  const parts = [...told, ...(refused.length > 0 ? [`${refused.length} refused`] : [])]
  const look = description !== null && brevity < 3 ? ` (${oneLine(description)})` : ''
  return `${span(from, to)}${place === NOWHERE ? '' : ` ${place}`}${look}: ${parts.join('; ')}`
}

const formatAct = ({ action, outcome, event }: Act): string =>
  `${action} → ${outcome}${event === null ? '' : `, ${oneLine(event)}`}`

const span = (from: number, to: number): string => (from === to ? `T${from}` : `T${from}–${to}`)
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
const cut = (text: string, most: number): string => (text.length <= most ? text : `${cutText(text, most - 1)}…`)
const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0)

/** Drops the oldest lines that report no death first, then the oldest of the others. */
function withoutOldest(lines: readonly string[], most: number): readonly string[] {
  const kept = [...lines]
  let length = lengthOf(kept) + LEFT_OUT
  let left = 0
  while (length > most && kept.length > 0) {
    const oldest = Math.max(
      0,
      kept.findIndex((line) => !line.includes(', died: "')),
    )
    const [gone = ''] = kept.splice(oldest, 1)
    length -= gone.length + 1
    left++
  }
  return left === 0 ? lines : [`(${left} ${left === 1 ? 'line' : 'lines'} of the oldest turns left out)`, ...kept]
}
const LEFT_OUT = 60

import type { ParsedStateBlock } from '@shared/episode/state/state-block'
import { DIRECTIONS, type Direction, directionOf } from '@shared/map/direction'
import { type Decision, decide } from '../../../src-main/explorer/choice/decide'
import { objectivesOf, speak } from '../../../src-main/explorer/choice/speak'
import { worthOf } from '../../../src-main/explorer/choice/worth'
import { learn } from '../../../src-main/explorer/memory/learn'
import { headOf } from '../../../src-main/explorer/memory/lexicon'
import {
  recordAttempt,
  emptyMemory,
  isFailure,
  type Memory,
  type KnownPlace,
  placeOf,
} from '../../../src-main/explorer/memory/memory'
import { phraseFor } from '../../../src-main/explorer/memory/naming'
import type { PastTurn } from '../../../src-main/explorer/memory/read-messages'
import { hash32, noise } from '../../../src-main/explorer/memory/seeded-noise'
import type { Faults } from './faults'
import { inform, readChronicle, recall } from './inform-memory'
import { type ReadMessage, type ReadPrompt, readPrompt } from './read-prompt'
import { readTail, type ReadTail } from './read-tail'

/**
 * A player that makes mistakes like language models, for one episode: it reads nothing but the text of its messages.
 */
export interface ImperfectModel {
  /** The reply to these messages: JSON in the form that the prompt asks for. */
  answer(messages: readonly ReadMessage[]): string
}

interface ImperfectModelOptions {
  readonly seed: number
  readonly faults: Faults
}

export function createImperfectModel({ seed, faults }: ImperfectModelOptions): ImperfectModel {
  // For a model without a context limit: everything it read, folded once.
  const remembered: Remembered = { memory: emptyMemory, turn: 0 }
  const folded: Folded = { key: '', turns: 0, memory: emptyMemory }
  const understood = new Map<number, Understood>()
  let rut = 0
  let latestTurn = 0
  return {
    answer(messages) {
      const prompt = readPrompt(messages)
      const now = prompt?.turns.at(-1)
      if (!prompt || !now?.block) return NOT_ASKED_TO_PLAY
      const { turn } = now.block
      const tail = readTail(prompt.beside, faults.deaf)
      understood.set(turn, { block: now.block, tail })
      const known =
        faults.window === null ? remember(remembered, now, turn) : foldWindow(prompt, faults.window, understood, folded)
      const memory = faults.window === null ? known : recall(inform(known, tail), tail.objectives)
      const draw = (what: string) => noise(seed, `${turn}|${prompt.rejected.length}|${what}`)
      if (turn !== latestTurn) rut = nextRut(rut, faults, tail, draw)
      latestTurn = turn
      const { command, thinking } = choose({ memory, prompt, tail, faults, seed, turn, draw, isInRut: rut > 0 })
      return JSON.stringify({
        thinking,
        action: command,
        new_objective: newObjective(memory, prompt, tail),
        ...(asksFor(messages, 'note') && { note: noteOn(memory, tail, faults, draw) }),
        ...(asksFor(messages, 'done_objective') && { done_objective: null }),
        ...(asksFor(messages, 'expect') && { expect: null }),
      })
    },
  }
}

/** The reply to a helper's question, which has no state block: nothing to add. Schemas ignore unknown fields. */
const NOT_ASKED_TO_PLAY = JSON.stringify({
  thinking: 'Nothing to add.',
  action: 'look',
  new_objective: null,
  verdict: 'accept',
  reason: '',
  predicted_outcome: '',
  cause: '',
  notes: [],
  close_notes: [],
  objectives: [],
  close_objectives: [],
  try_next: [],
  lines: [],
})

const asksFor = ([system]: readonly ReadMessage[], field: string) => system?.content.includes(`"${field}"`) ?? false

interface Remembered {
  memory: Memory
  turn: number
}

/** The same turn may be asked for twice; no turn is left out. */
function remember(remembered: Remembered, now: PastTurn, turn: number): Memory {
  if (turn > remembered.turn) {
    remembered.memory = learn(remembered.memory, now)
    remembered.turn = turn
  }
  return remembered.memory
}

/** Turns that were folded before, so that a long prompt costs one more turn instead of all of them. */
interface Folded {
  key: string
  turns: number
  memory: Memory
}

/** The tail of a turn while it was the newest. */
interface Understood {
  readonly block: ParsedStateBlock
  readonly tail: ReadTail
}

/**
 * All its knowledge comes from the newest turns of its messages, and from the summary of older ones. The explorer reads
 * prose worse than a language model. Therefore, of a turn that is in the messages as text alone, it also knows what the
 * state block showed when the turn was the newest, except for the exits, which sum up all earlier turns. It remembers
 * the tail of that turn for as long, as a model does through its own answers.
 */
function foldWindow(
  { turns, before }: ReadPrompt,
  window: number,
  understood: ReadonlyMap<number, Understood>,
  folded: Folded,
): Memory {
  const first = (turns.at(-1)?.block?.turn ?? 0) - turns.length + 1
  const kept = Math.max(0, turns.length - window)
  const key = `${first + kept}|${before.length}`
  if (folded.key !== key)
    Object.assign(folded, { key, turns: kept, memory: before === '' ? emptyMemory : readChronicle(before) })
  for (; folded.turns < turns.length - 1; folded.turns++) {
    const turn = turns[folded.turns]
    const then = understood.get(first + folded.turns)
    if (turn) folded.memory = learn(folded.memory, withUnderstanding(turn, then?.block))
    if (then) folded.memory = inform(folded.memory, { ...then.tail, untried: [], notes: [] })
  }
  return turns.slice(-1).reduce(learn, folded.memory)
}

function withUnderstanding(turn: PastTurn, told: ParsedStateBlock | undefined): PastTurn {
  if (turn.block !== null || told === undefined) return turn
  const { exits: _exits, ...block } = told
  return { ...turn, block }
}

type Draw = (what: string) => number

/** The number of further turns in which it repeats itself. Text that points this out ends it, though not at once. */
function nextRut(rut: number, { stubborn }: Faults, { stuck }: ReadTail, draw: Draw): number {
  if (rut > 0) return stuck !== null && draw('wake') < 0.5 ? 0 : rut - 1
  return draw('rut') < stubborn ? SHORTEST_RUT + Math.floor(draw('how long') * RUT_SPREAD) : 0
}

const SHORTEST_RUT = 15
const RUT_SPREAD = 60

interface Situation {
  readonly memory: Memory
  readonly prompt: ReadPrompt
  readonly tail: ReadTail
  readonly faults: Faults
  readonly seed: number
  readonly turn: number
  readonly draw: Draw
  readonly isInRut: boolean
}

interface Choice {
  readonly command: string
  readonly thinking: string
}

function choose(situation: Situation): Choice {
  const { memory, prompt, faults, seed, turn, draw, isInRut } = situation
  const decision = decide(blinded(situation), {
    seed: hash32(`${seed}|${Math.floor(turn / SAME_MIND)}`),
    temperature: 2,
  })
  const sensible = { command: decision.command, thinking: speak(memory, decision) }
  if (decision.reflex && ASKED.has(decision.reflex.rule)) return sensible
  const refused = prompt.rejected.at(-1)
  if (refused !== undefined)
    return faults.deaf || (isInRut && draw('insist') < 0.5)
      ? { command: refused, thinking: 'I am sure of it.' }
      : otherThan(prompt.rejected, sensible, decision, situation)
  const proposed = draw('follow') < (isInRut ? HEEDS_IN_RUT : HEEDS_PROPOSALS) ? proposal(situation) : null
  if (proposed !== null) return { command: proposed, thinking: 'I have not tried that yet.' }
  if (isInRut) return { command: rutCommand(situation), thinking: 'There must be something here.' }
  const again = repeated(situation)
  if (again !== null) return { command: again, thinking: 'Once more.' }
  const imagined = draw('imagine') < faults.imagine ? imaginedCommand(situation) : null
  if (imagined !== null) return { command: imagined, thinking: 'There should be one here.' }
  return wander(situation, decision) ?? sensible
}

/** The number of turns during which it weighs options in the same way. */
const SAME_MIND = 7

/** Questions of the story itself: a key, yes or no, which object is meant, whether to begin again. */
const ASKED: ReadonlySet<string> = new Set(['key', 'answer', 'disambiguate', 'restart'])

/** Exits that it never considers count as tried in its memory, unless the tail names them. */
function blinded({ memory, tail, faults, seed }: Situation): Memory {
  if (faults.blindExits === 0) return memory
  const here = placeOf(memory)
  const isTold = (place: KnownPlace, way: Direction) =>
    tail.untried.some(
      (told) => told.way === way && (told.from === null ? place.id === here?.id : told.from.id === place.id),
    )
  const places = new Map<number, KnownPlace>()
  for (const place of memory.places.values()) {
    let { attempts } = place
    for (const way of DIRECTIONS)
      if (
        !place.edges.has(way) &&
        !attempts.has(way) &&
        noise(seed, `blind|${place.name}|${way}`) < faults.blindExits &&
        !isTold(place, way)
      )
        attempts = recordAttempt(memory, attempts, way, 'died')
    places.set(place.id, attempts === place.attempts ? place : { ...place, attempts })
  }
  return { ...memory, places }
}

/** A wrong turn on a long route that the prompt does not describe. */
function wander({ memory, tail, faults, draw }: Situation, { ranked, command }: Decision): Choice | null {
  const [best] = ranked
  if (!best || best.distance <= 2 || draw('lost') >= faults.lost) return null
  if (tail.untried.some(({ first }) => first === command)) return null
  const others = [...(placeOf(memory)?.edges.keys() ?? [])].filter((way) => way !== command)
  const way = pick(others, draw('which way'))
  return way === null ? null : { command: way, thinking: 'It should be this way.' }
}

/** The commands that the note about being stuck suggests here, else the route that it suggests. */
function proposal({ memory, tail, draw }: Situation): string | null {
  if (tail.stuck === null) return null
  const known = placeOf(memory)?.attempts
  const here = tail.stuck.filter((command) => !known?.has(directionOf(command) ?? command))
  return pick(here, draw('proposal')) ?? tail.untried.find(({ first }) => first !== null)?.first ?? null
}

const HEEDS_PROPOSALS = 0.2
const HEEDS_IN_RUT = 0.5

/** Repeats commands that failed here before, less often if the prompt says that they are useless. */
function repeated({ memory, prompt, tail, faults, draw }: Situation): string | null {
  const actions = prompt.turns.flatMap(({ action }) => action ?? [])
  const last = actions.at(-1)
  if (last === undefined || faults.repeat === 0) return null
  const hasFailed = isFailure(memory.reply.outcome)
  const isAtIt = hasFailed && actions.at(-2) === last
  if (draw('repeat') >= (isAtIt ? GOES_ON : faults.repeat)) return null
  const failedHere = [...(placeOf(memory)?.attempts ?? [])].filter(([, { outcome }]) => isFailure(outcome))
  const command = hasFailed ? last : pick(failedHere, draw('failed'))?.[0]
  return command === undefined || (isInVain(tail, command) && draw('heed') < HEEDS) ? null : command
}

const isInVain = ({ tried }: ReadTail, said: string) =>
  tried.some(({ command, outcome }) => command === said.toLowerCase() && isFailure(outcome))

const GOES_ON = 0.7
/** How often it heeds text about commands that failed. */
const HEEDS = 0.7

const IMAGINED = (
  'key lantern rope ladder letter coin bottle lever map candle shovel note switch painting chest ring scroll torch ' +
  'statue bell mirror trapdoor drawer hook wire blanket hammer book chain basket'
).split(' ')
const VERBS = ['take', 'open', 'examine', 'read', 'push', 'pull', 'turn', 'move']
const RUT_VERBS = ['examine', 'look under', 'search', 'touch', 'open', 'push', 'move', 'listen to', 'knock on', 'smell']

function imaginedCommand({ memory, tail, prompt, draw }: Situation): string | null {
  const text = prompt.turns.at(-1)?.text.toLowerCase() ?? ''
  const nouns = IMAGINED.filter(
    (noun) => !text.includes(noun) && memory.carried.every(({ name }) => headOf(name) !== noun),
  )
  const command = `${pick(VERBS, draw('verb')) ?? 'examine'} ${pick(nouns, draw('noun')) ?? 'key'}`
  return isInVain(tail, command) ? null : command
}

/** Repeats a few commands, and walks to the next room and back. */
function rutCommand({ memory, draw }: Situation): string {
  const here = placeOf(memory)
  const share = draw('rut command')
  const backs = [...(here?.edges.keys() ?? [])]
  if (share < 0.3) return pick(backs.slice(0, 2), draw('back')) ?? 'look'
  if (share < 0.4) return share < 0.35 ? 'look' : 'inventory'
  const things = [
    ...(here?.things.map(({ name }) => phraseFor(name, memory)) ?? []),
    ...(here?.nouns ?? []),
    ...memory.carried.map(({ name }) => phraseFor(name, memory)),
  ]
  const thing = pick(things, draw('thing'))
  return thing === null ? 'look' : `${pick(RUT_VERBS, draw('verb')) ?? 'examine'} ${thing}`
}

/** A command other than those that were rejected. */
function otherThan(
  rejected: readonly string[],
  sensible: Choice,
  { ranked }: Decision,
  { memory, draw }: Situation,
): Choice {
  if (!rejected.includes(sensible.command)) return sensible
  const other = ranked.find(({ first }) => !rejected.includes(first))?.first
  const ways = [...(placeOf(memory)?.edges.keys() ?? []), 'look'].filter((way) => !rejected.includes(way))
  return { command: other ?? pick(ways, draw('instead')) ?? 'wait', thinking: 'Something else, then.' }
}

function newObjective(memory: Memory, { turns }: ReadPrompt, { objectives }: ReadTail): string | null {
  const set = new Set(turns.flatMap(({ objective }) => objective ?? []))
  const { depot } = memory
  const aims = objectivesOf(memory)
  const wanted = [
    ...(depot?.container
      ? [`Put valuable things into the ${depot.container} at ${memory.places.get(depot.place)?.name ?? 'its place'}`]
      : []),
    ...aims,
  ]
  return wanted.find((text) => !set.has(text) && !objectives.some((told) => told.includes(text))) ?? null
}

/** A note about a valuable thing that it leaves behind, with its place; a false note has another place. */
function noteOn(memory: Memory, { notes }: ReadTail, { falseNote }: Faults, draw: Draw) {
  const here = placeOf(memory)
  const left = here?.things.find(
    (thing) => worthOf(thing, memory) >= WORTH_NOTING && !notes.some((note) => note.includes(thing.name)),
  )
  if (!here || !left) return null
  const elsewhere = [...memory.places.values()].filter(({ id }) => id !== here.id)
  const wrong = draw('false note') < falseNote ? pick(elsewhere, draw('wrong place')) : null
  const place = (wrong ?? here).name
  return {
    kind: 'object_at',
    subject: left.name,
    value: place,
    text: `${left.name} is at ${place}`,
    lasts: 'episode',
  }
}

const WORTH_NOTING = 6

function pick<Item>(items: readonly Item[], share: number): Item | null {
  return items[Math.floor(share * items.length)] ?? null
}

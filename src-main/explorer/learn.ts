import type { GameObject } from '@shared/episode/event'
import { classifyOutcome } from '@shared/episode/outcome'
import type { Outcome } from '@shared/episode/state-block'
import { type Direction, directionOf, oppositeOf } from '@shared/map/direction'
import { HOSTILE, headOf, isAnyKind, isKind, isKnownNoun, isPrecious, wordsOf } from './lexicon'
import { type Attempt, type Attempts, type Foe, isFailure, type Luck, type Memory, newPlace, type Place, withAdded, withEntry } from './memory'
import { looseObjects, presentedThings, readOwned } from './loose-objects'
import type { PastTurn } from './read-messages'
import { asksToRestart, readScoreChange, readUnknownWord, readClosedDoor, readOptions, readShutThings, saysFoeIsGone, saysHurt, saysLightFailed, saysLocked, saysOpen, saysRefusal, saysTooHeavy, saysTooLaden } from './read-reply'
import { descriptionOf, hasTitle, mergeNouns, readNouns, readSignposts, readTitle, readWays, sentencesOf } from './room-text'
import { hash32 } from './seeded-noise'

/** The memory after one more turn. Pure; the explorer's whole knowledge is this fold over the turns of the prompt. */
export function learn(memory: Memory, turn: PastTurn): Memory {
  const before = turn.action === 'restart' && memory.reply.outcome === 'game_over' ? forgetWorld(memory) : memory
  const facts = readFacts(before, turn)
  const after = observe(before, turn, facts)
  return credit(before, learnLight(before, after), facts)
}

interface Facts {
  readonly action: string | null
  readonly text: string
  readonly location: GameObject | null
  readonly moved: boolean
  readonly carried: readonly GameObject[]
  readonly gained: readonly GameObject[]
  readonly lost: readonly GameObject[]
  readonly visible: readonly GameObject[]
  readonly revealed: boolean
  readonly outcome: Outcome
  readonly score: number | null
  readonly scoreDelta: number
}

function readFacts(memory: Memory, turn: PastTurn): Facts {
  const { block, text } = turn
  const action = turn.action?.trim().toLowerCase() ?? null
  const location = block?.location ?? readLocation(memory, text)
  const moved = location !== null && memory.here !== null && location.id !== memory.here
  const guessed = block?.inventory ? null : looseObjects(memory, action, text)
  const carried = block?.inventory ?? guessed?.carried ?? []
  const score = block?.score ?? (memory.score ?? 0) + (readScoreChange(text) ?? 0)
  const scoreDelta = block?.last?.score_delta ?? (memory.score === null ? 0 : score - memory.score)
  const had = new Set(memory.carried.map(({ id }) => id))
  const has = new Set(carried.map(({ id }) => id))
  const visible = (block?.visible ?? guessed?.visible ?? []).filter(({ id }) => !has.has(id))
  const gained = carried.filter(({ id }) => !had.has(id))
  const lost = memory.carried.filter(({ id }) => !has.has(id))
  const knownHere = new Set((location && memory.places.get(location.id)?.things.map(({ id }) => id)) ?? [])
  const revealed = !moved && visible.some(({ id }) => !knownHere.has(id) && !had.has(id))
  const told = block?.last?.outcome ?? (action === null ? 'other' : guessOutcome(memory, action, { text, location, carried }))
  const outcome = readOutcome(memory, action, text, { told, moved, gained: gained.length > 0, revealed })
  return { action, text, location, moved, carried, gained, lost, visible, revealed, outcome, score, scoreDelta }
}

interface Evidence {
  readonly told: Outcome
  readonly moved: boolean
  readonly gained: boolean
  readonly revealed: boolean
}

/** Facts before words: nothing was taken if nothing more is held; what came in sight through a search was revealed, whatever the reply sounds like. */
function readOutcome(memory: Memory, action: string | null, text: string, { told, moved, gained, revealed }: Evidence): Outcome {
  if (action === null) return 'other'
  if (told === 'took' && !gained) return moved ? 'moved' : 'other'
  if (told !== 'other') return told
  if (saysRefusal(text)) return 'refused'
  return revealed && !memory.isDark && (CHANGES.test(action) || FINDS.test(text)) ? 'opened_or_revealed' : told
}

/** Names also come in sight because the text has just spoken them: only an action that changes things, or words that say so, make it a find. */
const CHANGES = /^(?:open|unlock|move|push|pull|turn|lift)\b/
const FINDS = /\b(?:reveal|uncover|discover|find|notice|hidden|concealed)/i

/** Without a state block a location is known by its heading alone. */
function readLocation(memory: Memory, text: string): GameObject | null {
  const title = readTitle(text)
  if (title !== null) return { id: hash32(title.toLowerCase()), name: title }
  const here = memory.here === null ? undefined : memory.places.get(memory.here)
  return here ? { id: here.id, name: here.name } : null
}

function guessOutcome(memory: Memory, action: string, { text, location, carried }: { text: string; location: GameObject | null; carried: readonly GameObject[] }): Outcome {
  const here = memory.here === null ? undefined : memory.places.get(memory.here)
  const before = { text: memory.reply.text, prompt: '', location: here ?? null, inventory: [...memory.carried], input: 'line', game_over: null } as const
  return classifyOutcome(action, before, { text, prompt: '', location, inventory: [...carried], input: 'line', game_over: asksToRestart(text) ? true : null })
}

function observe(memory: Memory, turn: PastTurn, facts: Facts): Memory {
  const { action, text, location, outcome, moved } = facts
  const now = memory.turn + 1
  const places = new Map(memory.places)
  const from = memory.here === null ? undefined : places.get(memory.here)
  if (from && action !== null) places.set(from.id, leave(memory, from, facts))
  const foe = readFoe(memory, facts)
  const along = comesAlong(memory, from, facts)
  const isNew = location !== null && !places.has(location.id)
  if (location !== null) places.set(location.id, arrive(memory, places.get(location.id) ?? newPlace(location.id, location.name), turn, facts, foe, along))
  const unknownWord = outcome === 'unknown_word' ? readUnknownWord(text) : null
  const changed = facts.scoreDelta !== 0 || facts.gained.length + facts.lost.length > 0 || outcome === 'opened_or_revealed'
  const newThings = facts.visible.some(({ id }) => !memory.seen.has(id))
  return {
    ...memory,
    turn: now,
    here: location?.id ?? memory.here,
    places,
    carried: facts.carried,
    along,
    score: facts.score,
    attempts: action === null ? memory.attempts : recordAttempt(memory, memory.attempts, action, outcome),
    hunches: from && action !== null && isHunch(from, action) ? tally(memory.hunches, moved) : memory.hunches,
    looks: action?.startsWith('examine ') && outcome !== 'unknown_word' && outcome !== 'not_visible' ? tally(memory.looks, outcome === 'opened_or_revealed' || facts.scoreDelta > 0 || readShutThings(text).length > 0) : memory.looks,
    unknownWords: unknownWord === null ? memory.unknownWords : withAdded(memory.unknownWords, unknownWord),
    seen: withAdded(memory.seen, ...facts.visible.map(({ id }) => id), ...facts.carried.map(({ id }) => id)),
    isDark: outcome === 'dark' || (memory.isDark && !moved && outcome !== 'died'),
    foe,
    owned: saysFoeIsGone(text) ? new Set() : withAdded(memory.owned, ...readOwned(text)),
    reply: { action, text, outcome, scoreDelta: facts.scoreDelta },
    epoch: memory.epoch + (changed ? 1 : 0),
    lastProgress: isNew || newThings || facts.scoreDelta > 0 ? now : memory.lastProgress,
    trail: action === null || memory.here === null ? memory.trail : [...memory.trail.slice(-11), { place: memory.here, action, outcome }],
  }
}

const tally = ({ tries, hits }: Luck, hit: boolean): Luck => ({ tries: tries + 1, hits: hits + (hit ? 1 : 0) })

function isHunch(place: Place, action: string): boolean {
  const way = directionOf(action)
  return way !== null && !place.ways.has(way) && !place.doubtfulWays.has(way) && !place.edges.has(way) && way !== place.entrance
}

/** What is in sight here and was in sight where the explorer came from. */
function comesAlong(memory: Memory, from: Place | undefined, { moved, visible }: Facts): readonly GameObject[] {
  const before = new Set([...memory.along, ...(moved && from ? from.things : [])].map(({ id }) => id))
  const isDoor = ({ name }: GameObject) => isAnyKind(name, 'door', 'scenery', 'climbable', 'stairs')
  return visible.filter((thing) => before.has(thing.id) && !isDoor(thing))
}

/** What the action taught about the place it was given in. */
function leave(memory: Memory, place: Place, facts: Facts): Place {
  const { action, text, location, moved, outcome } = facts
  if (action === null) return place
  const label = directionOf(action) ?? action
  const walked = moved && location !== null && outcome !== 'died' && outcome !== 'game_over'
  const target = /^(?:open|unlock|close) (.+?)(?: with .+)?$/.exec(action)?.[1]
  const opens = target !== undefined && !action.startsWith('close')
  const closedDoor = moved ? null : readClosedDoor(text)
  const attempts = recordAttempt(memory, place.attempts, label, outcome)
  return {
    ...place,
    edges: walked ? withEntry(place.edges, label, location.id) : place.edges,
    attempts: closedDoor !== null && directionOf(action) !== null ? without(attempts, `open ${closedDoor}`) : clearWays(place, attempts, facts, target ?? action),
    nouns: closedDoor === null ? place.nouns : mergeNouns([...place.nouns, closedDoor]),
    locked: opens && saysLocked(text) ? withAdded(place.locked, target) : action.startsWith('unlock') && !isFailure(outcome) && target ? new Set([...place.locked].filter((name) => name !== target)) : place.locked,
    opened: opens && action.startsWith('open') && (outcome === 'opened_or_revealed' || saysOpen(text)) ? withAdded(place.opened, target) : place.opened,
    presented: facts.gained.length === 0 ? place.presented : place.presented.filter((name) => !facts.gained.some((thing) => headOf(thing.name) === name)),
    tightExits: !moved && saysTooLaden(text) ? withAdded(place.tightExits, label) : place.tightExits,
    danger: place.danger + (outcome === 'died' ? 1 : 0),
    foe: moved && memory.foe?.blocks ? memory.foe.name : moved ? null : place.foe,
  }
}

/** What the reply teaches about the place the explorer now stands in. */
function arrive(memory: Memory, place: Place, turn: PastTurn, facts: Facts, foe: Foe | null, along: readonly GameObject[]): Place {
  const { action, text, moved, outcome } = facts
  const isLook = action === null || action === 'look' || action === 'l'
  const looked = outcome !== 'dark' && (moved || isLook || memory.here === null || hasTitle(text, place.name))
  const description = looked ? descriptionOf(text, place.name) : ''
  const isFuller = description.length > place.description.length
  const speaks = isFuller || outcome === 'opened_or_revealed'
  const ways = readWays(isFuller ? description : text)
  const back = moved && action !== null && outcome !== 'died' ? wayBack(action) : null
  const known = turn.block?.exits?.known ?? {}
  const options = outcome === 'ambiguous' ? readOptions(text) : []
  const carriesLitLight = memory.lightIsOn
  return {
    ...place,
    name: facts.location?.name ?? place.name,
    description: isFuller ? description : place.description,
    visits: place.visits + (moved || memory.here === null ? 1 : 0),
    edges: Object.keys(known).every((label) => place.edges.has(label)) ? place.edges : new Map([...Object.entries(known), ...place.edges]),
    things: outcome === 'dark' ? place.things : facts.visible.filter(({ id }) => !along.some((thing) => thing.id === id)),
    nouns: speaks || options.length > 0 ? mergeNouns([...place.nouns, ...options, ...readNouns(isFuller ? description : text)]) : place.nouns,
    presented: outcome === 'unknown_word' || outcome === 'not_visible' ? place.presented : [...new Set([...place.presented, ...presentedThings(isFuller ? description : text).map(({ name }) => name)])],
    ways: speaks ? withAdded(place.ways, ...ways.open) : place.ways,
    gloomyWays: speaks ? withAdded(place.gloomyWays, ...ways.gloomy) : place.gloomyWays,
    doubtfulWays: speaks ? withAdded(place.doubtfulWays, ...ways.doubtful) : place.doubtfulWays,
    shut: withAdded(place.shut, ...readShutThings(text)),
    light: outcome === 'dark' ? 'dark' : looked && !carriesLitLight && place.light === 'unknown' ? 'lit' : place.light,
    foe: (foe?.blocks ? foe.name : null) ?? (looked && !moved ? null : saysFoeIsGone(text) ? null : place.foe),
    entrance: place.entrance ?? back,
    cameFrom: place.cameFrom ?? (back === null ? null : memory.here),
    cameThrough: place.cameThrough ?? (moved ? (/^enter (.+)$/.exec(action ?? '')?.[1] ?? null) : null),
    signposted: speaks ? withAdded(place.signposted, ...readSignposts(isFuller ? description : text)) : place.signposted,
  }
}

function without(attempts: Attempts, command: string): Attempts {
  const left = new Map(attempts)
  left.delete(command)
  return left
}

/** Ways that failed here may be free now: after a door was opened those that are known or that the reply speaks of, after something was set going all that the text speaks of. */
function clearWays({ edges, ways }: Place, attempts: Attempts, { text, outcome, scoreDelta }: Facts, target: string): Attempts {
  const opened = outcome === 'opened_or_revealed' && isAnyKind(target, 'door', 'cover')
  const setGoing = isAnyKind(target, 'control') && !isFailure(outcome) && (scoreDelta > 0 || outcome === 'opened_or_revealed')
  if (!opened && !setGoing) return attempts
  const told: ReadonlySet<string> = setGoing ? ways : readWays(text).open
  return new Map([...attempts].filter(([command, { fails }]) => fails === 0 || !(edges.has(command) || told.has(command))))
}

function wayBack(action: string): Direction | null {
  const way = directionOf(action)
  if (way !== null) return oppositeOf(way)
  return action.startsWith('climb ') ? 'down' : action.startsWith('enter ') ? 'out' : null
}

function recordAttempt(memory: Memory, attempts: Attempts, command: string, outcome: Outcome): Attempts {
  const old: Attempt | undefined = attempts.get(command)
  const fails = isFailure(outcome) ? (old?.fails ?? 0) + 1 : 0
  return withEntry(attempts, command, { count: (old?.count ?? 0) + 1, fails, outcome, epoch: memory.epoch, turn: memory.turn })
}

/** A foe is the subject of a sentence with a hostile verb, if it is a thing in sight that is nothing else; or whoever has just drawn blood. */
function readFoe(memory: Memory, facts: Facts): Foe | null {
  const { text, visible, action, outcome, moved } = facts
  if (outcome === 'died' || saysFoeIsGone(text)) return null
  const rounds = memory.foe && action?.startsWith('attack ') ? memory.foe.rounds + 1 : (memory.foe?.rounds ?? 0)
  const hasHurt = saysHurt(text)
  const creatures = visible.filter(({ name }) => !isKnownNoun(headOf(name)) && !isPrecious(name))
  for (const sentence of sentencesOf(text)) {
    const verb = HOSTILE.exec(sentence)
    if (!verb) continue
    const subject = wordsOf(sentence.slice(0, verb.index))
    const found = creatures.find(({ name }) => subject.includes(headOf(name)))
    if (found) return { name: found.name, rounds, hasHurt, blocks: /^block/i.test(verb[0]) || (memory.foe?.blocks ?? false) }
  }
  const stillHere = memory.foe && !moved && visible.some(({ name }) => name === memory.foe?.name)
  if (memory.foe && stillHere) return { ...memory.foe, rounds, hasHurt }
  const attacker = creatures[0]?.name
  return hasHurt && attacker !== undefined ? { name: attacker, rounds, hasHurt, blocks: false } : null
}

function learnLight(before: Memory, memory: Memory): Memory {
  const { action, text, outcome } = memory.reply
  const lights = memory.carried.filter(({ name }) => isKind(name, 'light'))
  if (lights.length === 0 || outcome === 'died') return { ...memory, lightIsOn: false }
  if (action !== null && /^(?:turn on|switch on|light) /.test(action) && (!isFailure(outcome) || /already/i.test(text))) return { ...memory, lightIsOn: true, isDark: outcome === 'dark' }
  if (action !== null && /^(?:turn off|switch off|extinguish) /.test(action)) return { ...memory, lightIsOn: false }
  if (before.lightIsOn && saysLightFailed(text)) return { ...memory, lightIsOn: false, spentLights: withAdded(memory.spentLights, ...lights.map(({ id }) => id)) }
  return memory
}

/** Things whose head noun ends the text. */
const matching = (things: readonly GameObject[], text: string): readonly number[] => things.filter(({ name }) => text.endsWith(headOf(name))).map(({ id }) => id)

/** Nothing spoke for its being there to be taken: neither the text nor what it is. */
function wasPlain(before: Memory, action: string): boolean {
  const head = headOf(action)
  const presented = before.here === null ? [] : (before.places.get(before.here)?.presented ?? [])
  return !isKnownNoun(head) && !presented.includes(head)
}

const PUT = /^(?:put|insert|place) (.+) (?:in|into|inside|on) (.+)$/

/** Credits a change of the score to the action that brought it. */
function credit(before: Memory, memory: Memory, facts: Facts): Memory {
  const { action, gained, lost, scoreDelta, text } = facts
  if (action === null) return memory
  const taken = gained.map(({ id }) => id)
  const given = lost.map(({ id }) => id)
  const [first, ...more] = gained
  const closedDoor = facts.moved ? null : readClosedDoor(text)
  const isOpened = action.startsWith('open ') && (memory.reply.outcome === 'opened_or_revealed' || /already open/i.test(text))
  const wording = more.length === 0 ? /^take (.+)$/.exec(action)?.[1] : undefined
  const container = PUT.exec(action)?.[2] ?? null
  const rewarded = scoreDelta > 0 && given.length > 0 && before.here !== null && (container !== null || action.startsWith('drop '))
  const tooHeavy = action.startsWith('take ') && saysTooHeavy(text)
  const missed = tooHeavy ? matching(facts.visible, action) : []
  return {
    ...memory,
    wordings: wording === undefined || first === undefined ? memory.wordings : withEntry(memory.wordings, first.name, wording),
    opens: action.startsWith('open ') && memory.reply.outcome !== 'unknown_word' && !isKnownNoun(headOf(action)) ? tally(memory.opens, isOpened) : memory.opens,
    openedThings: isOpened ? withAdded(memory.openedThings, ...matching(facts.visible, action)) : closedDoor !== null ? new Set([...memory.openedThings].filter((id) => !matching(facts.visible, closedDoor).includes(id))) : memory.openedThings,
    takes: action.startsWith('take ') && wasPlain(before, action) ? tally(memory.takes, gained.length > 0) : memory.takes,
    valued: scoreDelta > 0 && !facts.moved ? withAdded(memory.valued, ...taken) : memory.valued,
    delivered: rewarded ? withAdded(memory.delivered, ...given) : memory.delivered,
    depot: rewarded && before.here !== null ? { place: before.here, container } : memory.depot,
    wanted: new Set([...memory.wanted, ...missed].filter((id) => !taken.includes(id))),
    dropped: action.startsWith('drop ') ? withAdded(memory.dropped, ...given) : memory.dropped,
  }
}

/** After a restart the world is as it was at first; what was learnt about the way and its dangers stays. */
function forgetWorld(memory: Memory): Memory {
  const places = [...memory.places.values()].map((place) => [place.id, { ...newPlace(place.id, place.name), edges: place.edges, danger: place.danger, entrance: place.entrance }] as const)
  return { ...memory, here: null, places: new Map(places), attempts: new Map(), carried: [], score: null, delivered: new Set(), dropped: new Set(), wanted: new Set(), spentLights: new Set(), lightIsOn: false, foe: null }
}

import { type Direction, directionOf, oppositeOf } from '@shared/map/direction'
import type { GameObject } from '@shared/map/location-survey'
import { headOf, isAnyKind, wordsOf } from './lexicon'
import { descriptionOf, hasTitle, mergeNouns, readNouns, readSignposts, readWays, sentencesOf } from './location-text'
import { introducedThings, presentedThings, thingsOnOwnLine } from './loose-objects'
import {
  recordAttempt,
  without,
  type TriedCommand,
  type TriedCommands,
  type Foe,
  isDeath,
  isFailure,
  type Memory,
  type KnownPlace,
  withAdded,
  withEntry,
} from './memory'
import { NOT_UNDERSTOOD } from './naming'
import type { TurnFacts } from './read-facts'
import type { PastTurn } from './read-messages'
import {
  readAdvice,
  readClosedDoor,
  readNews,
  readOptions,
  readShutThings,
  readSubject,
  saysFoeIsGone,
  saysAlreadyOpen,
  saysDeadEnd,
  saysLocked,
  saysNeed,
  saysNoWay,
  saysOpen,
  saysExitTooTight,
} from './read-reply'

/** Learns from an action about the place where it was played. */
export function learnFromDeparture(memory: Memory, place: KnownPlace, facts: TurnFacts): KnownPlace {
  const { action, text, location, moved, outcome } = facts
  if (action === null) return place
  const label = directionOf(action) ?? action
  const hasWalked = moved && location !== null && !isDeath(outcome)
  const target = openedTarget(action)
  const closedDoor = moved ? null : readClosedDoor(text)
  const alias = readAlias(place, action, text)
  const isStillHere = (noun: string) => !facts.gained.some(({ name }) => headOf(name) === headOf(noun))
  const foeInTheWay = memory.foe?.blocks ? memory.foe.name : null
  return {
    ...place,
    aliases: alias === null ? place.aliases : withEntry(place.aliases, alias.noun, alias.name),
    edges: hasWalked ? withEntry(place.edges, label, location.id) : place.edges,
    attempts: attemptsAfter(memory, place, facts, { label, alias, closedDoor, target: target ?? action }),
    nouns: closedDoor === null ? place.nouns.filter(isStillHere) : mergeNouns([...place.nouns, closedDoor]),
    ...refusedWays(place, facts, label),
    ...openedThings(place, facts, target),
    presented: place.presented.filter(isStillHere),
    danger: place.danger + (outcome === 'died' ? 1 : 0),
    foe: moved ? foeInTheWay : place.foe,
  }
}

const openedTarget = (action: string): string | undefined =>
  /^(?:open|unlock|close) (.+?)(?: with .+)?$/.exec(action)?.[1]

/** The commands tried here, including this one, without those that may succeed now. */
function attemptsAfter(
  memory: Memory,
  place: KnownPlace,
  facts: TurnFacts,
  {
    label,
    alias,
    closedDoor,
    target,
  }: {
    readonly label: string
    readonly alias: Alias | null
    readonly closedDoor: string | null
    readonly target: string
  },
): TriedCommands {
  const { outcome } = facts
  const action = facts.action ?? ''
  const { reply } = memory
  // The action followed the story's advice, so the command that was refused before may succeed now.
  const isAdvised = reply.action !== null && action === readAdvice(reply.text) && !isFailure(outcome)
  const before = isAdvised
    ? without(place.attempts, directionOf(reply.action ?? '') ?? reply.action ?? '')
    : place.attempts
  const tried = recordAttempt(memory, forgetNamed(place, before, readNews(memory, facts)), label, outcome)
  const attempts =
    alias === null ? tried : recordAttempt(memory, tried, action.replace(alias.noun, alias.name.toLowerCase()), outcome)
  return closedDoor !== null && directionOf(action) !== null
    ? without(attempts, `open ${closedDoor}`)
    : clearWays(place, attempts, facts, target)
}

/** Ways and doors that were refused here, and words of the refusals. */
function refusedWays(place: KnownPlace, { action, text, moved, outcome }: TurnFacts, label: string) {
  const way = directionOf(action ?? '')
  const isBarred = !moved && way !== null && !saysNoWay(text) && outcome !== 'died'
  const isDoor = /^(?:open|enter) /.test(action ?? '') && !moved && outcome !== 'opened_or_revealed'
  return {
    barred: isBarred && place.ways.has(label as Direction) ? withAdded(place.barred, label) : place.barred,
    obstacles:
      (isBarred || isDoor) && !NOT_UNDERSTOOD.has(outcome)
        ? withAdded(place.obstacles, ...wordsOf(text).filter((word) => word !== headOf(action ?? '')))
        : place.obstacles,
    isDeadEnd: place.isDeadEnd || (!moved && way !== null && saysDeadEnd(text)),
    tightExits: !moved && saysExitTooTight(text) ? withAdded(place.tightExits, label) : place.tightExits,
  }
}

/** Things that the action opened or unlocked, and actions that lacked something. */
function openedThings(place: KnownPlace, facts: TurnFacts, target: string | undefined) {
  const { text, moved, outcome } = facts
  const action = facts.action ?? ''
  const opens = target !== undefined && !action.startsWith('close')
  const unlocks = target !== undefined && action.startsWith('unlock') && !isFailure(outcome)
  const stillLocked = unlocks ? new Set([...place.locked].filter((name) => name !== target)) : place.locked
  const isOpen = outcome === 'opened_or_revealed' || (!isFailure(outcome) && saysOpen(text)) || saysAlreadyOpen(text)
  const lacksSomething = !moved && facts.gained.length === 0 && outcome !== 'opened_or_revealed' && saysNeed(text)
  const wasStore = outcome === 'opened_or_revealed' && /\breveal/i.test(text)
  return {
    locked: opens && saysLocked(text) ? withAdded(place.locked, target) : stillLocked,
    opened: opens && action.startsWith('open') && isOpen ? withAdded(place.opened, target) : place.opened,
    wants: lacksSomething ? withAdded(place.wants, action) : place.wants,
    stores: opens && wasStore ? withAdded(place.stores, target) : place.stores,
  }
}

/** Whether unprompted lines of the story mention something known here. */
export const concernsPlace = ({ things, nouns }: KnownPlace, news: readonly string[]): boolean => {
  const words = new Set(news.flatMap(wordsOf))
  return [...things.map(({ name }) => name), ...nouns].some((name) => words.has(headOf(name)))
}

/** Forgets attempts on objects that unprompted lines mention, because these objects have changed. */
function forgetNamed({ edges }: KnownPlace, attempts: TriedCommands, news: readonly string[]): TriedCommands {
  const words = new Set(news.flatMap(wordsOf))
  if (words.size === 0) return attempts
  return new Map(
    [...attempts].filter(
      ([command, { outcome }]) => edges.has(command) || isDeath(outcome) || !words.has(headOf(command)),
    ),
  )
}

interface Alias {
  readonly noun: string
  readonly name: string
}

/** If the reply is about a listed thing that the command did not name, both names mean the same thing. Else null. */
function readAlias({ things }: KnownPlace, action: string, text: string): Alias | null {
  const noun = /^\S+ ((?:(?!\b(?:in|on|to|with) ).)+)$/.exec(action)?.[1]
  const subject = readSubject(text)
  if (noun === undefined || subject === null || headOf(noun) === subject || text.toLowerCase().includes(headOf(noun)))
    return null
  const thing = things.find(({ name }) => headOf(name) === subject)
  return thing && !things.some(({ name }) => headOf(name) === headOf(noun)) ? { noun, name: thing.name } : null
}

/** Learns from the reply about the place where the explorer is now. */
export function learnFromArrival(
  memory: Memory,
  place: KnownPlace,
  turn: PastTurn,
  facts: TurnFacts,
  foe: Foe | null,
  along: readonly GameObject[],
): KnownPlace {
  const { text, moved, outcome } = facts
  const view = readView(memory, place, facts)
  const foeIsGone = (view.hasLooked && !moved) || saysFoeIsGone(text)
  return {
    ...place,
    name: facts.location?.name ?? place.name,
    visits: place.visits + (moved || memory.here === null ? 1 : 0),
    ...describedWays(place, view),
    ...describedThings(memory, place, facts, view, along),
    ...wayIn(memory, place, turn, facts),
    light: lightAfter(place, outcome, view.hasLooked && !memory.lightIsOn),
    foe: (foe?.blocks ? foe.name : null) ?? (foeIsGone ? null : place.foe),
  }
}

/** The reply as a view of the place. */
interface View {
  readonly hasLooked: boolean
  /** The description in the reply; '' without one. */
  readonly description: string
  /** True if it is longer than every earlier description. */
  readonly isFuller: boolean
  /** The text to search for new ways and things: the fuller description, else the whole reply. */
  readonly text: string
  readonly isNews: boolean
}

function readView(memory: Memory, place: KnownPlace, { action, text, moved, outcome }: TurnFacts): View {
  const isLook = action === null || action === 'look' || action === 'l'
  const hasLooked = outcome !== 'dark' && (moved || isLook || memory.here === null || hasTitle(text, place.name))
  const description = hasLooked ? descriptionOf(text, place.name) : ''
  const isFuller = description.length > place.description.length
  const isNews = isFuller || outcome === 'opened_or_revealed'
  return { hasLooked, description, isFuller, text: isFuller ? description : text, isNews }
}

function describedWays(place: KnownPlace, { hasLooked, description, isFuller, text, isNews }: View) {
  const ways = readWays(text)
  return {
    description: isFuller ? description : place.description,
    ways: isNews ? withAdded(place.ways, ...ways.open) : place.ways,
    gloomyWays: isNews ? withAdded(place.gloomyWays, ...ways.gloomy) : place.gloomyWays,
    doubtfulWays: isNews ? withAdded(place.doubtfulWays, ...ways.doubtful) : place.doubtfulWays,
    signposted: isNews ? withAdded(place.signposted, ...readSignposts(text)) : place.signposted,
    isDeadEnd: place.isDeadEnd || (hasLooked && saysDeadEnd(description)),
  }
}

function describedThings(
  memory: Memory,
  place: KnownPlace,
  { action, text: reply, moved, outcome, visible }: TurnFacts,
  { description, isFuller, text, isNews }: View,
  along: readonly GameObject[],
) {
  const options = outcome === 'ambiguous' ? readOptions(reply) : []
  const revealed = outcome === 'opened_or_revealed' && !moved ? visible.filter(({ id }) => !memory.seen.has(id)) : []
  const presented = () => [
    ...presentedThings(text).map(({ name }) => name),
    ...(isFuller ? thingsOnOwnLine(description, visible) : []),
    ...revealed.map(({ name }) => headOf(name)),
  ]
  const isUnderstood = outcome !== 'unknown_word' && outcome !== 'not_visible'
  return {
    things: outcome === 'dark' ? place.things : visible.filter(({ id }) => !along.some((thing) => thing.id === id)),
    nouns: isNews || options.length > 0 ? mergeNouns([...place.nouns, ...options, ...readNouns(text)]) : place.nouns,
    presented: isUnderstood ? [...new Set([...place.presented, ...presented()])] : place.presented,
    introduced: isFuller ? withAdded(place.introduced, ...introducedThings(description, visible)) : place.introduced,
    shut: withAdded(place.shut, ...readShutThings(reply, action)),
  }
}

/** How the explorer came here, and how it may go back. */
function wayIn(memory: Memory, place: KnownPlace, turn: PastTurn, { action, moved, outcome }: TurnFacts) {
  const back = moved && action !== null && outcome !== 'died' ? wayBack(action) : null
  const exits = turn.block?.exits?.known ?? {}
  const hasFailed = back !== null && (place.attempts.get(back)?.fails ?? 0) > 0
  return {
    edges: Object.keys(exits).every((label) => place.edges.has(label))
      ? place.edges
      : new Map([...Object.entries(exits), ...place.edges]),
    // The explorer just used this exit, so the opposite direction is passable: forget that it failed before.
    attempts: hasFailed ? without(place.attempts, back) : place.attempts,
    backs:
      back === null || memory.here === null || place.backs.has(back)
        ? place.backs
        : withEntry(place.backs, back, memory.here),
    cameThrough: place.cameThrough ?? (moved ? (/^enter (.+)$/.exec(action ?? '')?.[1] ?? null) : null),
  }
}

/**
 * Forgets failures of ways that may be open now: those that are mentioned with an opened door, or all of them after a
 * control worked.
 */
function clearWays(
  { edges, ways, description }: KnownPlace,
  attempts: TriedCommands,
  { text, outcome, scoreDelta }: TurnFacts,
  target: string,
): TriedCommands {
  const opened = outcome === 'opened_or_revealed' && isAnyKind(target, 'door', 'cover')
  const setGoing =
    isAnyKind(target, 'control') && !isFailure(outcome) && (scoreDelta > 0 || outcome === 'opened_or_revealed')
  if (!opened && !setGoing) return attempts
  const aboutIt = sentencesOf(description).filter((sentence) => sentence.toLowerCase().includes(target))
  const mentioned: ReadonlySet<string> = setGoing ? ways : readWays([text, ...aboutIt].join(' ')).open
  return new Map(
    [...attempts].filter(([command, { fails }]) => fails === 0 || !(edges.has(command) || mentioned.has(command))),
  )
}

/**
 * Forgets failed commands about a thing that was opened from elsewhere, and failed ways. Unchanged if the thing is not
 * here.
 */
export function openedFromElsewhere(place: KnownPlace, head: string): KnownPlace {
  if (![...place.things.map(({ name }) => name), ...place.nouns].some((name) => headOf(name) === head)) return place
  const concerned = ([command, { fails }]: [string, TriedCommand]) =>
    fails > 0 && (command.endsWith(` ${head}`) || place.ways.has(directionOf(command) ?? 'out'))
  return { ...place, attempts: new Map([...place.attempts].filter((entry) => !concerned(entry))) }
}

/** `isSeen`: the place was seen without the explorer's own light. */
function lightAfter({ light }: KnownPlace, outcome: TurnFacts['outcome'], isSeen: boolean): KnownPlace['light'] {
  if (outcome === 'dark') return 'dark'
  return isSeen && light === 'unknown' ? 'lit' : light
}

function wayBack(action: string): Direction | null {
  const way = directionOf(action)
  if (way !== null) return oppositeOf(way)
  if (action.startsWith('climb ')) return 'down'
  return action.startsWith('enter ') ? 'out' : null
}

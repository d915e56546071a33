import type { GameObject } from '@shared/map/location-survey'
import { type Direction, directionOf, oppositeOf } from '@shared/map/direction'
import { recordAttempt, without } from './attempts'
import { headOf, isAnyKind, wordsOf } from './lexicon'
import { introducedThings, presentedThings, thingsSetApart } from './loose-objects'
import {
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
  saysTooLaden,
} from './read-reply'
import { descriptionOf, hasTitle, mergeNouns, readNouns, readSignposts, readWays, sentencesOf } from './location-text'

/** What the action taught about the place it was given in. */
export function leave(memory: Memory, place: KnownPlace, facts: TurnFacts): KnownPlace {
  const { action, text, location, moved, outcome } = facts
  if (action === null) return place
  const label = directionOf(action) ?? action
  const walked = moved && location !== null && outcome !== 'died' && outcome !== 'game_over'
  const target = /^(?:open|unlock|close) (.+?)(?: with .+)?$/.exec(action)?.[1]
  const opens = target !== undefined && !action.startsWith('close')
  const unlocks = action.startsWith('unlock') && !isFailure(outcome) && target !== undefined
  const stillLocked = unlocks ? new Set([...place.locked].filter((name) => name !== target)) : place.locked
  const foeInTheWay = memory.foe?.blocks ? memory.foe.name : null
  const closedDoor = moved ? null : readClosedDoor(text)
  const isBarred = !moved && directionOf(action) !== null && !saysNoWay(text) && outcome !== 'died'
  const isDoor = /^(?:open|enter) /.test(action) && !moved && outcome !== 'opened_or_revealed'
  // What was told to be done first is done: what it was to be done for is to be tried anew.
  const isAdvised = memory.reply.action !== null && action === readAdvice(memory.reply.text) && !isFailure(outcome)
  const attemptsBefore = isAdvised
    ? without(place.attempts, directionOf(memory.reply.action ?? '') ?? memory.reply.action ?? '')
    : place.attempts
  const tried = recordAttempt(memory, forgetNamed(place, attemptsBefore, readNews(memory, facts)), label, outcome)
  const alias = readAlias(place, action, text)
  const attempts =
    alias === null ? tried : recordAttempt(memory, tried, action.replace(alias.noun, alias.name.toLowerCase()), outcome)
  const isStillHere = (noun: string) => !facts.gained.some(({ name }) => headOf(name) === headOf(noun))
  return {
    ...place,
    aliases: alias === null ? place.aliases : withEntry(place.aliases, alias.noun, alias.name),
    barred: isBarred && place.ways.has(label as Direction) ? withAdded(place.barred, label) : place.barred,
    obstacles:
      (isBarred || isDoor) && !NOT_UNDERSTOOD.has(outcome)
        ? withAdded(place.obstacles, ...wordsOf(text).filter((word) => word !== headOf(action)))
        : place.obstacles,
    edges: walked ? withEntry(place.edges, label, location.id) : place.edges,
    attempts:
      closedDoor !== null && directionOf(action) !== null
        ? without(attempts, `open ${closedDoor}`)
        : clearWays(place, attempts, facts, target ?? action),
    nouns: closedDoor === null ? place.nouns.filter(isStillHere) : mergeNouns([...place.nouns, closedDoor]),
    locked: opens && saysLocked(text) ? withAdded(place.locked, target) : stillLocked,
    opened:
      opens &&
      action.startsWith('open') &&
      (outcome === 'opened_or_revealed' || (!isFailure(outcome) && saysOpen(text)) || saysAlreadyOpen(text))
        ? withAdded(place.opened, target)
        : place.opened,
    wants:
      !moved && facts.gained.length === 0 && outcome !== 'opened_or_revealed' && saysNeed(text)
        ? withAdded(place.wants, action)
        : place.wants,
    stores:
      opens && outcome === 'opened_or_revealed' && /\breveal/i.test(text)
        ? withAdded(place.stores, target)
        : place.stores,
    presented: place.presented.filter(isStillHere),
    isDeadEnd: place.isDeadEnd || (!moved && directionOf(action) !== null && saysDeadEnd(text)),
    tightExits: !moved && saysTooLaden(text) ? withAdded(place.tightExits, label) : place.tightExits,
    danger: place.danger + (outcome === 'died' ? 1 : 0),
    foe: moved ? foeInTheWay : place.foe,
  }
}

/** The story speaks of its own accord of something that is known here. */
export const concernsPlace = ({ things, nouns }: KnownPlace, news: readonly string[]): boolean => {
  const words = new Set(news.flatMap(wordsOf))
  return [...things.map(({ name }) => name), ...nouns].some((name) => words.has(headOf(name)))
}

/** What the story speaks of of its own accord has changed: what was tried with it may go otherwise. */
function forgetNamed({ edges }: KnownPlace, attempts: TriedCommands, news: readonly string[]): TriedCommands {
  const words = new Set(news.flatMap(wordsOf))
  if (words.size === 0) return attempts
  return new Map(
    [...attempts].filter(
      ([command, { outcome }]) => edges.has(command) || isDeath(outcome) || !words.has(headOf(command)),
    ),
  )
}

/** The story speaks of a listed thing where the command named another: both are one. */
function readAlias(
  { things }: KnownPlace,
  action: string,
  text: string,
): { readonly noun: string; readonly name: string } | null {
  const noun = /^\S+ ((?:(?!\b(?:in|on|to|with) ).)+)$/.exec(action)?.[1]
  const subject = readSubject(text)
  if (noun === undefined || subject === null || headOf(noun) === subject || text.toLowerCase().includes(headOf(noun)))
    return null
  const thing = things.find(({ name }) => headOf(name) === subject)
  return thing && !things.some(({ name }) => headOf(name) === headOf(noun)) ? { noun, name: thing.name } : null
}

/** What the reply teaches about the place the explorer now stands in. */
export function arrive(
  memory: Memory,
  place: KnownPlace,
  turn: PastTurn,
  facts: TurnFacts,
  foe: Foe | null,
  along: readonly GameObject[],
): KnownPlace {
  const { action, text, moved, outcome } = facts
  const isLook = action === null || action === 'look' || action === 'l'
  const looked = outcome !== 'dark' && (moved || isLook || memory.here === null || hasTitle(text, place.name))
  const description = looked ? descriptionOf(text, place.name) : ''
  const isFuller = description.length > place.description.length
  const speaks = isFuller || outcome === 'opened_or_revealed'
  const ways = readWays(isFuller ? description : text)
  const back = moved && action !== null && outcome !== 'died' ? wayBack(action) : null
  const known = turn.block?.exits?.known ?? {}
  const revealed =
    outcome === 'opened_or_revealed' && !moved ? facts.visible.filter(({ id }) => !memory.seen.has(id)) : []
  const options = outcome === 'ambiguous' ? readOptions(text) : []
  const foeIsGone = (looked && !moved) || saysFoeIsGone(text)
  return {
    ...place,
    name: facts.location?.name ?? place.name,
    description: isFuller ? description : place.description,
    visits: place.visits + (moved || memory.here === null ? 1 : 0),
    edges: Object.keys(known).every((label) => place.edges.has(label))
      ? place.edges
      : new Map([...Object.entries(known), ...place.edges]),
    // The way back is open again from this side, whatever it was before.
    attempts:
      back !== null && (place.attempts.get(back)?.fails ?? 0) > 0 ? without(place.attempts, back) : place.attempts,
    things:
      outcome === 'dark' ? place.things : facts.visible.filter(({ id }) => !along.some((thing) => thing.id === id)),
    nouns:
      speaks || options.length > 0
        ? mergeNouns([...place.nouns, ...options, ...readNouns(isFuller ? description : text)])
        : place.nouns,
    presented:
      outcome === 'unknown_word' || outcome === 'not_visible'
        ? place.presented
        : [
            ...new Set([
              ...place.presented,
              ...presentedThings(isFuller ? description : text).map(({ name }) => name),
              ...(isFuller ? thingsSetApart(description, facts.visible) : []),
              ...revealed.map(({ name }) => headOf(name)),
            ]),
          ],
    introduced: isFuller
      ? withAdded(place.introduced, ...introducedThings(description, facts.visible))
      : place.introduced,
    ways: speaks ? withAdded(place.ways, ...ways.open) : place.ways,
    gloomyWays: speaks ? withAdded(place.gloomyWays, ...ways.gloomy) : place.gloomyWays,
    isDeadEnd: place.isDeadEnd || (looked && saysDeadEnd(description)),
    doubtfulWays: speaks ? withAdded(place.doubtfulWays, ...ways.doubtful) : place.doubtfulWays,
    shut: withAdded(place.shut, ...readShutThings(text, action)),
    light: lightAfter(place, outcome, looked && !memory.lightIsOn),
    foe: (foe?.blocks ? foe.name : null) ?? (foeIsGone ? null : place.foe),
    backs:
      back === null || memory.here === null || place.backs.has(back)
        ? place.backs
        : withEntry(place.backs, back, memory.here),
    cameThrough: place.cameThrough ?? (moved ? (/^enter (.+)$/.exec(action ?? '')?.[1] ?? null) : null),
    signposted: speaks
      ? withAdded(place.signposted, ...readSignposts(isFuller ? description : text))
      : place.signposted,
  }
}

/**
 * Ways that failed here may be free now: after a door was opened those that are known or told of together with it,
 * after something was set going all that the text speaks of.
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
 * Something that is known here was opened from afar: what failed with it, and the ways that did not lead on, may be
 * tried anew.
 */
export function hearOfOpening(place: KnownPlace, head: string): KnownPlace {
  if (![...place.things.map(({ name }) => name), ...place.nouns].some((name) => headOf(name) === head)) return place
  const concerned = ([command, { fails }]: [string, TriedCommand]) =>
    fails > 0 && (command.endsWith(` ${head}`) || place.ways.has(directionOf(command) ?? 'out'))
  return { ...place, attempts: new Map([...place.attempts].filter((entry) => !concerned(entry))) }
}

/** `isSeen`: the place was looked at without a light of one's own. */
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

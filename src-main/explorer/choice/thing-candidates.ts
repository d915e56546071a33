import type { GameObject } from '@shared/map/location-survey'
import { headOf, isAnyKind, isKind, isKnownNoun, isPrecious, type Kind } from '../memory/lexicon'
import type { KnownPlace } from '../memory/memory'
import { firstWording, phrasesFor } from '../memory/naming'
import { type ActionCandidate, type Goal, inOtherWords, retryWeight, type Site, verbCandidate } from './candidate'
import { isTreasure, USEFUL, worthOf } from './worth'

export function takeCandidates(site: Site, thing: GameObject): ActionCandidate[] {
  const { memory, place } = site
  if (
    !isPortable(thing.name) ||
    memory.delivered.has(thing.id) ||
    place.foe === thing.name ||
    memory.foe?.name === thing.name ||
    memory.owned.has(headOf(thing.name))
  )
    return []
  const worth = worthOf(thing, memory)
  const isUseful = worth >= USEFUL
  const isBurdened = memory.wanted.size > 0
  const wasDropped = memory.dropped.has(thing.id)
  // It was dropped because the exit is too tight for the whole load.
  if (wasDropped && place.tightExits.size > 0 && memory.carried.some((other) => isTreasure(other, memory))) return []
  const ordinary = isBurdened || wasDropped ? 0.4 : ordinaryPrior(site, thing.name, thing.id !== NOT_LISTED)
  const prior = isUseful ? 13 : ordinary
  const command = firstWording('take {}', thing.name, memory, site.attempts)
  if (command === null) return []
  const elsewhere = memory.attempts.get(command)
  const attempt = site.attempts.get(command) ?? (elsewhere && elsewhere.outcome !== 'took' ? elsewhere : undefined)
  const again =
    attempt === undefined ||
    (attempt.outcome === 'took' && thing.id !== NOT_LISTED) ||
    (memory.wanted.has(thing.id) && attempt.epoch < memory.epoch)
  const retry = retryWeight({ ...site, attempts: memory.attempts }, command)
  const first = wasDropped ? 0.5 : 1
  const weight = again ? first : retry
  const why = whyTake(site, thing, isUseful)
  return weight === 0 ? [] : [{ command, place: place.id, prior: prior * weight, why, goal: 'take' }]
}

function whyTake(site: Site, { id, name }: { readonly id: number; readonly name: string }, isUseful: boolean): string {
  const { valued, valuedHeads } = site.memory
  if (valued.has(id) || valuedHeads.has(headOf(name))) return 'such a thing was worth points before'
  if (isPrecious(name)) return 'it looks valuable'
  if (isUseful) return 'it is the kind of thing one needs'
  return inOtherWords(site, 'it might be of use', 'I may want it later', 'it may come in handy')
}

/**
 * A thing that the text does not present is probably scenery: its prior falls with each failed attempt to take such a
 * thing.
 */
function ordinaryPrior({ place, memory: { takes } }: Site, name: string, isListed: boolean): number {
  if (isAnyKind(name, 'cover', 'drink')) return 0.5
  const isThere = isPresented(place, name) && (isListed || isKnownNoun(name))
  const luck = isThere ? 1 : (takes.hits + 1) / (takes.tries + 1.5)
  if (isKind(name, 'container') && !isKind(name, 'carrier')) return 2.5 * luck
  if (!isThere) return 2 * luck
  return isAnyKind(name, 'food', 'paper') ? 4 : 5
}

const isPresented = (place: KnownPlace, name: string) => place.presented.some((other) => headOf(other) === headOf(name))
const isPortable = (name: string) =>
  !isAnyKind(
    name,
    'door',
    'scenery',
    'climbable',
    'stairs',
    'enterable',
    'control',
    'anchor',
    'vehicle',
    'sign',
    'furniture',
    'fixture',
  )

/** Candidates that take a thing which the text presents and no list contains. */
export function presentedCandidates(site: Site, name: string): ActionCandidate[] {
  return takeCandidates(site, { id: NOT_LISTED, name })
}

const NOT_LISTED = -1

export function thingCandidates(site: Site, name: string, isListedThing: boolean, isHeld = false): ActionCandidate[] {
  const patience = 1 / (1 + rebuffs(site, name, isListedThing))
  const act = (template: string, prior: number, why: string, goal: Goal = 'use') =>
    verbCandidate(site, template, name, prior * patience, why, goal)
  if (!isHeld && site.memory.owned.has(headOf(name))) return []
  const found: ActionCandidate[] = []
  const isObstacle = site.place.obstacles.has(headOf(name))
  const fits = (...kinds: readonly Kind[]) => isAnyKind(name, ...kinds)
  const isStrange = isListedThing && !isHeld && !isKnownNoun(headOf(name))
  const ofStrange = isPresented(site.place, name) || site.place.introduced.has(headOf(name)) ? 3.5 : 1.3
  const ofKnown = isListedThing ? 1.1 : 0.1
  if (fits('container', 'fixture'))
    found.push(...act('open {}', fits('carrier') ? 6 : 10, 'there may be something inside', 'open'))
  else if (isStrange && !isPrecious(name))
    found.push(
      ...act(
        'open {}',
        strangeOpenPrior(site, name),
        site.place.shut.has(headOf(name)) ? 'it is said to be shut' : 'it might open',
        'open',
      ),
    )
  if (fits('cover') && !isHeld)
    found.push(
      ...act('move {}', isListedThing || isPresented(site.place, name) ? 10 : 2, 'it may hide something'),
      ...act('look under {}', 0.8, 'it may hide something'),
    )
  if (fits('control'))
    found.push(
      ...controlVerbs(name).flatMap((verb, index) =>
        act(`${verb} {}`, 6 / (1 + 2 * index), 'it is there to be worked'),
      ),
    )
  if (fits('rope') && !isHeld && (site.attempts.get(`take ${headOf(name)}`)?.count ?? 0) > 0)
    found.push(...act('pull {}', 4, 'it is fastened, so it may be there to be pulled'))
  if (isSomebody(site, name) && !isHeld)
    for (const [index, template] of talk(site).entries())
      found.push(...act(template, 3 / (1 + 0.4 * index), 'somebody may have something to say', 'use'))
  if (fits('clothing') && isHeld) found.push(...act('wear {}', 2, 'it is made to be worn'))
  if (isObstacle && isHeld) {
    if (fits('clothing')) found.push(...act('take off {}', 6, 'I was refused because of it'))
    for (const other of peopleAt(site)) found.push(...act(`show {} to ${other}`, 6, 'I was asked for it'))
  }
  if (fits('caller')) found.push(...act('answer {}', isObstacle ? 6 : 2, 'somebody may be calling'))
  if (site.place.ways.size === 0 && !isHeld)
    for (const verb of [...(fits('path') ? ['follow', 'enter'] : []), ...(fits('crossing') ? ['cross', 'enter'] : [])])
      found.push(...act(`${verb} {}`, 4, 'the text mentions no other exit', 'explore'))
  if (fits('optics')) found.push(...act('look through {}', 2, 'it is made to look through', 'examine'))
  if (
    (fits('climbable') && !site.place.edges.has('up')) ||
    (fits('stairs') && !site.place.ways.has('up') && !site.place.ways.has('down'))
  )
    found.push(...act('climb {}', 6, 'it can be climbed', 'explore'))
  if (fits('enterable', 'vehicle'))
    found.push(...act('enter {}', site.place.ways.size === 0 || fits('vehicle') ? 3 : 1, 'one might get in', 'explore'))
  if (fits('paper', 'sign') && !wasRead(site, name))
    found.push(...act('read {}', isHeld ? 8.5 : 5, 'it may say something useful', 'read'))
  found.push(
    ...act(
      'examine {}',
      (isStrange ? ofStrange : ofKnown) * lookLuck(site),
      inOtherWords(
        site,
        'I have not looked at it closely',
        'a closer look may tell me more',
        'I do not know yet what it is for',
      ),
      'examine',
    ),
  )
  if (isListedThing && fits('furniture', 'container', 'fixture', 'clothing'))
    found.push(...act('search {}', lacksKey(site) ? 2 : 0.3, 'something may be in or on it', 'examine'))
  // Pushing a thing at random is not worth a walk, unless nothing better is left.
  if (isListedThing && !isHeld && (site.level > 0 || site.place.id === site.memory.here))
    for (const verb of GENERIC) found.push(...act(`${verb} {}`, 0.2, 'I have no better idea', 'try'))
  if (site.level >= 2)
    for (const verb of isHeld ? [...GENERIC, ...ODD] : ODD)
      found.push(...act(`${verb} {}`, 0.3, 'ordinary ideas have run out', 'try'))
  return found
}

const isSomebody = ({ memory }: Site, name: string) => isKind(name, 'person') || memory.people.has(headOf(name))

const peopleAt = (site: Site): readonly string[] =>
  [...site.place.things.map(({ name }) => headOf(name)), ...site.place.nouns].filter((name) => isSomebody(site, name))

const lacksKey = ({ place, memory }: Site) =>
  place.locked.size > 0 && !memory.carried.some(({ name }) => isKind(name, 'key'))

/** Commands that talk to a person; each is understood by some parsers only. */
const talk = ({ place }: Site): readonly string[] => [
  'talk to {}',
  'ask {} for help',
  ...place.nouns.slice(0, MAX_TOPICS).map((noun) => `ask {} about ${noun}`),
  'tell {} about me',
]

const MAX_TOPICS = 2

/** Number of failed commands about a thing. For a listed thing, which exists, only `not_visible` counts. */
function rebuffs({ attempts }: Site, name: string, isListedThing: boolean): number {
  const ending = ` ${isListedThing ? headOf(name) : name}`
  let count = 0
  for (const [command, { fails, outcome }] of attempts)
    if (fails > 0 && (!isListedThing || outcome === 'not_visible') && command.endsWith(ending)) count++
  return count
}

const wasRead = ({ memory }: Site, name: string) =>
  phrasesFor(name, memory).some((phrase) => (memory.attempts.get(`read ${phrase}`)?.fails ?? 1) === 0)

/** Factor for close looks: it falls with the share of them that showed nothing. */
const lookLuck = ({ memory: { looks } }: Site) => (2 * (looks.hits + 1)) / (looks.tries + 2)

/** High for a thing that is said to be shut. Other unknown things seldom open, so they are examined first. */
function strangeOpenPrior(site: Site, name: string): number {
  if (site.place.shut.has(headOf(name))) return 8
  return (wasExamined(site, name) ? 0.8 : 1.4) * openLuck(site)
}

const wasExamined = ({ memory }: Site, name: string) =>
  phrasesFor(name, memory).some((phrase) => memory.attempts.has(`examine ${phrase}`))

const openLuck = ({ memory: { opens } }: Site) => (opens.hits + 2) / (opens.tries + 2)

const GENERIC = ['push', 'pull', 'turn']
const ODD = ['look behind', 'look under', 'wave', 'rub', 'shake', 'touch', 'search', 'eat', 'break']

function controlVerbs(name: string): readonly string[] {
  const head = headOf(name)
  if (head === 'bell') return ['ring', 'push']
  if (head === 'button' || head === 'pedal') return ['push']
  return head === 'lever' || head === 'handle' ? ['pull', 'push', 'turn'] : ['turn', 'push', 'pull']
}

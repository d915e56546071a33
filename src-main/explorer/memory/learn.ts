import { directionOf } from '@shared/map/direction'
import type { GameObject } from '@shared/map/location-survey'
import { recordItemEffects } from './item-effects'
import { concernsPlace, learnFromArrival, learnFromDeparture, openedFromElsewhere } from './learn-place'
import { headOf, isAnyKind, isKind, HOSTILE, isKnownNoun, isPrecious, wordsOf } from './lexicon'
import { sentencesOf } from './location-text'
import { readOwned } from './loose-objects'
import {
  recordAttempt,
  tally,
  isDeath,
  isFailure,
  type Memory,
  newPlace,
  type KnownPlace,
  withAdded,
  withEntry,
  type Foe,
} from './memory'
import { type TurnFacts, readFacts } from './read-facts'
import type { PastTurn } from './read-messages'
import {
  readBegunAgain,
  readNews,
  readOpenedThings,
  readShutThings,
  readUnknownWord,
  saysFoeIsGone,
  saysIsSomebody,
  saysLightFailed,
  saysHurt,
} from './read-reply'

/** The memory after one more turn. Pure: all that the explorer knows is this fold over the turns of the prompt. */
export function learn(memory: Memory, turn: PastTurn): Memory {
  const before = turn.action === 'restart' && memory.reply.outcome === 'game_over' ? forgetWorld(memory) : memory
  const facts = readFacts(before, turn)
  const after = learnLight(before, observe(before, turn, facts))
  const begun = readBegunAgain(memory, turn)
  if (begun === null) return recordItemEffects(before, after, facts)
  const restarted = { ...forgetWorld(after), turn: memory.turn }
  return observe(restarted, turn, {
    ...facts,
    action: null,
    text: begun,
    moved: false,
    outcome: 'other',
    scoreDelta: 0,
  })
}

function observe(memory: Memory, turn: PastTurn, facts: TurnFacts): Memory {
  const { action, text, location, outcome, moved } = facts
  const now = memory.turn + 1
  const places = new Map(memory.places)
  const from = memory.here === null ? undefined : places.get(memory.here)
  if (from && action !== null) places.set(from.id, learnFromDeparture(memory, from, facts))
  const foe = readFoe(memory, facts)
  const along = comesAlong(memory, from, facts)
  const isNew = location !== null && !places.has(location.id)
  if (location !== null)
    places.set(
      location.id,
      learnFromArrival(
        memory,
        places.get(location.id) ?? newPlace(location.id, location.name),
        turn,
        facts,
        foe,
        along,
      ),
    )
  for (const head of readOpenedThings(facts.scoreDelta > 0 ? text : ''))
    for (const place of places.values()) places.set(place.id, openedFromElsewhere(place, head))
  const news = readNews(memory, facts)
  const unknownWord = outcome === 'unknown_word' ? readUnknownWord(text) : null
  const changed =
    facts.scoreDelta !== 0 ||
    facts.gained.length + facts.lost.length > 0 ||
    (from !== undefined && concernsPlace(from, news)) ||
    outcome === 'opened_or_revealed' ||
    (action !== null && isDeed(action) && !isFailure(outcome) && !moved)
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
    hunches: from && action !== null && isHunch(from, action) ? tally(memory.hunches, moved ? 1 : 0) : memory.hunches,
    looks:
      action?.startsWith('examine ') && outcome !== 'unknown_word' && outcome !== 'not_visible'
        ? tally(memory.looks, worthOfLook(action, facts))
        : memory.looks,
    dullReplies: isDull(memory, facts)
      ? withEntry(memory.dullReplies, facts.text, facts.action ?? '')
      : memory.dullReplies,
    beginnings:
      memory.turn === 0 || facts.scoreDelta > 0 ? withAdded(memory.beginnings, text.trim()) : memory.beginnings,
    heard: withAdded(memory.heard, ...news),
    unknownWords: unknownWord === null ? memory.unknownWords : withAdded(memory.unknownWords, unknownWord),
    seen: withAdded(memory.seen, ...facts.visible.map(({ id }) => id), ...facts.carried.map(({ id }) => id)),
    isDark: outcome === 'dark' || (memory.isDark && !moved && outcome !== 'died'),
    foe,
    owned: saysFoeIsGone(text) ? new Set() : withAdded(memory.owned, ...readOwned(text)),
    people:
      action !== null && / /.test(action) && saysIsSomebody(text)
        ? withAdded(memory.people, headOf(action))
        : memory.people,
    reply: { action, text, outcome, scoreDelta: facts.scoreDelta },
    keysAsked: turn.waitsForKey ? memory.keysAsked + 1 : 0,
    objectives: turn.objective === null ? memory.objectives : withAdded(memory.objectives, turn.objective),
    epoch: memory.epoch + (changed ? 1 : 0),
    lastProgress: isNew || newThings || facts.scoreDelta > 0 ? now : memory.lastProgress,
    lastGain: facts.gained.length > 0 ? now : memory.lastGain,
    trail:
      action === null || memory.here === null
        ? memory.trail
        : [...memory.trail.slice(-11), { place: memory.here, action }],
  }
}

/** Actions that may open a way without a visible sign: wearing, speaking, waiting. */
const isDeed = (action: string): boolean =>
  /^(?:wear|put on|take off|unlock|get|stand|talk|ask|tell|say|answer|give|show|wait|wake|turn|push|pull)\b/.test(
    action,
  )

/** 1 for a close look that revealed something, 0.3 for any other answered look, 0 for a failure. */
function worthOfLook(action: string, { text, outcome, scoreDelta }: TurnFacts): number {
  if (outcome === 'opened_or_revealed' || scoreDelta > 0 || readShutThings(text, action).length > 0) return 1
  return isFailure(outcome) ? 0 : 0.3
}

/** Whether a short reply came without a change. Other commands with the same reply then count as having no effect. */
function isDull(
  { dullReplies }: Memory,
  { action, text, moved, scoreDelta, gained, lost, outcome }: TurnFacts,
): boolean {
  return (
    action !== null &&
    !moved &&
    scoreDelta === 0 &&
    gained.length + lost.length === 0 &&
    (outcome === 'other' || isFailure(outcome)) &&
    text.length <= 160 &&
    !dullReplies.has(text)
  )
}

function isHunch(place: KnownPlace, action: string): boolean {
  const way = directionOf(action)
  return (
    way !== null &&
    !place.ways.has(way) &&
    !place.doubtfulWays.has(way) &&
    !place.edges.has(way) &&
    !place.backs.has(way)
  )
}

/** Things that came along: visible here and at the previous place, without doors and scenery. */
function comesAlong(
  memory: Memory,
  from: KnownPlace | undefined,
  { moved, visible }: TurnFacts,
): readonly GameObject[] {
  const before = new Set([...memory.along, ...(moved && from ? from.things : [])].map(({ id }) => id))
  const isDoor = ({ name }: GameObject) => isAnyKind(name, 'door', 'scenery', 'climbable', 'stairs')
  return visible.filter((thing) => before.has(thing.id) && !isDoor(thing))
}

function learnLight(before: Memory, memory: Memory): Memory {
  const { action, text, outcome } = memory.reply
  const lights = memory.carried.filter(({ name }) => isKind(name, 'light'))
  if (lights.length === 0 || outcome === 'died') return { ...memory, lightIsOn: false }
  if (action !== null && /^(?:turn on|switch on|light) /.test(action) && (!isFailure(outcome) || /already/i.test(text)))
    return { ...memory, lightIsOn: true, isDark: outcome === 'dark' }
  if (action !== null && /^(?:turn off|switch off|extinguish) /.test(action)) return { ...memory, lightIsOn: false }
  if (before.lightIsOn && saysLightFailed(text))
    return { ...memory, lightIsOn: false, spentLights: withAdded(memory.spentLights, ...lights.map(({ id }) => id)) }
  return memory
}

/** Resets the world after a restart; known ways and dangers remain valid. */
function forgetWorld(memory: Memory): Memory {
  const places = [...memory.places.values()].map(
    (place) =>
      [
        place.id,
        {
          ...newPlace(place.id, place.name),
          edges: place.edges,
          danger: place.danger,
          backs: place.backs,
          attempts: new Map([...place.attempts].filter(([, { outcome }]) => isDeath(outcome))),
        },
      ] as const,
  )
  return {
    ...memory,
    here: null,
    places: new Map(places),
    attempts: new Map(),
    carried: [],
    score: null,
    delivered: new Set(),
    dropped: new Set(),
    wanted: new Set(),
    spentLights: new Set(),
    lightIsOn: false,
    foe: null,
  }
}

/** A foe is a visible thing of no known kind that is the subject of a hostile verb, or has just hurt the player. */
function readFoe(memory: Memory, facts: TurnFacts): Foe | null {
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
    if (found)
      return {
        name: found.name,
        rounds,
        hasHurt,
        blocks: /\bblocks?\b/i.test(sentence) || (memory.foe?.blocks ?? false),
      }
  }
  const stillHere = memory.foe && !moved && visible.some(({ name }) => name === memory.foe?.name)
  if (memory.foe && stillHere) return { ...memory.foe, rounds, hasHurt }
  const attacker = creatures[0]?.name
  return hasHurt && attacker !== undefined ? { name: attacker, rounds, hasHurt, blocks: false } : null
}

import { DIRECTIONS } from '@shared/map/direction'
import { headOf } from '../memory/lexicon'
import { type Memory, type KnownPlace, placeOf } from '../memory/memory'
import { phraseFor } from '../memory/naming'
import { readAdvice, readOptions } from '../memory/read-reply'
import { shortForm } from './exit-candidates'
import { heldLight, heldWeapon, isTreasure, USEFUL, worthOf } from './worth'

/** A command that needs no comparison of options. */
export interface Reflex {
  readonly command: string
  readonly rule:
    | 'disambiguate'
    | 'key'
    | 'advice'
    | 'answer'
    | 'restart'
    | 'fight'
    | 'flee'
    | 'light'
    | 'retreat'
    | 'lighten'
    | 'save light'
  readonly why: string
}

/**
 * The first reflex that applies: parser questions, then advice, foes, darkness, load and light. Null if none applies.
 */
export function findReflex(memory: Memory): Reflex | null {
  const place = placeOf(memory)
  return (
    answerParser(memory) ??
    takeAdvice(memory, place) ??
    faceFoe(memory, place) ??
    faceDarkness(memory, place) ??
    lightenLoad(memory, place) ??
    saveLight(memory, place)
  )
}

const MAX_ROUNDS = 24

function answerParser({ reply, attempts, trail, keysAsked }: Memory): Reflex | null {
  const action = reply.action ?? ''
  if (reply.outcome === 'game_over')
    return { command: 'restart', rule: 'restart', why: 'The game is over, so I start again with what I have learnt.' }
  const answered = trail.slice(-2).filter(({ action: said }) => said === 'yes' || said === 'no').length
  if (
    reply.outcome === 'question' &&
    answered < 2 &&
    /\(y(?:es)?\b|yes or no|\by is affirmative|are you sure|do you (?:really )?(?:want|wish)/i.test(reply.text)
  ) {
    const isExit = action === 'quit' || action === 'restart' || action === 'yes'
    return {
      command: isExit ? 'no' : 'yes',
      rule: 'answer',
      why: isExit
        ? 'Yes did not settle it, or would end the game; so no.'
        : 'It is a yes-or-no question, and yes moves things on.',
    }
  }
  if (keysAsked > 0) return pressKey(reply.text, keysAsked)
  if (reply.outcome !== 'ambiguous') return null
  const [, verb, rest = ''] =
    /^(\S+(?: (?:on|off|under|behind|in|at))?) .+?( (?:with|in|to|on) .+)?$/.exec(action) ?? []
  const command = readOptions(reply.text)
    .map((option) => `${verb} ${option}${rest}`)
    .find((wording) => verb !== undefined && !attempts.has(wording))
  return command === undefined
    ? null
    : { command, rule: 'disambiguate', why: 'The game asks which one I mean; I take the first I have not tried.' }
}

/** Follows the advice in a refusal, such as "You'll have to get up first." */
function takeAdvice({ reply, attempts }: Memory, place: KnownPlace | null): Reflex | null {
  const command = place === null || reply.action === null ? null : readAdvice(reply.text)
  if (command === null || place?.attempts.has(command) || (attempts.get(command)?.count ?? 0) > 1) return null
  return { command, rule: 'advice', why: 'The game says what to do first; I do it.' }
}

/** Matches the keys in "Press SPACE", "hit any key or RETURN" and "N for a new game". */
const NAMED_KEY = /\b(space|return|enter|escape)\b|\b([a-z0-9]) (?:for|to|=)/gi
/** Keys that leave menus and pages, then keys that menus offer. */
const KEYS = ['q', 'enter', 'space', 'escape', '1', 'y', 'n', 'down'] as const

function pressKey(text: string, keysAsked: number): Reflex {
  const named = [...text.matchAll(NAMED_KEY)].map(([, key, letter]) =>
    (key ?? letter ?? '').toLowerCase().replace('return', 'enter'),
  )
  const keys = [...named, ...KEYS]
  const command = keys[(keysAsked - 1) % keys.length]!
  return { command, rule: 'key', why: `The game waits for a single key; I press ${command}.` }
}

function faceFoe(memory: Memory, place: KnownPlace | null): Reflex | null {
  const { foe } = memory
  if (foe === null || place === null || foe.rounds >= MAX_ROUNDS) return null
  const name = headOf(foe.name)
  const weapon = heldWeapon(memory)
  if (weapon && (foe.blocks || !foe.hasHurt))
    return {
      command: `attack ${name} with ${phraseFor(weapon.name, memory)}`,
      rule: 'fight',
      why:
        foe.rounds === 0
          ? `The ${name} is hostile and I have the ${weapon.name}.`
          : `The ${name} still stands; I keep at it.`,
    }
  const way = wayOut(place)
  return way === null
    ? null
    : {
        command: way,
        rule: 'flee',
        why: weapon
          ? `The ${name} has hurt me and does not bar my way; I leave.`
          : `The ${name} is hostile and I have no weapon; I leave and mean to come back armed.`,
      }
}

function faceDarkness(memory: Memory, place: KnownPlace | null): Reflex | null {
  if (!memory.isDark) return null
  const light = heldLight(memory)
  if (light && !memory.lightIsOn) {
    const command = [`turn on ${phraseFor(light.name, memory)}`, `light ${phraseFor(light.name, memory)}`].find(
      (wording) => (memory.attempts.get(wording)?.fails ?? 0) < 2,
    )
    if (command) return { command, rule: 'light', why: 'It is dark here and I have a light.' }
  }
  const way = place && wayOut(place)
  return way
    ? { command: way, rule: 'retreat', why: 'It is dark and I have no light; I go back before something finds me.' }
    : null
}

/** The first way whose last attempt did not fail, the way back first; null if all failed. */
function wayOut(place: KnownPlace): string | null {
  const known = [...place.backs.keys(), ...place.edges.keys(), ...DIRECTIONS]
  const way = known.find((command) => (place.attempts.get(command)?.fails ?? 0) === 0)
  const direction = DIRECTIONS.find((name) => name === way)
  return direction === undefined || place.edges.has(direction) ? (way ?? null) : shortForm(direction)
}

/** Drops the least valuable thing if a more valuable one was too heavy to take. */
function lightenLoad(memory: Memory, place: KnownPlace | null): Reflex | null {
  const wanted = place?.things.filter((thing) => memory.wanted.has(thing.id) && worthOf(thing, memory) >= USEFUL) ?? []
  const [prize] = wanted
  if (!prize) return null
  const [least] = memory.carried
    .filter((thing) => worthOf(thing, memory) < Math.min(USEFUL, worthOf(prize, memory)) && !isTreasure(thing, memory))
    .toSorted((a, b) => worthOf(a, memory) - worthOf(b, memory))
  const failed = least && (memory.attempts.get(`drop ${phraseFor(least.name, memory)}`)?.fails ?? 0) > 1
  return least &&
    !failed &&
    memory.reply.action !== null &&
    memory.reply.action.startsWith('take ') &&
    memory.reply.outcome !== 'took'
    ? {
        command: `drop ${phraseFor(least.name, memory)}`,
        rule: 'lighten',
        why: `The ${prize.name} is worth more to me than the ${least.name}.`,
      }
    : null
}

/** Turns the light off if this place and all known neighbors are lit, because lights burn down. */
function saveLight(memory: Memory, place: KnownPlace | null): Reflex | null {
  const light = heldLight(memory)
  if (!light || !memory.lightIsOn || place?.light !== 'lit' || place.edges.size === 0) return null
  const hasBeenBright = memory.trail.slice(-5).every((step) => memory.places.get(step.place)?.light === 'lit')
  if (!hasBeenBright) return null
  const isBrightAround = [...place.edges.values()].every((to) => memory.places.get(to)?.light === 'lit')
  const command = `turn off ${phraseFor(light.name, memory)}`
  const isRefused = (memory.attempts.get(command)?.fails ?? 0) > 0
  return isBrightAround && !isRefused
    ? { command, rule: 'save light', why: 'It is bright here and all around; I save the light.' }
    : null
}

import { directionOf } from '@shared/map/direction'
import { isFailure, type Memory, placeOf } from '../memory/memory'
import { hash32 } from '../memory/seeded-noise'
import type { ActionCandidate } from './candidate'
import type { Decision, RankedCandidate } from './decide'

/** Explains the decision: the result of the last action, the next command with its reason, and the next best option. */
export function speak(memory: Memory, { reflex, ranked, retryLevel, command }: Decision): string {
  const [best, second] = ranked
  const parts: string[] = [...remark(memory)]
  if (reflex) return [...parts, reflex.why].join(' ')
  if (memory.turn - memory.lastProgress >= STALLED)
    parts.push(`Nothing new for ${memory.turn - memory.lastProgress} turns.`)
  if (!best) return [...parts, 'I know of nothing left to try, so I let time pass and look again.'].join(' ')
  if (retryLevel > 0) parts.push(RETRY[retryLevel])
  if (command !== best.first) parts.push('It is dark where I am going, so the light comes first.')
  parts.push(nameChoice(memory, best), weigh(memory, best, second))
  return parts.join(' ')
}

const STALLED = 40
const RETRY = [
  '',
  'I have run out of fresh ideas, so I retry what failed before things changed.',
  'I try less likely verbs now.',
  'I will try almost anything now.',
] as const

/** The result of the last action in a few words; empty when it is obvious. */
function remark(memory: Memory): readonly string[] {
  const { reply, foe } = memory
  const here = placeOf(memory)
  if (reply.scoreDelta > 0) return [`That was worth ${points(reply.scoreDelta)}.`]
  if (reply.scoreDelta < 0) return [`That cost ${points(-reply.scoreDelta)}.`]
  if (reply.outcome === 'unknown_word' || reply.outcome === 'not_visible')
    return [pick(memory, ['The game does not see what I mean.', 'Those words meant nothing to it.'])]
  if (isFailure(reply.outcome) && foe === null && !/^(?:examine|read|look) /.test(reply.action ?? ''))
    return [pick(memory, ['That did not work.', 'No luck with that.', 'So much for that.'])]
  if (reply.outcome === 'opened_or_revealed')
    return [pick(memory, ['That changed something.', 'That opened something up.'])]
  if (reply.outcome === 'moved' && here?.visits === 1)
    return [
      pick(memory, [
        `${here.name} is new to me.`,
        `I have not seen ${here.name} before.`,
        `A new place: ${here.name}.`,
      ]),
    ]
  return []
}

const points = (count: number): string => (count === 1 ? 'one point' : `${count} points`)

function nameChoice(memory: Memory, { command, distance, why, place }: RankedCandidate): string {
  const act = inWords(command)
  if (distance === 0)
    return pick(memory, [`I ${act}: ${why}.`, `Now I ${act}, because ${why}.`, `${capital(why)}, so I ${act}.`])
  const steps = distance === 1 ? 'one step' : `${distance} steps`
  const where = memory.places.get(place)?.name ?? 'elsewhere'
  return pick(memory, [
    `I am heading for ${where}, ${steps} away, to ${act}: ${why}.`,
    `The best idea lies ${steps} off: ${act} at ${where}, because ${why}.`,
    `Off to ${where} (${steps}) to ${act}, because ${why}.`,
  ])
}

/** The utility of the choice, and that of the next best option if its command differs. */
function weigh(memory: Memory, best: RankedCandidate, second: RankedCandidate | undefined): string {
  const utility = `Utility ${best.utility.toFixed(1)}`
  return second && second.command !== best.command
    ? `${utility}; next best: ${describe(memory, second)}, ${second.utility.toFixed(1)}.`
    : `${utility}.`
}

/** A command in a sentence: "go north", "put the lamp in the case". */
function inWords(command: string): string {
  const way = directionOf(command)
  if (way !== null) return `go ${way}`
  const [, verb, object, link = ''] =
    /^((?:look|turn|switch) (?:through|under|behind|on|off)|\S+) (.+?)( (?:in|with|to) .+)?$/.exec(command) ?? []
  return verb === undefined ? command : `${verb} the ${object}${link.replace(/^( \w+) /, '$1 the ')}`
}

/** An option in a few words, with its place if that is elsewhere. */
export function describe(memory: Memory, option: ActionCandidate): string {
  if (option.place === memory.here) return `"${option.command}"`
  return `"${option.command}" at ${memory.places.get(option.place)?.name ?? 'another place'}`
}

/** Aims that take several turns, most urgent first; the wording of an aim never changes. */
export function objectivesOf(memory: Memory): readonly string[] {
  const aims: string[] = []
  const here = placeOf(memory)
  if (memory.depot)
    aims.push(`Bring valuable things to ${memory.places.get(memory.depot.place)?.name ?? 'where they earn points'}`)
  for (const place of memory.places.values()) {
    if (place.foe !== null && place.id !== here?.id) aims.push(`Get past the ${place.foe} at ${place.name}`)
    if (place.light === 'dark' && !memory.lightIsOn) aims.push(`Find a light for ${place.name}`)
    for (const name of place.locked) aims.push(`Find a key for the ${name} at ${place.name}`)
  }
  if (aims.length === 0 && memory.places.size >= 3) aims.push('Explore every way out of the places I know')
  return aims
}

const pick = (memory: Memory, variants: readonly string[]): string =>
  variants[hash32(`say|${memory.turn}`) % variants.length] ?? ''
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

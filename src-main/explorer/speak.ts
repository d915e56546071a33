import type { Candidate } from './candidate'
import type { Decision, Ranked } from './decide'
import { type Memory, placeOf } from './memory'
import { hash32 } from './seeded-noise'

/** The decision record in plain words. Nothing is said here that was not weighed there. */
export function speak(memory: Memory, decision: Decision): string {
  const { reflex, ranked, retryLevel, command } = decision
  const [best, second] = ranked
  const parts: string[] = []
  const { reply } = memory
  if (reply.scoreDelta > 0) parts.push(`That was worth ${reply.scoreDelta} points.`)
  if (reply.scoreDelta < 0) parts.push(`That cost ${-reply.scoreDelta} points.`)
  if (reflex) return [...parts, reflex.why].join(' ')
  if (memory.turn - memory.lastProgress >= STALLED) parts.push(`Nothing new for ${memory.turn - memory.lastProgress} turns.`)
  if (!best) return [...parts, 'I know of nothing left to try, so I let time pass and look again.'].join(' ')
  if (retryLevel > 0) parts.push(RETRY[retryLevel])
  if (command !== best.first) parts.push('It is dark where I am going, so the light comes first.')
  parts.push(nameChoice(memory, best))
  if (second && second.command !== best.command) parts.push(`Next best: ${describe(memory, second)}, ${second.utility.toFixed(1)}.`)
  return parts.join(' ')
}

const STALLED = 40
const RETRY = ['', 'I have run out of fresh ideas, so I retry what failed before things changed.', 'I try less likely verbs now.', 'I will try almost anything now.'] as const

function nameChoice(memory: Memory, best: Ranked): string {
  const utility = `utility ${best.utility.toFixed(1)}`
  if (best.distance === 0) return pick(memory, [`I choose "${best.command}": ${best.why} (${utility}).`, `"${best.command}" comes first, because ${best.why} (${utility}).`, `${capital(best.why)}, so "${best.command}" (${utility}).`])
  const steps = best.distance === 1 ? 'one step' : `${best.distance} steps`
  const where = memory.places.get(best.place)?.name ?? 'elsewhere'
  return pick(memory, [`I am heading for ${where}, ${steps} away, to "${best.command}": ${best.why} (${utility}).`, `The best idea lies ${steps} off: "${best.command}" at ${where}, because ${best.why} (${utility}).`])
}

/** An option in a few words, with its place where that is not here. */
export function describe(memory: Memory, option: Candidate): string {
  if (option.place === memory.here) return `"${option.command}"`
  return `"${option.command}" at ${memory.places.get(option.place)?.name ?? 'another place'}`
}

/** Aims that take several turns, in order of urgency, each worded the same every time it holds. */
export function objectivesOf(memory: Memory): readonly string[] {
  const aims: string[] = []
  const here = placeOf(memory)
  if (memory.depot) aims.push(`Bring valuable things to ${memory.places.get(memory.depot.place)?.name ?? 'where they earn points'}`)
  for (const place of memory.places.values()) {
    if (place.foe !== null && place.id !== here?.id) aims.push(`Get past the ${place.foe} at ${place.name}`)
    if (place.light === 'dark' && !memory.lightIsOn) aims.push(`Find a light for ${place.name}`)
    for (const name of place.locked) aims.push(`Find a key for the ${name} at ${place.name}`)
  }
  if (aims.length === 0 && memory.places.size >= 3) aims.push('Explore every way out of the places I know')
  return aims
}

const pick = (memory: Memory, variants: readonly string[]): string => variants[hash32(`say|${memory.turn}`) % variants.length] ?? ''
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

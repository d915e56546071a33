import { type TriedCommands, isDeath, type Memory, type KnownPlace } from '../memory/memory'
import { firstWording } from '../memory/naming'

/**
 * An action in a known place. `prior` is its value before distance and danger are considered: about 10 if it nearly
 * always pays, below 1 for unusual verbs. Priors were chosen by trial on the seeds of `npm run bench:explorer`.
 */
export interface ActionCandidate {
  readonly command: string
  readonly place: number
  readonly prior: number
  /** The reason for trying it, as a clause: "the text mentions this way". */
  readonly why: string
  readonly goal: Goal
}

export type Goal = 'explore' | 'take' | 'open' | 'use' | 'read' | 'deliver' | 'unlock' | 'examine' | 'fight' | 'try'

/**
 * 0 repeats nothing. The others are used if nothing is left to try: 1 repeats commands, 2 adds unusual verbs, 3 repeats
 * more often.
 */
export type RetryLevel = 0 | 1 | 2 | 3

export interface Site {
  readonly memory: Memory
  readonly place: KnownPlace
  readonly level: RetryLevel
  readonly attempts: TriedCommands
}

/**
 * The candidate for a verb on a named thing. Empty if it would only repeat a command, or if the parser knows no name.
 */
export function verbCandidate(
  site: Site,
  template: string,
  name: string,
  prior: number,
  why: string,
  goal: Goal,
): ActionCandidate[] {
  const command = firstWording(template, name, site.memory, site.attempts)
  if (command === null) return []
  const weight = retryWeight(site, command)
  const failedElsewhere = site.memory.attempts.get(command)?.fails ?? 0
  return weight === 0
    ? []
    : [{ command, place: site.place.id, prior: (prior * weight) / (1 + failedElsewhere), why, goal }]
}

/** Picks one of the wordings, so that the reasons given on a long walk vary. */
export const inOtherWords = ({ memory, place }: Site, ...ways: readonly [string, ...string[]]): string =>
  ways[(memory.turn + place.id) % ways.length] ?? ways[0]

/** 1 for an untried command, a fraction for one that may succeed now, 0 for a pointless repetition. */
export function retryWeight({ memory, level, attempts }: Site, command: string): number {
  const attempt = attempts.get(command)
  if (attempt === undefined) return 1
  if (isDeath(attempt.outcome) || level === 0) return 0
  return attempt.epoch < memory.epoch && attempt.count <= level + 1 ? 0.15 / attempt.count : 0
}

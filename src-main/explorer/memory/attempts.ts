import type { Outcome } from '@shared/episode/state/state-block'
import { type Attempt, type Attempts, isFailure, type Luck, type Memory, withEntry } from './memory'

export function recordAttempt(memory: Memory, attempts: Attempts, command: string, outcome: Outcome): Attempts {
  const old: Attempt | undefined = attempts.get(command)
  const fails = isFailure(outcome) ? (old?.fails ?? 0) + 1 : 0
  return withEntry(attempts, command, {
    count: (old?.count ?? 0) + 1,
    fails,
    outcome,
    epoch: memory.epoch,
    turn: memory.turn,
  })
}

export function without(attempts: Attempts, command: string): Attempts {
  const left = new Map(attempts)
  left.delete(command)
  return left
}

/** `hit`: how much came of it, from 0 to 1. */
export const tally = ({ tries, hits }: Luck, hit: number): Luck => ({ tries: tries + 1, hits: hits + hit })

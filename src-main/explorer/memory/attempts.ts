import type { Outcome } from '@shared/episode/state/state-block'
import { type TriedCommand, type TriedCommands, isFailure, type SuccessRate, type Memory, withEntry } from './memory'

export function recordAttempt(
  memory: Memory,
  attempts: TriedCommands,
  command: string,
  outcome: Outcome,
): TriedCommands {
  const old: TriedCommand | undefined = attempts.get(command)
  const fails = isFailure(outcome) ? (old?.fails ?? 0) + 1 : 0
  return withEntry(attempts, command, {
    count: (old?.count ?? 0) + 1,
    fails,
    outcome,
    epoch: memory.epoch,
    turn: memory.turn,
  })
}

export function without(attempts: TriedCommands, command: string): TriedCommands {
  const left = new Map(attempts)
  left.delete(command)
  return left
}

/** `hit`: how well it went, from 0 to 1. */
export const tally = ({ tries, hits }: SuccessRate, hit: number): SuccessRate => ({
  tries: tries + 1,
  hits: hits + hit,
})

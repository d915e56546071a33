import type { GameEnvironment, StepResult } from '../environment'

/** Maximum number of pauses to pass after a step. The player handles any further ones. */
const MAX_PAUSES = 6

/** A step and the pauses after it, which were passed. */
interface PassedStep {
  /** All steps combined: the whole text, the total reward, and the state after the last key. */
  readonly step: StepResult
  /** The names of the pressed keys, in order; empty if the story did not pause. */
  readonly keys: readonly string[]
}

/** Presses keys at pauses until the story waits for an input that makes a difference. */
export function passPauses(environment: GameEnvironment, step: StepResult): PassedStep {
  let passed: PassedStep = { step, keys: [] }
  while (passed.step.fault === null && passed.keys.length < MAX_PAUSES) {
    const key = environment.getPauseKey(passed.step.observation + passed.step.prompt)
    if (key === null) return passed
    const next = environment.step(key)
    if (next.fault !== null) return passed
    passed = { step: join(passed.step, next), keys: [...passed.keys, key] }
  }
  return passed
}

function join(before: StepResult, after: StepResult): StepResult {
  const shown = `${before.observation}${before.prompt}`.trimEnd()
  return {
    ...after,
    observation: shown === '' ? after.observation : `${shown}\n\n${after.observation.trimStart()}`,
    reward: before.reward === null ? after.reward : before.reward + (after.reward ?? 0),
    info: {
      ...after.info,
      requests: [...before.info.requests, ...after.info.requests],
      instructions: before.info.instructions + after.info.instructions,
      truncatedInput: before.info.truncatedInput,
    },
  }
}

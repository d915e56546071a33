import type { Observation } from '@shared/episode/state/episode'
import type { GameEnvironment, GameRequest, StepResult } from '../environment'

/** The game's text and the facts read from its memory; unknown facts are null. */
export function observe(environment: GameEnvironment, step: StepResult): Observation {
  const { location, inventory, visible } = environment.getNames()
  return {
    text: step.observation,
    prompt: step.prompt,
    input: environment.input.kind,
    location,
    score: environment.getScore(),
    max_score: environment.getMaxScore(),
    moves: environment.getMoves(),
    inventory,
    visible,
    victory: environment.victory(),
    game_over: environment.gameOver(),
    notices: [
      ...(step.fault ? [step.fault.message] : []),
      ...step.info.warnings,
      ...step.info.requests.map(describeRequest),
    ],
    fault: step.fault !== null,
  }
}

function describeRequest(request: GameRequest): string {
  switch (request.kind) {
    case 'save':
    case 'restore':
      return `The story asked to ${request.kind}: ${request.answer}.`
    case 'refused':
      return `The story asked for a ${request.what}: refused.`
    default:
      return `The story asked to ${request.kind}.`
  }
}

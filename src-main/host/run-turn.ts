import type { Observation } from '@shared/episode/episode'
import type { EventOf } from '@shared/episode/event'
import { writeSnapshot } from '../episodes/snapshots'
import type { GameEnvironment, StepResult } from '../game/environment'
import type { Recorder } from './recorder'

export type Choice = Pick<EventOf<'action_chosen'>, 'action' | 'reasoning' | 'new_objective' | 'source'>

export interface TurnDeps {
  readonly recorder: Recorder
  readonly folder: string
  readonly environment: GameEnvironment
  /** Chooses the action of the turn that was just started, recording how. */
  readonly choose: (turn: number) => Promise<Choice>
  /** Milliseconds, monotonic. */
  readonly clock: () => number
}

/** One turn whole: an action is chosen, the game answers, the facts are read from its memory, and all of it is on disk before it counts. */
export async function runTurn(turn: number, { recorder, folder, environment, choose, clock }: TurnDeps): Promise<void> {
  const started = clock()
  recorder.record({ event_type: 'turn_started', turn })
  const choice = await choose(turn)
  recorder.record({ event_type: 'action_chosen', turn, ...choice })
  const step = environment.step(choice.action)
  recorder.record({ event_type: 'observation_made', turn, action: choice.action, ...observe(environment, step) })
  const snapshot = environment.input.kind === 'ended' ? null : await writeSnapshot(folder, turn, environment.saveQuetzal())
  recorder.record({ event_type: 'turn_completed', turn, duration_ms: Math.round(clock() - started), snapshot, state_hash: environment.getStateHash() })
  await recorder.sync()
}

/** What the game said and the facts read from its memory (game.md section 4); what it cannot tell is null. */
export function observe(environment: GameEnvironment, step: StepResult): Observation {
  return {
    text: step.observation,
    prompt: step.prompt,
    input: environment.input.kind,
    location: nameOf(environment.getRoom()),
    score: environment.getScore(),
    max_score: environment.getMaxScore(),
    moves: environment.getMoves(),
    inventory: environment.getInventory()?.map(({ num, name }) => ({ id: num, name })) ?? null,
    visible: environment.getVisibleObjects()?.map(({ num, name }) => ({ id: num, name })) ?? null,
    victory: environment.victory(),
    game_over: environment.gameOver(),
    notices: [...(step.fault ? [step.fault.message] : []), ...step.info.warnings, ...step.info.requests.map(describeRequest)],
    fault: step.fault !== null,
  }
}

const nameOf = (room: { readonly num: number; readonly name: string } | null) => (room ? { id: room.num, name: room.name } : null)

function describeRequest(request: StepResult['info']['requests'][number]): string {
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

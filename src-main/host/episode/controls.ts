import { performance } from 'node:perf_hooks'
import type { ControlCommand } from '@shared/contract/episodes'
import type { EventOf } from '@shared/episode/log/event'
import { CallCanceled, TakenOver } from '../../agent/logged-call'

type Mode = EventOf<'control_changed'>['mode']
export type Gate = 'turn' | 'iteration'

/** How a pause may end other than by a command of the user, and why it may not. */
export interface PauseEnd {
  readonly continuesInMs?: number
  /** The MCP server that a person must sign in to. */
  readonly signIn?: string
  /** The model's endpoint will never accept the request. */
  readonly isRefused?: boolean
}
type OnChange = (mode: Mode, reason: string | null, end: PauseEnd) => void

/** The reason with which `stop` and a closing host abort a run. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped'
  /** True if the user stopped the episode; false if the host is closing and the episode can be resumed. */
  readonly ended: boolean
  constructor(ended: boolean) {
    super(ended ? 'The episode was stopped.' : 'The host is closing.')
    this.ended = ended
  }
}

/**
 * Pauses, resumes, steps and stops one episode. The run waits at its gates, before each turn and before each LLM call.
 * Between two gates everything runs to completion, except a cancelled LLM call, which waits at its gate again. If a
 * person takes over a turn, `turnSignal` aborts with `TakenOver` and ends the player's choice.
 */
export class Controls {
  readonly #abort = new AbortController()
  readonly #onChange: OnChange
  #call = new AbortController()
  #wait = new AbortController()
  #turn = new AbortController()
  #isTakenOver = false
  #held: Gate | null = null
  #pausedMs = 0
  #stepOf: 'player' | 'person' = 'player'
  #mode: Mode = 'running'
  #stepTaken = false
  #release: (() => void) | null = null

  constructor(onChange: OnChange) {
    this.#onChange = onChange
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get turnSignal(): AbortSignal {
    return AbortSignal.any([this.signal, this.#turn.signal])
  }

  get callSignal(): AbortSignal {
    return AbortSignal.any([this.turnSignal, this.#call.signal])
  }

  /** Aborts when the user wants to retry a failed call now. */
  get waitSignal(): AbortSignal {
    return this.#wait.signal
  }

  get held(): Gate | null {
    return this.#held
  }

  get mode(): Mode {
    return this.#mode
  }

  /** Milliseconds that the run has waited at its gates. */
  get pausedMs(): number {
    return this.#pausedMs
  }

  command(command: ControlCommand): void {
    switch (command) {
      case 'pause':
        if (this.#mode !== 'paused') this.#change('pausing', 'Pausing after this call')
        return
      case 'resume':
        return this.#go('running')
      case 'step_turn':
        return this.#go('stepping_turn')
      case 'step_iteration':
        return this.#go('stepping_iteration')
      case 'retry_now':
        this.#wait.abort()
        this.#wait = new AbortController()
        return
      case 'cancel_call':
        this.command('pause')
        return this.#call.abort(new CallCanceled())
      case 'stop':
        this.#change('stopping', null)
        return this.abort(new RunStopped(true))
      default:
        command satisfies never
    }
  }

  /**
   * Lets the run continue, in every mode, to the turn whose action a person entered; a paused run pauses again after
   * it. `endsChoice`: the player is choosing the action of that turn now.
   */
  takeOver(endsChoice: boolean): void {
    this.#isTakenOver = true
    if (endsChoice) this.#turn.abort(new TakenOver())
    if (this.#mode === 'paused') {
      this.#go('stepping_turn')
      this.#stepOf = 'person'
    }
  }

  /** Must be called after a person's action was played, so that the player chooses the next action. */
  handBack(): void {
    this.#isTakenOver = false
    this.#turn = new AbortController()
  }

  /** Ends the run with `RunStopped` or an error. Incomplete turns do not count. */
  abort(why: Error): void {
    this.#abort.abort(why)
    this.#release?.()
  }

  /**
   * Resolves when the run may continue. Rejects with the reason of an abort, and at an iteration gate also with
   * `TakenOver`. If `why` is not null, the run pauses in every mode. In the mode `running`, the pause ends after
   * `end.continuesInMs`.
   */
  async pass(gate: Gate, why: string | null = null, end: PauseEnd = {}): Promise<void> {
    this.signal.throwIfAborted()
    if (gate === 'iteration') this.#turn.signal.throwIfAborted()
    else if (this.#isTakenOver) {
      // A person's action is played first.
      if (why !== null) this.#change('pausing', why)
      return this.#turn.abort(new TakenOver())
    } else this.#turn = new AbortController()
    if (why !== null || this.#stopsAt(gate)) await this.#hold(why ?? this.#whyHeld(), gate, end)
    if (gate !== 'iteration') return
    this.#stepTaken = true
    this.#call = new AbortController()
  }

  #whyHeld(): string {
    if (this.#mode === 'pausing') return 'Paused by the user'
    return this.#stepOf === 'person' ? 'Paused after an action by a person' : 'Paused after one step'
  }

  async #hold(reason: string, gate: Gate, { continuesInMs, ...rest }: PauseEnd): Promise<void> {
    const continues = this.#mode === 'running' ? continuesInMs : undefined
    this.#change('paused', reason, {
      ...(continues !== undefined && { continuesInMs: continues }),
      ...rest,
    })
    this.#held = gate
    const since = performance.now()
    const timer = continues === undefined ? undefined : setTimeout(() => this.#go('running'), continues)
    await new Promise<void>((resolve) => {
      this.#release = resolve
    })
    clearTimeout(timer)
    this.#pausedMs += performance.now() - since
    this.#release = null
    this.#held = null
    this.signal.throwIfAborted()
    if (gate === 'iteration') this.#turn.signal.throwIfAborted()
    // A step requested while the run waited before a call runs this call.
    this.#stepTaken = gate === 'iteration'
  }

  #stopsAt(gate: Gate): boolean {
    if (this.#mode === 'pausing') return true
    if (this.#mode === 'stepping_turn') return gate === 'turn'
    // A step of one call also ends at the gate of the next turn, so that this turn does not start.
    if (this.#mode === 'stepping_iteration') return this.#stepTaken
    return false
  }

  #go(mode: Mode): void {
    if (this.#mode === 'stopping') return
    // A step requested during a call ends after this call.
    this.#stepTaken = this.#mode !== 'paused'
    this.#stepOf = 'player'
    this.#change(mode, null)
    this.#release?.()
  }

  #change(mode: Mode, reason: string | null, end: PauseEnd = {}): void {
    if (this.signal.aborted) return
    if (mode === this.#mode && mode !== 'paused' && !mode.startsWith('stepping')) return
    this.#mode = mode
    this.#onChange(mode, reason, end)
  }
}

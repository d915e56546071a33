import type { ControlCommand } from '@shared/contract/episodes'
import type { EventOf } from '@shared/episode/log/event'
import { CallCanceled, TakenOver } from '../../agent/call-model'

type Mode = EventOf<'control_changed'>['mode']
export type Gate = 'turn' | 'iteration'

/** What `stop` and a closing host abort a run with. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped'
  /** True if a person asked for the end; false if the host is going away and the episode can go on later. */
  readonly ended: boolean
  constructor(ended: boolean) {
    super(ended ? 'The episode was stopped.' : 'The host is closing.')
    this.ended = ended
  }
}

/**
 * Start, pause, resume, step and stop of one episode. The run asks at its gates, before each turn and before each LLM
 * call, whether it may go on; everything between two gates happens whole, except an LLM call that is canceled: it waits
 * at its gate again. A person may take a turn over: its choice ends where it is, and `turnSignal` says so by
 * `TakenOver`.
 */
export class Controls {
  readonly #abort = new AbortController()
  readonly #onChange: (mode: Mode, reason: string | null) => void
  #call = new AbortController()
  #turn = new AbortController()
  #isTakenOver = false
  #held: Gate | null = null
  #stepOf: 'player' | 'person' = 'player'
  #mode: Mode = 'running'
  #stepTaken = false
  #release: (() => void) | null = null

  constructor(onChange: (mode: Mode, reason: string | null) => void) {
    this.#onChange = onChange
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Of the choice of the turn that was let pass last. */
  get turnSignal(): AbortSignal {
    return AbortSignal.any([this.signal, this.#turn.signal])
  }

  /** Of the LLM call that was let pass last. */
  get callSignal(): AbortSignal {
    return AbortSignal.any([this.turnSignal, this.#call.signal])
  }

  /** The gate where the run waits. */
  get held(): Gate | null {
    return this.#held
  }

  get mode(): Mode {
    return this.#mode
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
   * Lets the run go on to the turn whose action a person has said, whatever the mode; one that was paused is paused
   * again after it. `endsChoice` if that is the turn whose action is being chosen.
   */
  takeOver(endsChoice: boolean): void {
    this.#isTakenOver = true
    if (endsChoice) this.#turn.abort(new TakenOver())
    if (this.#mode === 'paused') {
      this.#go('stepping_turn')
      this.#stepOf = 'person'
    }
  }

  /** The action was taken: what follows is the player's again. */
  handBack(): void {
    this.#isTakenOver = false
    this.#turn = new AbortController()
  }

  /** Ends the run where it is, by `RunStopped` or by what went wrong; what was not complete is not counted. */
  abort(why: Error): void {
    this.#abort.abort(why)
    this.#release?.()
  }

  /** Resolves when the run may pass; rejects with `RunStopped`. A reason to pause holds it whatever the mode. */
  async pass(gate: Gate, why: string | null = null): Promise<void> {
    this.signal.throwIfAborted()
    if (gate === 'iteration') this.#turn.signal.throwIfAborted()
    else if (this.#isTakenOver) {
      // What a person has said is played first.
      if (why !== null) this.#change('pausing', why)
      return this.#turn.abort(new TakenOver())
    } else this.#turn = new AbortController()
    if (why !== null || this.#stopsAt(gate)) await this.#hold(why ?? this.#whyHeld(), gate)
    if (gate !== 'iteration') return
    this.#stepTaken = true
    this.#call = new AbortController()
  }

  #whyHeld(): string {
    if (this.#mode === 'pausing') return 'Paused by you'
    return this.#stepOf === 'person' ? 'Paused after your action' : 'Paused after one step'
  }

  async #hold(reason: string, gate: Gate): Promise<void> {
    this.#change('paused', reason)
    this.#held = gate
    await new Promise<void>((resolve) => {
      this.#release = resolve
    })
    this.#release = null
    this.#held = null
    this.signal.throwIfAborted()
    if (gate === 'iteration') this.#turn.signal.throwIfAborted()
    // A step taken while the run waited before a call is that call.
    this.#stepTaken = gate === 'iteration'
  }

  #stopsAt(gate: Gate): boolean {
    if (this.#mode === 'pausing') return true
    if (this.#mode === 'stepping_turn') return gate === 'turn'
    // At whichever gate comes next: past that of a turn, the next turn would have begun.
    if (this.#mode === 'stepping_iteration') return this.#stepTaken
    return false
  }

  #go(mode: Mode): void {
    if (this.#mode === 'stopping') return
    // Asked for in the middle of a run, the step is the call that is under way.
    this.#stepTaken = this.#mode !== 'paused'
    this.#stepOf = 'player'
    this.#change(mode, null)
    this.#release?.()
  }

  #change(mode: Mode, reason: string | null): void {
    if (this.signal.aborted) return
    if (mode === this.#mode && mode !== 'paused' && !mode.startsWith('stepping')) return
    this.#mode = mode
    this.#onChange(mode, reason)
  }
}

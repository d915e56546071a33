import { ExpectedError } from '@shared/base/expected-error'
import type { EpisodeState } from '@shared/episode/state/episode'
import { FaultScope } from './fault-scope'
import type { RunningEpisode } from './running-episode'

/** Maximum number of episodes that are opened at the same time, because each starts a thread and processes. */
const MAX_OPENED_AT_ONCE = 4

/**
 * The episodes that this host plays. An episode counts from the beginning of its opening, because a second opening
 * would write the same log. The log does not record that an episode is running, because that would be wrong after a
 * crash.
 */
export class RunningEpisodes {
  readonly #running = new Map<string, RunningEpisode>()
  readonly #takenUp = new Set<string>()
  readonly #openings = new Set<Promise<unknown>>()
  readonly #waiting: (() => void)[] = []
  #beingOpened = 0
  readonly #onChange: () => void
  readonly #closing = new AbortController()

  /** `onChange` is called for each episode that starts, stops, completes a turn, pauses or resumes. */
  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** Aborts when the host closes. An episode that is being opened is then closed before it starts. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  get byId(): ReadonlyMap<string, RunningEpisode> {
    return this.#running
  }

  isPlayed(id: string): boolean {
    return this.#running.has(id) || this.#takenUp.has(id)
  }

  /** Throws `not_possible` if the episode is not running. */
  get(id: string): RunningEpisode {
    const episode = this.#running.get(id)
    if (!episode) throw new ExpectedError('not_possible', `Episode ${id} is not running.`)
    return episode
  }

  /** Runs `open`, and holds the episode until it has ended. Rejects with `not_possible` when the host closes. */
  open(open: () => Promise<RunningEpisode>): Promise<RunningEpisode> {
    if (this.closing.aborted) return Promise.reject(this.closing.reason as Error)
    const scope = new FaultScope()
    const opening = this.#inTurn(() => scope.run(open)).then((episode) => {
      scope.answeredBy((error) => episode.fail(error))
      return this.#keep(episode)
    })
    this.#openings.add(opening)
    return opening.finally(() => this.#openings.delete(opening))
  }

  /** Waits for an ended episode to be closed; its viewers already know its end. */
  async settle(id: string): Promise<void> {
    const episode = this.#running.get(id)
    if (episode?.recorder.state.ended) await episode.finished
  }

  /** Runs `act` exclusively on an episode. Rejects with `running` if it is played or another `act` runs on it. */
  async takeUp<Result>(id: string, act: () => Promise<Result>): Promise<Result> {
    await this.settle(id)
    if (this.isPlayed(id)) throw new ExpectedError('running', `Episode ${id} is already running.`)
    this.#takenUp.add(id)
    try {
      return await act()
    } finally {
      this.#takenUp.delete(id)
    }
  }

  /** Suspends all episodes, including those that are being opened. */
  async suspendAll(): Promise<void> {
    this.#closing.abort(new ExpectedError('not_possible', 'The host is closing.'))
    for (const goOn of this.#waiting.splice(0)) goOn()
    await Promise.allSettled(this.#openings)
    await Promise.all([...this.#running.values()].map((episode) => episode.suspend()))
  }

  async #inTurn<Result>(open: () => Promise<Result>): Promise<Result> {
    while (this.#beingOpened >= MAX_OPENED_AT_ONCE) {
      await new Promise<void>((goOn) => this.#waiting.push(goOn))
      this.closing.throwIfAborted()
    }
    this.#beingOpened++
    try {
      return await open()
    } finally {
      this.#beingOpened--
      this.#waiting.shift()?.()
    }
  }

  #keep(episode: RunningEpisode): RunningEpisode {
    this.#running.set(episode.id, episode)
    this.#onChange()
    void episode.finished.then(() => {
      this.#running.delete(episode.id)
      episode.recorder.changed.fire()
      this.#onChange()
    })
    void this.#announceProgress(episode)
    return episode
  }

  async #announceProgress({ id, recorder }: RunningEpisode): Promise<void> {
    const never = new AbortController().signal
    for (let announced: EpisodeState | null = null; this.#running.has(id); await recorder.changed.wait(never)) {
      const { state } = recorder
      if (state.turns !== announced?.turns || state.control !== announced.control) this.#onChange()
      announced = state
    }
  }
}

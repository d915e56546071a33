import { createRandomPlayer } from '../../../agent/random-player'
import type { Choice } from '../run-episode'
import { PLAYER_LABELS } from './player-labels'
import type { Player } from './players'

export function randomPlayer(seed: number): Player {
  const random = createRandomPlayer(seed)
  return {
    ...withoutModel('random'),
    async choose(_turn, { recorder, controls }) {
      await controls.pass('iteration')
      const action = random.chooseAction(recorder.state)
      return { action, reasoning: 'Picked at random.', new_objective: null, source: 'random' }
    },
  }
}

export function humanPlayer(): Player {
  type Entered = Pick<Choice, 'action' | 'reasoning'>
  let take: ((entered: Entered) => void) | null = null
  return {
    ...withoutModel('human'),
    async choose(_turn, { controls: { signal } }) {
      signal.throwIfAborted()
      let stop = () => {}
      const entered = await new Promise<Entered>((resolve, reject) => {
        take = resolve
        stop = () => reject(signal.reason as Error)
        signal.addEventListener('abort', stop, { once: true })
        // The listener is removed, because the signal is used for all turns of the episode.
      }).finally(() => signal.removeEventListener('abort', stop))
      return { ...entered, new_objective: null, source: 'human' }
    },
    submit(action, reasoning) {
      take?.({ action, reasoning })
      const taken = take !== null
      take = null
      return taken
    },
  }
}

const withoutModel = (kind: 'random' | 'human') => ({
  identity: { kind, label: PLAYER_LABELS[kind], model: null, base_url: null, profile: null },
  sampling: null,
  promptSha256: null,
  close: async () => undefined,
})

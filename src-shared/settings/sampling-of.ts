import type { Sampling } from '../episode/log/chat'
import type { Settings } from './settings'

/** What is asked of a model: the settings, and the seed of the episode. */
export function samplingOf({ reasoning_effort, ...sampling }: Settings['agent_sampling'], seed: number): Sampling {
  return { ...sampling, seed, ...(reasoning_effort !== 'default' && { reasoning_effort }) }
}

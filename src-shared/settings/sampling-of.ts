import type { Sampling } from '../episode/log/chat'
import type { Settings } from './settings'

/** Sampling of a request: the settings, and the seed of the episode. */
export function samplingOf({ reasoning_effort, ...sampling }: Settings['agent_sampling'], seed: number): Sampling {
  return { ...sampling, seed, ...(reasoning_effort !== 'default' && { reasoning_effort }) }
}

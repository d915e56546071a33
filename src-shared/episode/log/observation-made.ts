import { mirrorCommand, mirrorText } from '../../map/mirror'
import type { Observation } from '../state/episode'
import type { Disguise, EventOf } from './event'

/** The event of an observation as the player reads it. In a disguised episode it also has the story's own form. */
export const observationMade = (
  turn: number,
  action: string | null,
  observation: Observation,
  disguise: Disguise | undefined,
): EventOf<'observation_made'> => ({
  event_type: 'observation_made',
  turn,
  action,
  ...(observation as Omit<EventOf<'observation_made'>, 'event_type' | 'turn' | 'action'>),
  ...(disguise === 'mirror' && {
    undisguised: { action: action === null ? null : mirrorCommand(action), text: mirrorText(observation.text) },
  }),
})

import type { HelperRole } from '../episode/log/mind-schema'
import critic from './prompts/critic.md?raw'
import reflector from './prompts/reflector.md?raw'
import summariser from './prompts/summariser.md?raw'

/** The system prompt of each helper. Like the actor's, they name no story. */
export const HELPER_PROMPTS: Readonly<Record<HelperRole, string>> = {
  critic: critic.trim(),
  reflector: reflector.trim(),
  summariser: summariser.trim(),
}

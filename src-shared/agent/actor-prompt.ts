import type { MindPart } from '../episode/log/mind-schema'
import notes from './prompts/notes.md?raw'
import objectives from './prompts/objectives.md?raw'
import tail from './prompts/tail.md?raw'
import { SYSTEM_PROMPT } from './system-prompt'

/** `prompt`, or the app's own system prompt if null, followed by the instructions for the parts in force. */
export function actorPrompt(prompt: string | null, parts: readonly MindPart[]): string {
  const has = (...some: readonly MindPart[]) => some.some((part) => parts.includes(part))
  return [
    prompt ?? SYSTEM_PROMPT,
    ...(has('places', 'frontier', 'stuck') ? [tail] : []),
    ...(has('objectives') ? [objectives] : []),
    ...(has('notes') ? [notes] : []),
  ]
    .map((text) => text.trim())
    .join('\n\n')
}

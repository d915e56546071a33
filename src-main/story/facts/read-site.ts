import { FRAME_WORDS } from '../zmachine/memory/machine-space'
import type { Machine } from '../zmachine/machine'

/**
 * Where in its code the story waits: the `read` and every return address above it. The parser's prompt is always the
 * same site.
 */
export function readSite(machine: Machine): string {
  let site = String(machine.pc)
  for (let frame = 1; frame < machine.frameCount; frame++) site += `.${machine.frames[frame * FRAME_WORDS]!}`
  return site
}

/**
 * Parts a reply from the prompt: what follows the last newline at a read is the prompt, and is cut off nowhere else.
 */
export function splitPrompt(
  text: string,
  hasEnded: boolean,
): { readonly observation: string; readonly prompt: string } {
  const promptAt = hasEnded ? text.length : text.lastIndexOf('\n') + 1
  return { observation: text.slice(0, promptAt), prompt: text.slice(promptAt) }
}

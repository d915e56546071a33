import { FRAME_WORDS } from '../zmachine/memory/machine-space'
import type { Machine } from '../zmachine/machine'

/**
 * Where in its code the story waits: the address of the `read` and all return addresses. The parser's prompt is one
 * site.
 */
export function readSite(machine: Machine): string {
  let site = String(machine.pc)
  for (let frame = 1; frame < machine.frameCount; frame++) site += `.${machine.frames[frame * FRAME_WORDS]!}`
  return site
}

/**
 * Splits a reply and the prompt: at a read, the prompt is what follows the last newline.
 */
export function splitPrompt(
  text: string,
  hasEnded: boolean,
): { readonly observation: string; readonly prompt: string } {
  const promptAt = hasEnded ? text.length : text.lastIndexOf('\n') + 1
  return { observation: text.slice(0, promptAt), prompt: text.slice(promptAt) }
}

import { FRAME_WORDS } from '../zmachine/call-stack'
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

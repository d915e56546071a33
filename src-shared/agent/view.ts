import { type Mind, NO_MIND } from '../episode/log/mind-schema'
import { buildStateBlocks } from '../episode/state/build-state-block'
import type { EpisodeState } from '../episode/state/episode'
import type { StateBlock } from '../episode/state/state-block'

/** The input of the parts of a mind. */
export interface MindView {
  /** Parts read only the mind's memory and the manifest from it. Facts of the game come from the blocks alone. */
  readonly state: EpisodeState
  readonly mind: Mind
  /**
   * The state block of each turn at the level of the run: `blocks[n]` is the situation after turn n, `blocks[0]` after
   * the opening.
   */
  readonly blocks: readonly StateBlock[]
}

export const viewOf = (state: EpisodeState): MindView => ({
  state,
  mind: state.manifest?.mind ?? NO_MIND,
  blocks: buildStateBlocks(state, state.manifest?.handicap ?? 'L2'),
})

/** The text of one section of the tail; null if it is empty. */
export type Section = (view: MindView) => string | null

/** The first lines that fit into `most` characters. */
export function linesWithin(lines: readonly string[], most: number): readonly string[] {
  let room = most
  return lines.filter((line) => (room -= line.length + 1) >= 0)
}

/** Characters per token until it is measured from a reply: the average of English text. */
export const CHARS_PER_TOKEN = 3.6

import { buildStateBlocks } from '../episode/state/build-state-block'
import type { EpisodeState } from '../episode/state/episode'
import { type Mind, NO_MIND } from '../episode/log/mind'
import type { StateBlock } from '../episode/state/state-block'

/** What the parts of a mind may read. */
export interface MindView {
  /** For what the mind itself remembers, and the manifest: facts of the game come from the blocks alone. */
  readonly state: EpisodeState
  readonly mind: Mind
  /** What each turn was told at the level of the run: `blocks[n - 1]` is that of turn n, the last one is now. */
  readonly blocks: readonly StateBlock[]
}

export const viewOf = (state: EpisodeState): MindView => ({
  state,
  mind: state.manifest?.mind ?? NO_MIND,
  blocks: buildStateBlocks(state, state.manifest?.handicap ?? 'L2'),
})

/** The text of one section of the tail; null if there is nothing to say. */
export type Section = (view: MindView) => string | null

/** Characters of a token, where no reply has told better: what English text comes to. */
export const CHARS_PER_TOKEN = 3.6

import type { EpisodeState, ToolCall } from './episode'
import type { PlayerKind } from '../log/event'

/** How a kind of player differs from others, wherever that matters: nobody else compares kinds. */
interface PlayerTraits {
  /** Says each action when it is waited for: there is nothing to pause or to step. */
  readonly isPerson: boolean
  /** Is a model that is chosen, with its endpoint, when an episode is started. */
  readonly isChosenModel: boolean
  /** Asks a model that never has a price. */
  readonly isFreeModel: boolean
  /** Can be told how many words a second it speaks. */
  readonly hasWordPace: boolean
  /** Is offered the tools of the MCP servers in the config. */
  readonly takesTools: boolean
  /** Reaches the game itself through tools. */
  readonly playsByTools: boolean
  /** Is a model, which a hint of a person means something to. */
  readonly readsHints: boolean
  /** Is given what the settings of the mind say (mind.ts). */
  readonly hasMind: boolean
}

const NONE: PlayerTraits = {
  isPerson: false,
  isChosenModel: false,
  isFreeModel: false,
  hasWordPace: false,
  takesTools: false,
  playsByTools: false,
  readsHints: false,
  hasMind: false,
}

export const PLAYER_TRAITS: Readonly<Record<PlayerKind, PlayerTraits>> = {
  explorer: { ...NONE, isFreeModel: true, hasWordPace: true, takesTools: true },
  llm: { ...NONE, isChosenModel: true, takesTools: true, readsHints: true, hasMind: true },
  mcp: { ...NONE, playsByTools: true, readsHints: true },
  random: NONE,
  human: { ...NONE, isPerson: true },
}

type Played = Pick<EpisodeState, 'manifest'>

/** Of the player of an episode; none of them before its manifest is read. */
export const traitsOf = ({ manifest }: Played): PlayerTraits => (manifest ? PLAYER_TRAITS[manifest.player.kind] : NONE)

/** An agent of its own, which came to the game by itself: only it can go on. */
export const isOwnAgent = ({ manifest }: Played): boolean =>
  manifest?.player.model === null && traitsOf({ manifest }).playsByTools

/** Not the rule-based player either, behind whatever kind it answers. */
export const readsHints = ({ manifest }: Played): boolean =>
  traitsOf({ manifest }).readsHints && manifest?.player.profile !== 'explorer'

/** A call of the tool that plays an action, for a player that plays by tools; by its name on its server. */
export const isPlayCall = ({ toolName }: Pick<ToolCall, 'toolName'>): boolean => toolName.endsWith('.play_action')

export const awaitsPerson = (state: Pick<EpisodeState, 'manifest' | 'openTurn'>): boolean =>
  traitsOf(state).isPerson && state.openTurn?.action === null

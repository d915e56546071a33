import type { Player, PlayerKind } from '../log/event'
import type { EpisodeState, ToolCall } from './episode'

/** The rule-based player, as its endpoint names it. */
export const EXPLORER_MODEL = 'builtin/explorer-1'

/** How kinds of players differ. Other code asks for a trait and never compares kinds. */
interface PlayerTraits {
  /** Enters each action when asked: there is nothing to pause or to step. */
  readonly isPerson: boolean
  /** A model that is chosen, with its endpoint, when an episode is started. */
  readonly isChosenModel: boolean
  /** Its words per second can be set. */
  readonly hasWordPace: boolean
  /** Is offered the tools of the MCP servers in the config. */
  readonly takesTools: boolean
  /** Plays the game through tools. */
  readonly playsByTools: boolean
  /** A model that can make use of a person's hint. */
  readonly readsHints: boolean
  /** Uses the settings of the mind (mind-schema.ts). */
  readonly hasMind: boolean
}

const NONE: PlayerTraits = {
  isPerson: false,
  isChosenModel: false,
  hasWordPace: false,
  takesTools: false,
  playsByTools: false,
  readsHints: false,
  hasMind: false,
}

export const PLAYER_TRAITS: Readonly<Record<PlayerKind, PlayerTraits>> = {
  explorer: { ...NONE, hasWordPace: true, takesTools: true },
  llm: { ...NONE, isChosenModel: true, takesTools: true, readsHints: true, hasMind: true },
  mcp: { ...NONE, playsByTools: true, readsHints: true },
  random: NONE,
  human: { ...NONE, isPerson: true },
}

type Played = Pick<EpisodeState, 'manifest'>

/** The traits of an episode's player; all false before its manifest is read. */
export const traitsOf = ({ manifest }: Played): PlayerTraits => (manifest ? PLAYER_TRAITS[manifest.player.kind] : NONE)

/** Whether a model plays: the tokens of a rule-based player are estimates, and cost nothing. */
export const isPlayedByModel = ({ manifest }: Played): boolean => manifest !== null && isModel(manifest.player)

export const isModel = ({ kind, model }: Pick<Player, 'kind' | 'model'>): boolean =>
  model !== null && model !== EXPLORER_MODEL && kind !== 'explorer'

/** An agent that connected to the app by itself: the app cannot resume its episode. */
export const isOwnAgent = ({ manifest }: Played): boolean =>
  manifest?.player.model === null && traitsOf({ manifest }).playsByTools

/** False for the rule-based player, whichever kind it answers as. */
export const readsHints = ({ manifest }: Played): boolean =>
  traitsOf({ manifest }).readsHints && manifest?.player.profile !== 'explorer'

/** A call of the tool that plays an action, for a player that plays by tools; recognized by its name on its server. */
export const isPlayCall = ({ toolName }: Pick<ToolCall, 'toolName'>): boolean => toolName.endsWith('.play_action')

export const awaitsPerson = (state: Pick<EpisodeState, 'manifest' | 'openTurn'>): boolean =>
  traitsOf(state).isPerson && state.openTurn?.action === null

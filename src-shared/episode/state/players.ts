import type { Player, PlayerKind } from '../log/event'
import type { EpisodeState, ToolCall } from './episode'

/** Name of the rule-based player at its endpoint. */
export const EXPLORER_MODEL = 'builtin/explorer-1'

/** The differences between kinds of players. Other code reads a trait and never compares kinds. */
interface PlayerTraits {
  /** A person enters each action when asked, so pausing and stepping have no meaning. */
  readonly isPerson: boolean
  /** A model that the user chooses with its endpoint when an episode is started. */
  readonly isChosenModel: boolean
  /** Its words per second can be set. */
  readonly hasWordPace: boolean
  /** Can use the tools of the MCP servers in the config. */
  readonly takesTools: boolean
  readonly playsByTools: boolean
  /** A model that can use a person's hint. */
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

/** Whether a model plays. The token counts of a rule-based player are estimates and cost nothing. */
export const isPlayedByModel = ({ manifest }: Played): boolean => manifest !== null && isModel(manifest.player)

export const isModel = ({ kind, model }: Pick<Player, 'kind' | 'model'>): boolean =>
  model !== null && model !== EXPLORER_MODEL && kind !== 'explorer'

/** Whether an agent plays that connected to the app by itself, so that the app cannot resume its episode. */
export const isOwnAgent = ({ manifest }: Played): boolean =>
  manifest?.player.model === null && traitsOf({ manifest }).playsByTools

/** False for the rule-based player, even if it plays as a model. */
export const readsHints = ({ manifest }: Played): boolean =>
  traitsOf({ manifest }).readsHints && manifest?.player.profile !== 'explorer'

/** Whether this call plays an action, for a player that plays by tools. Calls are recognized by the tool's name. */
export const isPlayCall = ({ toolName }: Pick<ToolCall, 'toolName'>): boolean => toolName.endsWith('.play_action')

export const awaitsPerson = (state: Pick<EpisodeState, 'manifest' | 'openTurn'>): boolean =>
  traitsOf(state).isPerson && state.openTurn?.action === null

import { AGENT_BREAKS } from './agent'
import { BOUNDS_BREAKS } from './bounds'
import { EPISODES_BREAKS } from './episodes'
import { FILES_BREAKS } from './files'
import { GAME_BREAKS } from './game'
import { HOST_BREAKS } from './host'
import { LLM_BREAKS } from './llm'
import { MCP_BREAKS } from './mcp'
import type { PlantedBreak } from './planted-break'
import { SECRETS_BREAKS } from './secrets'
import { SERVERS_BREAKS } from './servers'
import { SHARED_BREAKS } from './shared'

/** Chosen for what would hurt users most, and not for being easy to see. */
export const BREAKS_BY_ROOM: Readonly<Record<string, readonly PlantedBreak[]>> = {
  mcp: MCP_BREAKS,
  agent: AGENT_BREAKS,
  llm: LLM_BREAKS,
  episodes: EPISODES_BREAKS,
  host: HOST_BREAKS,
  servers: SERVERS_BREAKS,
  shared: SHARED_BREAKS,
  bounds: BOUNDS_BREAKS,
  files: FILES_BREAKS,
  game: GAME_BREAKS,
  secrets: SECRETS_BREAKS,
}

export const ALL_BREAKS: readonly PlantedBreak[] = Object.values(BREAKS_BY_ROOM).flat()

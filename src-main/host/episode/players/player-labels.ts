import type { PlayerKind } from '@shared/episode/log/event'
import { EXPLORER_LABEL } from '../../../explorer/endpoint/endpoint'

export const PLAYER_LABELS: Readonly<Record<PlayerKind, string>> = {
  explorer: EXPLORER_LABEL,
  llm: 'AI model',
  mcp: 'AI model through MCP tools',
  random: 'Random actions',
  human: 'You',
}

import type { Attributes, Histogram, Meter } from '@opentelemetry/api'
import type { EventOf, LoggedEvent } from '@shared/episode/log/event'
import type { EpisodeState } from '@shared/episode/state/episode'
import { isOfModel } from '@shared/episode/state/model-calls'
import { providerOf, serverAttributes } from './span-attributes'

interface EpisodeMetrics {
  /** Records an event of any episode; `state` is the state after it. */
  observe(event: LoggedEvent, state: EpisodeState): void
}

/** The metrics of the GenAI and MCP conventions with their recommended bucket boundaries, from events only. */
export function measureEpisodes(meter: Meter): EpisodeMetrics {
  const histogram = (name: string, unit: string, description: string, bounds: number[]): Histogram =>
    meter.createHistogram(name, { unit, description, advice: { explicitBucketBoundaries: bounds } })
  const duration = histogram('gen_ai.client.operation.duration', 's', 'Calls of models.', MODEL_SECONDS)
  const tokens = histogram('gen_ai.client.token.usage', '{token}', 'Tokens of calls of models.', TOKENS)
  const toolDuration = histogram('mcp.client.operation.duration', 's', 'Calls of tools of MCP servers.', TOOL_SECONDS)

  const observeTool = (
    event: LoggedEvent & EventOf<'mcp_tool_result' | 'mcp_tool_error' | 'mcp_tool_timeout'>,
    error?: string,
  ) =>
    toolDuration.record(event.duration_ms / 1000, {
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': event.tool_name,
      'gen_ai.operation.name': 'execute_tool',
      // A key without a value would be sent as an empty attribute.
      ...(error !== undefined && { 'error.type': error }),
    })

  return {
    observe(event, state) {
      const player = state.manifest?.player ?? null
      const call = (model: string): Attributes => ({
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': providerOf(player),
        'gen_ai.request.model': model,
        ...serverAttributes(player),
      })
      switch (event.event_type) {
        case 'llm_response': {
          if (!isOfModel(event)) return
          const about = { ...call(event.model), 'gen_ai.response.model': event.model }
          duration.record(event.duration_ms / 1000, about)
          const { input, output } = event.usage
          if (input !== null) tokens.record(input, { ...about, 'gen_ai.token.type': 'input' })
          if (output !== null) tokens.record(output, { ...about, 'gen_ai.token.type': 'output' })
          return
        }
        case 'mcp_tool_result':
          return observeTool(event, event.is_error ? 'tool_error' : undefined)
        case 'mcp_tool_error':
          return observeTool(event, '_OTHER')
        case 'mcp_tool_timeout':
          return observeTool(event, 'timeout')
        default:
      }
    },
  }
}

const MODEL_SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
const TOKENS = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864]
const TOOL_SECONDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300]

import type { EventBody, EventOf } from '@shared/episode/log/event'
import { samplingOf } from '@shared/settings/mind-of'
import { settings } from '@shared/settings/settings'
import { buildContext } from '../../agent/build-context'
import { chooseAction } from '../../agent/choose-action'
import { assemble } from '../../agent/prompt'
import { scriptedSession } from '../../agent/scripted-session.testkit'
import { createChatClient } from '../../llm/openai-client'
import { plainEndpoint } from '../../llm/plain-endpoint.testkit'
import { openStory } from '../choice/play-story.testkit'
import { startExplorer } from './endpoint'

const TROUBLES = [
  'llm_error',
  'agent_parse_error',
  'mcp_unexpected_state',
  'mcp_no_content',
  'mcp_tool_error',
  'mcp_tool_timeout',
] as const

export interface Talk {
  readonly turns: number
  readonly requests: number
  readonly toolCalls: readonly EventOf<'mcp_tool_call'>[]
  /** Events that are recorded when a reply violates the protocol. */
  readonly troubles: readonly EventBody[]
}

/** Plays turns over HTTP with the app's own chat client and tool loop. Every second episode offers a thinking tool. */
export async function playOverHttp(
  file: string,
  { turns, turnsAnEpisode }: { readonly turns: number; readonly turnsAnEpisode: number },
): Promise<Talk> {
  const explorer = await startExplorer({ wordsPerSecond: 0 })
  const { retry, agent_sampling } = settings.parse({})
  const llm = createChatClient({ ...plainEndpoint(explorer.baseUrl, 'explorer'), retry })
  const events: EventBody[] = []
  const keep = (event: EventBody) => {
    // Each request contains the whole conversation, and only the number of requests is needed.
    events.push(event.event_type === 'llm_request' ? { ...event, messages_added: [] } : event)
  }
  let played = 0
  for (let seed = 1; played < turns; seed++) {
    const story = openStory(file, seed)
    for (let turn = 1; turn <= turnsAnEpisode && played < turns && !story.isOver(); turn++, played++) {
      const { action, reasoning } = await chooseAction({
        turn,
        readPrompt: (rest) => ({ messages: assemble(buildContext(story.state(), { historyTurns: 'all' }), rest) }),
        openSession: seed % 2 === 0 ? async () => scriptedSession(undefined, [thinkTool]) : null,
        llm,
        model: explorer.model,
        forceToolSupport: true,
        sampling: samplingOf(agent_sampling, seed),
        seedOf: () => seed,
        maxToolIterations: 20,
        knownToolSets: new Set(),
        previousMessages: [],
        record: keep,
        draft: () => {},
        beforeIteration: async () => {},
        signal: new AbortController().signal,
        now: () => performance.now(),
      })
      story.act(action, reasoning)
    }
  }
  await explorer.close()
  const only = <Type extends EventBody['event_type']>(type: Type) =>
    events.filter((event): event is EventOf<Type> => event.event_type === type)
  return {
    turns: played,
    requests: only('llm_request').length,
    toolCalls: only('mcp_tool_call'),
    troubles: TROUBLES.flatMap((type): EventBody[] => only(type)),
  }
}

const number = { type: 'integer' }
const thinkTool = {
  type: 'function' as const,
  function: {
    name: 'thoughtbox.think',
    description: 'Structured reasoning step',
    parameters: {
      type: 'object',
      properties: {
        thought: { type: 'string' },
        thoughtNumber: number,
        totalThoughts: number,
        nextThoughtNeeded: { type: 'boolean' },
        isRevision: { type: 'boolean' },
        revisesThought: number,
        branchFromThought: number,
        branchId: { type: 'string' },
      },
      required: ['thought'],
    },
  },
}

import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '../log/chat'
import type { EventBody } from '../log/event'
import { stampAll } from './arbitrary-episode.testkit'
import { emptyEpisode } from './episode'
import { messagesSent, sharedPrefix } from './messages'
import { reduceEpisode } from './reduce-episode'

const message = (content: string): ChatMessage => ({ role: 'user', content })
const sampling = { temperature: null, top_p: null, top_k: null, min_p: null, max_tokens: null, seed: null }

/** Records lists as the agent does: each as the difference to the one before. */
function stateOf(lists: readonly (readonly ChatMessage[])[]) {
  let before: readonly ChatMessage[] = []
  const bodies = lists.flatMap((list, index): EventBody[] => {
    const turn = index + 1
    const kept = sharedPrefix(before, list)
    before = list
    return [
      { event_type: 'turn_started', turn },
      { event_type: 'mcp_iteration_start', turn, iteration: 1, max_iterations: 20 },
      {
        event_type: 'llm_request',
        turn,
        iteration: 1,
        model: 'm',
        messages_kept: kept,
        messages_added: list.slice(kept),
        tool_set: null,
        tool_choice: null,
        response_format: null,
        sampling,
        forced: false,
      },
      { event_type: 'turn_completed', turn, duration_ms: 1, snapshot: null, state_hash: '' },
    ]
  })
  return stampAll(bodies).reduce(reduceEpisode, emptyEpisode)
}

describe('messagesSent', () => {
  it('rebuilds every list from the recorded differences', () => {
    const [system, a, b, c, d] = ['system', 'a', 'b', 'c', 'd'].map(message) as [
      ChatMessage,
      ChatMessage,
      ChatMessage,
      ChatMessage,
      ChatMessage,
    ]
    const lists = [
      [system, a],
      [system, a, b],
      [system, a, b, c],
      [system, d],
      [system, d, a, b],
    ]
    const state = stateOf(lists)
    for (const [index, list] of lists.entries()) expect(messagesSent(state, index + 1, 1)).toEqual(list)
  })

  it('is null for an iteration that sent nothing', () => {
    expect(messagesSent(stateOf([[message('a')]]), 1, 2)).toBeNull()
    expect(messagesSent(emptyEpisode, 1, 1)).toBeNull()
  })
})

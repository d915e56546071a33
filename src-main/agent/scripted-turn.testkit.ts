import { settings } from '@shared/config/settings'
import type { ChatMessage } from '@shared/episode/chat'
import type { DraftEvent, EventBody, EventOf, EventType } from '@shared/episode/event'
import { createChatClient } from '../llm/openai-client'
import { plainEndpoint } from '../llm/plain-endpoint.testkit'
import { type ScriptedReply, startScriptedEndpoint } from '../llm/scripted-endpoint.testkit'
import { chooseAction, type ChooseActionInput, type ChosenAction } from './choose-action'
import type { ScriptedSession } from './scripted-session.testkit'

export const opening: readonly ChatMessage[] = [
  { role: 'system', content: 'Play.', cache_control: { type: 'ephemeral' } },
  { role: 'user', content: 'A field.', cache_control: { type: 'ephemeral' } },
]

/** Plays one turn against a scripted endpoint and keeps all that it recorded. */
export async function playTurn(replies: readonly ScriptedReply[] | ((request: Record<string, unknown>, index: number) => ScriptedReply), session: ScriptedSession | null, changes: Partial<ChooseActionInput> = {}, { models = [], profile = 'generic' }: { models?: readonly unknown[]; profile?: string } = {}) {
  const endpoint = await startScriptedEndpoint(replies, models)
  const retry = settings.parse({ retry: { initial_delay: 0 } }).retry
  const events: EventBody[] = []
  const drafts: DraftEvent[] = []
  const input: ChooseActionInput = {
    turn: 1,
    messages: opening,
    openSession: session && (async () => session),
    llm: createChatClient({ ...plainEndpoint(endpoint.baseUrl, profile), retry }),
    model: 'scripted-1',
    forceToolSupport: false,
    sampling: { temperature: null, top_p: null, top_k: null, min_p: null, max_tokens: null, seed: null },
    maxToolIterations: 20,
    knownToolSets: new Set(),
    previousMessages: [],
    record: (event) => void events.push(event),
    draft: (event) => void drafts.push(event),
    beforeIteration: async () => {},
    signal: new AbortController().signal,
    now: () => performance.now(),
    ...changes,
  }
  let chosen: ChosenAction
  try {
    chosen = await chooseAction(input)
  } finally {
    await endpoint.close()
  }
  const only = <Type extends EventType>(type: Type) => events.filter((event): event is EventOf<Type> => event.event_type === type)
  return { chosen, events, drafts, endpoint, only, types: events.map((event) => event.event_type) }
}

/** The messages of a request as it was sent. */
export const messagesOf = (request: Record<string, unknown> | undefined) => request?.messages as (ChatMessage & { content: string })[]

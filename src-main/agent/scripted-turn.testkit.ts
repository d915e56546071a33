import type { ChatMessage } from '@shared/episode/log/chat'
import type { DraftEvent, EventBody, EventOf, EventType } from '@shared/episode/log/event'
import { settings } from '@shared/settings/settings'
import { createChatClient } from '../llm/openai-client'
import { plainEndpoint } from '../llm/plain-endpoint.testkit'
import { type ScriptedReply, startScriptedEndpoint } from '../llm/scripted-endpoint.testkit'
import { chooseAction, type ChooseActionInput } from './choose-action'
import { assemble } from './prompt'
import type { ScriptedSession } from './scripted-session.testkit'

export const opening: readonly ChatMessage[] = [
  { role: 'system', content: 'Play.', cache_control: { type: 'ephemeral' } },
  { role: 'user', content: 'A field.', cache_control: { type: 'ephemeral' } },
]

/** Plays one turn and returns everything that it recorded. */
export async function playTurnWith(
  llm: ChooseActionInput['llm'],
  session: ScriptedSession | null,
  changes: Partial<ChooseActionInput> = {},
) {
  const events: EventBody[] = []
  const drafts: DraftEvent[] = []
  const chosen = await chooseAction({
    turn: 1,
    readPrompt: (rest) => ({ messages: assemble(opening, rest) }),
    openSession: session && (async () => session),
    llm,
    model: 'scripted-1',
    forceToolSupport: false,
    sampling: { temperature: null, top_p: null, top_k: null, min_p: null, max_tokens: null, seed: null },
    seedOf: () => null,
    maxToolIterations: 20,
    knownToolSets: new Set(),
    previousMessages: [],
    record: (event) => void events.push(event),
    draft: (event) => void drafts.push(event),
    beforeIteration: async () => {},
    signal: new AbortController().signal,
    now: () => performance.now(),
    ...changes,
  })
  const only = <Type extends EventType>(type: Type) =>
    events.filter((event): event is EventOf<Type> => event.event_type === type)
  return { chosen, events, drafts, only, types: events.map((event) => event.event_type) }
}

/** Plays one turn against an endpoint that gives these replies. */
export async function playTurn(
  replies: readonly ScriptedReply[] | ((request: Record<string, unknown>, index: number) => ScriptedReply),
  session: ScriptedSession | null,
  changes: Partial<ChooseActionInput> = {},
  { models = [], profile = 'generic' }: { models?: readonly unknown[]; profile?: string } = {},
) {
  const endpoint = await startScriptedEndpoint(replies, models)
  const retry = settings.parse({ retry: { initial_delay: 0 } }).retry
  try {
    return {
      endpoint,
      ...(await playTurnWith(
        createChatClient({ ...plainEndpoint(endpoint.baseUrl, profile), retry }),
        session,
        changes,
      )),
    }
  } finally {
    await endpoint.close()
  }
}

/** The messages of a request as it was sent. */
export const messagesOf = (request: Record<string, unknown> | undefined) =>
  request?.messages as (ChatMessage & { content: string })[]

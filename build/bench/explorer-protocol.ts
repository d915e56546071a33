import { settings } from '@shared/config/settings'
import type { EventBody } from '@shared/episode/event'
import { buildContext } from '../../src-main/agent/build-context'
import { chooseAction } from '../../src-main/agent/choose-action'
import { scriptedSession } from '../../src-main/agent/scripted-session.testkit'
import { startExplorer } from '../../src-main/explorer/endpoint'
import { openStory } from '../../src-main/explorer/play-story.testkit'
import { createChatClient } from '../../src-main/llm/openai-client'
import { profileFor } from '../../src-main/llm/profiles'
import { perSecond, report } from './figures'

/** What a turn records when the talk with the model does not go as the protocol has it. */
const TROUBLES: ReadonlySet<EventBody['event_type']> = new Set(['llm_error', 'agent_parse_error', 'mcp_unexpected_state', 'mcp_no_content', 'mcp_tool_error', 'mcp_tool_timeout'])
const TURNS_AN_EPISODE = 100

/** Plays whole turns over real HTTP, through the product's own chat client and tool loop, every other episode with a thinking tool. */
export async function askOverHttp({ file, turns }: { readonly file: string; readonly turns: number }): Promise<void> {
  const explorer = await startExplorer({ wordsPerSecond: 0 })
  const llm = createChatClient({ baseUrl: explorer.baseUrl, readApiKey: () => null, profile: profileFor('explorer', explorer.baseUrl), retry: settings.parse({}).retry })
  const troubles: EventBody[] = []
  let requests = 0
  const record = (event: EventBody) => {
    if (TROUBLES.has(event.event_type)) troubles.push(event)
    if (event.event_type === 'llm_request') requests++
  }
  const startedAt = performance.now()
  let played = 0
  for (let seed = 1; played < turns; seed++) {
    const story = openStory(file, seed)
    for (let turn = 1; turn <= TURNS_AN_EPISODE && played < turns && !story.isOver(); turn++, played++) {
      const { action, reasoning } = await chooseAction({
        turn,
        messages: buildContext(story.state(), { historyTurns: 'all' }),
        openSession: seed % 2 === 0 ? async () => scriptedSession() : null,
        llm,
        model: explorer.model,
        forceToolSupport: true,
        sampling: { ...settings.parse({}).agent_sampling, seed },
        maxToolIterations: 20,
        knownToolSets: new Set(),
        previousMessages: [],
        record,
        draft: () => {},
        beforeIteration: async () => {},
        signal: new AbortController().signal,
        now: () => performance.now(),
      })
      story.act(action, reasoning)
    }
  }
  report(`turns over HTTP, every other episode with a tool`, `${played} turns, ${requests} requests, ${perSecond(played, performance.now() - startedAt)}`)
  report('protocol errors', String(troubles.length))
  for (const trouble of troubles.slice(0, 5)) process.stdout.write(`    ${JSON.stringify(trouble)}\n`)
  await explorer.close()
}

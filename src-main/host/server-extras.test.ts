import { expect, it, type TestContext } from 'vitest'
import { acts, calls, says } from '../llm/scripted-endpoint.testkit'
import { SCRIPTED_SERVER } from '../mcp/testing/processes'
import { type Script, startScriptedEpisode } from './scripted-episode.testkit'

/** What servers give beside their tools, seen from a whole episode (document 004, phase 2). */
async function start({ onTestFinished }: TestContext, script: Script) {
  const episode = await startScriptedEpisode(script)
  onTestFinished(() => episode.close())
  return episode
}
const tool = (name: string, parameters: object = {}) => calls({ name: `s__${name}`, arguments: JSON.stringify(parameters) })
const systemPrompts = (requests: readonly Record<string, unknown>[]) => requests.map(({ messages }) => (messages as readonly { content: string }[])[0]?.content)

it('the instructions of a server stand at the end of the system prompt, in every turn alike', async (test) => {
  const episode = await start(test, { server: ['--instructions', 'Think before you leap.'], replies: () => acts('look') })
  const { of } = await episode.follow()
  const [first, second] = systemPrompts(episode.endpoint.requests)
  expect(first).toMatch(/^You are playing[\s\S]*\n\nInstructions of the server s:\nThink before you leap\.$/)
  expect(second).toBe(first)
  expect(of('llm_request').map(({ messages_kept }) => messages_kept)).toEqual([0, 2])
})

it('what a server logs and how far it is are in the log and in the state', async (test) => {
  const episode = await start(test, { server: ['--library'], replies: [tool('talk', { lines: 1 }), tool('walk', { steps: 2 }), acts('look')], start: { turnLimit: 1 } })
  const { state, of } = await episode.follow()
  expect(of('mcp_log')).toMatchObject([{ turn: 1, server_name: 's', level: 'warning' }])
  expect(of('mcp_progress')[0]).toMatchObject({ turn: 1, iteration: 2, tool_name: 's.walk', progress: 1, total: 2 })
  const [turn] = state.turns
  expect(turn?.serverMessages).toMatchObject([{ serverName: 's', level: 'warning', text: '{"line":1}' }])
  expect(turn?.iterations[1]?.toolCalls[0]).toMatchObject({ status: 'ok', progress: { total: 2 } })
})

it('a server that is allowed to asks the model of the episode, and what that costs is counted', async (test) => {
  const params = { messages: [{ role: 'user', content: { type: 'text', text: 'Who goes there?' } }], maxTokens: 50 }
  const episode = await start(test, {
    servers: { s: { command: 'node', args: [SCRIPTED_SERVER], allowSampling: true } },
    replies: [tool('ask', { method: 'sampling/createMessage', params }), says('A thief.'), acts('look')],
    start: { turnLimit: 1 },
    mcp: { tool_call_timeout_seconds: 10 },
  })
  const { state, of } = await episode.follow()
  expect(episode.endpoint.requests[1]).toMatchObject({ model: 'scripted-1', messages: [{ role: 'user', content: 'Who goes there?' }], max_tokens: 50 })
  expect(of('mcp_server_request')).toMatchObject([{ method: 'sampling/createMessage', outcome: 'answered', answer: 'A thief.', usage: { input: 10, output: 5 } }])
  expect(state.totals.tokensIn).toBe(30)
})

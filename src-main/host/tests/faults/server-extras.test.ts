import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, type TestContext } from 'vitest'
import { type Answer, defaultsOf, type Question } from '@shared/mcp/questions/question'
import { acts, calls, says } from '../../../llm/scripted-endpoint.testkit'
import { SCRIPTED_SERVER } from '../../../mcp/tests/processes.testkit'
import { type Script, type ScriptedEpisode, startScriptedEpisode } from '../../episode/scripted-episode.testkit'

/** Features of servers beside tools, tested in a whole episode. */
async function start({ onTestFinished }: TestContext, script: Script) {
  const episode = await startScriptedEpisode(script)
  onTestFinished(() => episode.close())
  return episode
}
/** A user who watches the host and answers questions. Resumes the episode, which waits for the user. */
async function isThere(
  { host, episodeId }: ScriptedEpisode,
  { onTestFinished }: TestContext,
  answer: (question: Question) => Answer = ({ fields }) => ({ action: 'accept', content: defaultsOf(fields) }),
) {
  const asked: Question[] = []
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const feed = host.api.watchQuestions({}, leaving.signal)[Symbol.asyncIterator]()
  await feed.next()
  await host.api.controlEpisode({ episodeId, command: 'resume' })
  void (async () => {
    for (let next = await feed.next(); !next.done; next = await feed.next()) {
      const [question] = next.value.questions
      if (question === undefined || asked.some(({ id }) => id === question.id)) continue
      asked.push(question)
      await host.api.answerQuestion({
        id: question.id,
        answer: structuredClone(answer(question)) as Parameters<typeof host.api.answerQuestion>[0]['answer'],
      })
    }
  })()
  return asked
}
const tool = (name: string, parameters: object = {}) =>
  calls({ name: `s__${name}`, arguments: JSON.stringify(parameters) })
const systemPrompts = (requests: readonly Record<string, unknown>[]) =>
  requests.map(({ messages }) => (messages as readonly { content: string }[])[0]?.content)

it('a server’s instructions are at the end of the system prompt in every turn', async (test) => {
  const episode = await start(test, {
    server: ['--instructions', 'Think before you leap.'],
    replies: () => acts('look'),
  })
  const { of } = await episode.follow()
  const [first, second] = systemPrompts(episode.endpoint.requests)
  expect(first).toMatch(/^You are the main character[\s\S]*\n\nInstructions of the server s:\nThink before you leap\.$/)
  expect(second).toBe(first)
  expect(of('llm_request').map(({ messages_kept }) => messages_kept)).toEqual([0, 2])
})

it('a server’s log messages and progress are in the log and in the state', async (test) => {
  const episode = await start(test, {
    server: ['--library'],
    replies: [tool('talk', { lines: 1 }), tool('walk', { steps: 2 }), acts('look')],
    start: { turnLimit: 1 },
  })
  const { state, of } = await episode.follow()
  expect(of('mcp_log')).toMatchObject([{ turn: 1, server_name: 's', level: 'warning' }])
  expect(of('mcp_progress')[0]).toMatchObject({ turn: 1, iteration: 2, tool_name: 's.walk', progress: 1, total: 2 })
  const [turn] = state.turns
  expect(turn?.serverMessages).toMatchObject([{ server_name: 's', level: 'warning', text: '{"line":1}' }])
  expect(turn?.iterations[1]?.toolCalls[0]).toMatchObject({ status: 'ok', progress: { total: 2 } })
})

it('a server with permission asks the episode’s model, and the cost is counted', async (test) => {
  const params = { messages: [{ role: 'user', content: { type: 'text', text: 'Who goes there?' } }], maxTokens: 50 }
  const episode = await start(test, {
    servers: { s: { command: 'node', args: [SCRIPTED_SERVER], allowSampling: true } },
    replies: [tool('ask', { method: 'sampling/createMessage', params }), says('A thief.'), acts('look')],
    start: { turnLimit: 1, paused: true },
  })
  const asked = await isThere(episode, test)
  const { state, of } = await episode.follow()
  expect(asked.map(({ kind, server, turn }) => [kind, server, turn])).toEqual([
    ['prompt', 's', 1],
    ['reply', 's', 1],
  ])
  expect(episode.endpoint.requests[1]).toMatchObject({
    model: 'scripted-1',
    messages: [{ role: 'user', content: 'Who goes there?' }],
    max_tokens: 50,
  })
  expect(of('mcp_server_request')).toMatchObject([
    { method: 'sampling/createMessage', outcome: 'answered', answer: 'A thief.', usage: { input: 10, output: 5 } },
  ])
  expect(state.totals.tokensIn).toBe(30)
})

const FORM = {
  message: 'Which way?',
  requestedSchema: {
    type: 'object',
    properties: { way: { type: 'string', default: 'north' }, pass_token: { type: 'string' } },
    required: ['way'],
  },
}
const asking = (mcp: Script['mcp'] = {}, paused = true): Script => ({
  servers: { s: { command: 'node', args: [SCRIPTED_SERVER], allowElicitation: true } },
  replies: [tool('ask', { method: 'elicitation/create', params: FORM }), acts('look')],
  start: { turnLimit: 1, paused },
  mcp,
})

it('a server’s form reaches the window, and a secret in the answer reaches neither log nor model', async (test) => {
  const episode = await start(test, asking())
  const asked = await isThere(episode, test, () => ({
    action: 'accept',
    content: { way: 'down', pass_token: 'xyzzy-4321' },
  }))
  const { of } = await episode.follow()
  expect(asked).toMatchObject([
    { kind: 'form', server: 's', turn: 1, message: 'Which way?', until: expect.stringMatching(/Z$/) },
  ])
  expect(of('mcp_server_request')).toMatchObject([
    {
      method: 'elicitation/create',
      outcome: 'answered',
      request: 'Which way?',
      answer: '{"way":"down","pass_token":"•••"}',
    },
  ])
  expect(of('mcp_tool_result')).toMatchObject([
    { content: { action: 'accept', content: { way: 'down', pass_token: '•••' } } },
  ])
  expect(readFileSync(join(episode.episodeFolder, 'events.jsonl'), 'utf8')).not.toContain('xyzzy-4321')
  // The tool repeats the secret, but the model's endpoint is a third party.
  expect(JSON.stringify(episode.endpoint.requests)).not.toContain('xyzzy-4321')
})

it('a form is cancelled and the turn continues if no one answers in time', async (test) => {
  const alone = await start(test, asking({}, false))
  expect((await alone.follow()).of('mcp_server_request')).toMatchObject([
    { outcome: 'declined', answer: 'No one is there to answer.' },
  ])
  const absent = await start(test, asking({ question_timeout_seconds: 0.2 }))
  const leaving = new AbortController()
  test.onTestFinished(() => leaving.abort())
  const feed = absent.host.api.watchQuestions({}, leaving.signal)[Symbol.asyncIterator]()
  await feed.next()
  await absent.host.api.controlEpisode({ episodeId: absent.episodeId, command: 'resume' })
  const { of, state } = await absent.follow()
  expect(of('mcp_server_request')).toMatchObject([{ outcome: 'declined', answer: 'No one answered within 0.2 s.' }])
  expect(state.turns).toHaveLength(1)
})

it('a stopped episode withdraws its question', async (test) => {
  const episode = await start(test, asking())
  const leaving = new AbortController()
  test.onTestFinished(() => leaving.abort())
  const seen: number[] = []
  for await (const { questions } of episode.host.api.watchQuestions({}, leaving.signal)) {
    if (seen.length === 0) await episode.host.api.controlEpisode({ episodeId: episode.episodeId, command: 'resume' })
    seen.push(questions.length)
    if (questions.length > 0) await episode.host.api.controlEpisode({ episodeId: episode.episodeId, command: 'stop' })
    else if (seen.includes(1)) break
  }
  expect((await episode.follow()).state.ended).toMatchObject({ ended: 'stopped' })
})

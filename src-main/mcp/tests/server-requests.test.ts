import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { AnswerContent } from '@shared/base/form/form-field'
import type { EventBody } from '@shared/episode/log/event'
import { defaultsOf } from '@shared/mcp/questions/question'
import { settings } from '@shared/settings/settings'
import { memorySecrets } from '../../secrets/secret-store'
import { openSecrets } from '../../secrets/secrets'
import type { ServerStatusUpdate } from '../connection/server-supervisor'
import { createMcpManager, type McpManager } from '../mcp-manager'
import type { Questions } from '../questions/questions'
import type { Sample } from '../questions/sampling'
import { ALLOW_FOR_EPISODE } from '../questions/sampling-questions'
import type { ToolProgress, ToolSession } from '../tools/tool-session'
import { everythingAgreed } from './everything-agreed.testkit'
import { answeringPerson } from './person.testkit'
import { SCRIPTED_SERVER } from './processes.testkit'

/** The offers of a server other than its tools. */
const folders: string[] = []
const managers: McpManager[] = []
const { signal } = new AbortController()

afterEach(async () => {
  await Promise.all(managers.splice(0).map((manager) => manager.close()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const usage = { input: 7, output: 3, cached: null, reasoning: null, estimated: false }

async function open(
  options: readonly string[],
  entry: Readonly<Record<string, unknown>> = {},
  {
    sample,
    person,
    timeoutSeconds = 30,
  }: {
    readonly sample?: Sample['ask']
    readonly person?: ReturnType<typeof answeringPerson>
    readonly timeoutSeconds?: number
  } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-extras-'))
  folders.push(folder)
  const configFile = join(folder, 'mcp_config.json')
  writeFileSync(
    configFile,
    JSON.stringify({ mcpServers: { s: { command: 'node', args: [SCRIPTED_SERVER, ...options], ...entry } } }),
  )
  const events: EventBody[] = []
  const reports: ServerStatusUpdate[] = []
  const manager = createMcpManager({
    configFile,
    settings: settings.parse({ mcp: { tool_call_timeout_seconds: timeoutSeconds } }).mcp,
    ...(person && { questions: person }),
    appRoot: '',
    env: { ...process.env, LAMP_TOKEN: 'line' },
    secrets: openSecrets(memorySecrets(), {}, []),
    agreements: everythingAgreed,
    now: () => performance.now(),
    report: (_name, status) => reports.push(status),
  })
  managers.push(manager)
  const session = await manager.openSession({
    turn: 1,
    signal,
    record: (event) => events.push(event),
    ...(sample && { sample: { model: 'm', ask: sample } }),
  })
  return { session, events, reports }
}
/** A person who opens every address and never says when they are done, with the questions that ended by themselves. */
function waitingPerson() {
  const ended: string[] = []
  const ask: Questions['ask'] = ({ kind }, over) =>
    kind === 'opened'
      ? new Promise((resolve) =>
          over.addEventListener('abort', () => {
            ended.push(kind)
            resolve({ action: 'cancel' })
          }),
        )
      : Promise.resolve({ action: 'accept', content: {} })
  return { asked: [], ended, ask }
}

const call = (
  session: ToolSession | null,
  name: string,
  parameters: Readonly<Record<string, unknown>> = {},
  onProgress?: (progress: ToolProgress) => void,
) => session?.callTool({ toolName: `s.${name}`, arguments: parameters, signal, ...(onProgress && { onProgress }) })

describe('the context of a server', () => {
  it('contains its instructions and what the config attaches', async () => {
    const { session } = await open(['--library', '--instructions', 'Think before you leap.'], {
      attach: { resources: ['note:///lamp'], prompts: ['style'] },
    })
    expect(session?.instructions).toBe(
      'Instructions of the server s:\nThink before you leap.\n\nResource note:///lamp of the server s:\nIt is brass.\n\nPrompt style of the server s:\nBe bold.',
    )
  })

  it('is null if there is none', async () => {
    expect((await open(['--library'])).session?.instructions).toBeNull()
  })

  it('omits and reports attachments that cannot be read', async () => {
    const { session, events } = await open(['--library'], { attach: { resources: ['note:///broken'] } })
    expect(session?.instructions).toBeNull()
    expect(events).toEqual([
      {
        event_type: 'mcp_log',
        turn: 1,
        server_name: 's',
        level: 'warning',
        logger: null,
        text: 'The attached resource note:///broken cannot be read: the page is torn',
      },
    ])
  })

  it('is cut if it is too long', async () => {
    expect((await open(['--instructions', 'x'.repeat(5000)])).session?.instructions).toMatch(
      /x{4000}\n\[cut: the first 4000 of 5000 characters\]$/,
    )
  })
})

describe('resources and prompts', () => {
  it('are listed by name in the panel', async () => {
    const { reports } = await open(['--library'])
    expect(reports.find(({ state }) => state === 'ready')).toMatchObject({
      resources: [
        { uri: 'note:///lamp', name: 'lamp', description: 'About the lamp' },
        { uri: 'note:///broken', name: 'broken', description: '' },
      ],
      prompts: [{ name: 'style', description: 'How to play' }],
    })
  })

  it('are not requested from a server that does not declare them', async () => {
    const { reports } = await open([])
    expect(reports.find(({ state }) => state === 'ready')).toMatchObject({ resources: [], prompts: [] })
  })
})

describe('the log of a server', () => {
  it('becomes events with their severity', async () => {
    const { session, events } = await open(['--library'])
    await call(session, 'talk', { lines: 2 })
    expect(events).toEqual(
      [1, 2].map((line) => ({
        event_type: 'mcp_log',
        turn: 1,
        server_name: 's',
        level: 'warning',
        logger: 'lamp',
        text: `{"line":${line}}`,
      })),
    )
  })

  it('is cut off in a flooded turn, with a notice', async () => {
    const { session, events } = await open(['--library'])
    await call(session, 'talk', { lines: 5000 })
    expect(events).toHaveLength(100)
    expect(events.at(-1)).toMatchObject({
      level: 'notice',
      text: 'Further messages of the server in this turn are left out.',
    })
  })

  it('shows no secret of the server', async () => {
    const { session, events } = await open(['--library'], { env: { TOKEN: '${LAMP_TOKEN}' } })
    await call(session, 'talk', { lines: 1 })
    expect(events).toMatchObject([{ text: '{"•••":1}' }])
  })
})

it('standard error of a server shows none of its secrets', async () => {
  const { session, reports } = await open([], { env: { TOKEN: 'grandchild ' } })
  await call(session, 'crash_with_grandchild')
  const said = () => reports.findLast(({ stderr }) => stderr)?.stderr ?? ''
  // The status comes after the remaining processes were ended, which takes time.
  await expect.poll(said).toMatch(/^•••\d+\n$/)
})

describe('progress', () => {
  it('is reported to the caller', async () => {
    const seen: ToolProgress[] = []
    await call((await open([])).session, 'walk', { steps: 3 }, (progress) => seen.push(progress))
    expect(seen[0]).toEqual({ progress: 1, total: 3, message: 'step 1' })
  })

  it('is thinned out if a tool reports it all the time', async () => {
    const seen: ToolProgress[] = []
    const { session } = await open([])
    const began = performance.now()
    await call(session, 'walk', { steps: 5000 }, (progress) => seen.push(progress))
    expect(seen.length).toBeLessThan(2 + (performance.now() - began) / 100)
  })
})

const QUESTION = {
  method: 'elicitation/create',
  params: {
    message: 'Which way?',
    requestedSchema: { type: 'object', properties: { way: { type: 'string', default: 'north' } }, required: ['way'] },
  },
}
const SAMPLE = {
  method: 'sampling/createMessage',
  params: {
    systemPrompt: 'You are a troll.',
    messages: [{ role: 'user', content: { type: 'text', text: 'Who goes there?' } }],
    maxTokens: 50,
  },
}

describe('a request of a server', () => {
  it('is declined by default and logged, whatever it asks for', async () => {
    const { session, events } = await open([])
    for (const question of [SAMPLE, QUESTION])
      expect(await call(session, 'ask', question)).toMatchObject({ content: { code: -32601 } })
    expect(events).toMatchObject(
      [SAMPLE, QUESTION].map(({ method }) => ({
        event_type: 'mcp_server_request',
        turn: 1,
        server_name: 's',
        method,
        outcome: 'declined',
        usage: null,
      })),
    )
  })

  it('gets the answers of a person if the config allows it, and is logged', async () => {
    const person = answeringPerson(() => ({ action: 'accept', content: { way: 'south', apiToken: 'plugh-1234' } }))
    const { session, events } = await open([], { allowElicitation: true }, { person })
    const question = {
      ...QUESTION,
      params: {
        ...QUESTION.params,
        requestedSchema: {
          type: 'object',
          properties: { way: { type: 'string', default: 'north' }, apiToken: { type: 'string' } },
        },
      },
    }
    expect(await call(session, 'ask', question)).toMatchObject({
      content: { action: 'accept', content: { way: 'south', apiToken: 'plugh-1234' } },
    })
    expect(person.asked).toMatchObject([
      {
        kind: 'form',
        server: 's',
        turn: 1,
        message: 'Which way?',
        fields: [
          { name: 'way', input: { fallback: 'north' } },
          { name: 'apiToken', input: { isSecret: true } },
        ],
      },
    ])
    expect(events).toMatchObject([
      { outcome: 'answered', request: 'Which way?', answer: '{"way":"south","apiToken":"•••"}' },
    ])
  })

  it.each(['decline', 'cancel'] as const)('is answered with %s if the person chooses that', async (action) => {
    const { session, events } = await open(
      [],
      { allowElicitation: true },
      { person: answeringPerson(() => ({ action })) },
    )
    expect(await call(session, 'ask', QUESTION)).toMatchObject({ content: { action } })
    expect(events).toMatchObject([{ outcome: 'declined', answer: expect.stringContaining(action) }])
  })

  it('is cancelled if no one is there, with or without defaults', async () => {
    const { session, events } = await open([], { allowElicitation: true })
    expect(await call(session, 'ask', QUESTION)).toMatchObject({ content: { action: 'cancel' } })
    expect(events).toMatchObject([{ outcome: 'declined', answer: 'No one is there to answer.' }])
  })

  it('pauses the time of its call while a person thinks', async () => {
    const other = await open([], {}, { timeoutSeconds: 1 })
    // Waits longer than a call may take, so that a call that begins later times out before the answer.
    const person = answeringPerson(async () => {
      expect(await call(other.session, 'hang')).toMatchObject({ kind: 'timeout' })
      return { action: 'accept', content: { way: 'up' } }
    })
    const { session } = await open([], { allowElicitation: true }, { person, timeoutSeconds: 1 })
    expect(await call(session, 'ask', QUESTION)).toMatchObject({ kind: 'result', content: { content: { way: 'up' } } })
    expect(await call(session, 'hang')).toMatchObject({ kind: 'timeout' })
  })

  it('for an impossible form, or to open an address that is not protected, is refused without asking', async () => {
    const person = answeringPerson()
    const { session, events } = await open([], { allowElicitation: true }, { person })
    const endless = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, { type: 'string' }]))
    expect(
      await call(session, 'ask', {
        ...QUESTION,
        params: { message: 'All of it', requestedSchema: { type: 'object', properties: endless } },
      }),
    ).toMatchObject({ content: { code: -32602, message: expect.stringContaining('50 fields') } })
    expect(
      await call(session, 'ask', {
        ...QUESTION,
        params: { mode: 'url', message: 'Go there', url: 'http://evil.example', elicitationId: '1' },
      }),
    ).toMatchObject({ content: { code: -32602, message: expect.stringContaining('https address') } })
    expect(person.asked).toEqual([])
    expect(events).toMatchObject([
      { outcome: 'failed', answer: expect.stringContaining('50 fields') },
      { outcome: 'failed', answer: expect.stringContaining('https address') },
    ])
  })

  it('to open an address is shown with the address, and answered without content', async () => {
    const person = answeringPerson()
    const { session, events } = await open([], { allowElicitation: true }, { person })
    const params = { mode: 'url', message: 'Pay here', url: 'https://pay.example/a?b=c', elicitationId: '1' }
    expect(await call(session, 'ask', { ...QUESTION, params })).toMatchObject({ content: { action: 'accept' } })
    expect(person.asked[0]).toMatchObject({
      kind: 'address',
      address: 'https://pay.example/a?b=c',
      message: 'Pay here',
    })
    expect(events).toMatchObject([{ outcome: 'answered', request: 'Pay here\nhttps://pay.example/a?b=c' }])
  })

  it('to open an address may be the answer of a tool, which the model is then told to call again', async () => {
    const person = answeringPerson()
    const { session } = await open([], { allowElicitation: true }, { person })
    const elicitations = [{ mode: 'url', message: 'Pay', url: 'https://pay.example/', elicitationId: '1' }]
    const refusal = { code: -32042, message: 'Pay first', data: { elicitations } }
    expect(await call(session, 'refuse', refusal)).toMatchObject({
      error: 'The user is done at the address that this tool needs: call it again.',
    })
    const address = 'https://pay.example/'
    expect(person.asked).toMatchObject([
      { kind: 'address', address },
      { kind: 'opened', address },
    ])
  })

  it('waits until the server reports that the person is done at the address', async () => {
    const person = waitingPerson()
    const { session } = await open([], { allowElicitation: true }, { person })
    const elicitations = [{ mode: 'url', message: 'Pay', url: 'https://pay.example/', elicitationId: '1' }]
    const refusal = { code: -32042, message: 'Pay first', data: { elicitations }, completes: '1' }
    expect(await call(session, 'refuse', refusal)).toMatchObject({
      error: 'The user is done at the address that this tool needs: call it again.',
    })
    expect(person.ended).toEqual(['opened'])
  })

  it('does not wait for the person at an address if the server has already reported the end', async () => {
    let isReported = false
    const person = waitingPerson()
    const ask: Questions['ask'] = async (asking, over) => {
      if (asking.kind === 'address') await expect.poll(() => isReported).toBe(true)
      return person.ask(asking, over)
    }
    const { session } = await open(['--library'], { allowElicitation: true }, { person: { ...person, ask } })
    const elicitations = [{ mode: 'url', message: 'Pay', url: 'https://pay.example/', elicitationId: '1' }]
    const refusal = { code: -32042, message: 'Pay first', data: { elicitations }, completes: '1' }
    const answered = call(session, 'refuse', refusal)
    // This call comes through the same pipe, after the report.
    await call(session, 'late', { ms: 40 })
    isReported = true
    expect(await answered).toMatchObject({ error: expect.stringContaining('The user is done') as string })
    expect(person.ended).toEqual([])
  })

  it.each([true, false])('pauses the limit of a call while the person is at the address: %s', async (reports) => {
    const person = waitingPerson()
    const { session } = await open([], { allowElicitation: true }, { person, timeoutSeconds: 2 })
    const answered = call(session, 'pay', { ms: 2500, reports })
    expect(await answered).toMatchObject({ kind: 'result', content: 'paid' })
    await expect.poll(() => person.ended).toEqual(['opened'])
  })

  it('is limited in number per turn', async () => {
    const person = answeringPerson()
    const { session } = await open([], { allowElicitation: true }, { person })
    for (let time = 0; time < 25; time++) await call(session, 'ask', QUESTION)
    expect(person.asked).toHaveLength(20)
  })

  it('reaches the model after a person has seen prompt and reply', async () => {
    const asked: unknown[] = []
    const sample: Sample['ask'] = async (request) => {
      asked.push(request)
      return { text: 'A thief.', model: 'm', finishReason: 'stop', usage, costUsd: 0.5 }
    }
    const person = answeringPerson()
    const { session, events } = await open([], { allowSampling: true }, { sample, person })
    expect(await call(session, 'ask', SAMPLE)).toMatchObject({
      content: { role: 'assistant', content: { type: 'text', text: 'A thief.' }, model: 'm', stopReason: 'endTurn' },
    })
    expect(person.asked).toMatchObject([
      {
        kind: 'prompt',
        server: 's',
        message: 'm, at most 50 tokens',
        fields: [
          { title: 'System prompt', input: { fallback: 'You are a troll.' } },
          { title: 'As the user', input: { fallback: 'Who goes there?' } },
          { title: 'Ask no more in this episode' },
        ],
      },
      { kind: 'reply', message: 'm', fields: [{ input: { fallback: 'A thief.' } }] },
    ])
    expect(asked).toMatchObject([
      {
        messages: [
          { role: 'system', content: 'You are a troll.' },
          { role: 'user', content: 'Who goes there?' },
        ],
        maxTokens: 50,
        temperature: null,
      },
    ])
    expect(events).toMatchObject([{ outcome: 'answered', answer: 'A thief.', usage, cost_usd: 0.5 }])
  })

  const thief: Sample['ask'] = async ({ messages }) => ({
    text: `${messages.at(-1)?.content} A thief.`,
    model: 'm',
    finishReason: 'stop',
    usage,
    costUsd: 0.5,
  })

  it('uses the changes of the person to prompt and reply', async () => {
    const changed: Readonly<Record<string, AnswerContent>> = {
      prompt: { 0: 'You are a troll.', 1: 'Who?' },
      reply: { reply: 'Nobody.' },
    }
    const person = answeringPerson(({ kind }) => ({ action: 'accept', content: changed[kind] ?? {} }))
    const { session, events } = await open([], { allowSampling: true }, { sample: thief, person })
    expect(await call(session, 'ask', SAMPLE)).toMatchObject({ content: { content: { text: 'Nobody.' } } })
    expect(person.asked[1]).toMatchObject({ fields: [{ input: { fallback: 'Who? A thief.' } }] })
    expect(events).toMatchObject([
      { outcome: 'answered', request: expect.stringContaining('"Who?"'), answer: 'Nobody.' },
    ])
  })

  it.each(['prompt', 'reply'] as const)('is rejected if the person refuses the %s', async (stage) => {
    const person = answeringPerson(({ kind, fields }) =>
      kind === stage ? { action: 'decline' } : { action: 'accept', content: defaultsOf(fields) },
    )
    const { session, events } = await open([], { allowSampling: true }, { sample: thief, person })
    expect(await call(session, 'ask', SAMPLE)).toMatchObject({
      content: { code: -1, message: expect.stringContaining('rejected') },
    })
    expect(events).toMatchObject([
      {
        outcome: 'declined',
        answer: 'The user has refused it.',
        usage: stage === 'reply' ? usage : null,
        cost_usd: stage === 'reply' ? 0.5 : null,
      },
    ])
  })

  it('does not reach the model if no one is there', async () => {
    let calls = 0
    const { session, events } = await open(
      [],
      { allowSampling: true },
      {
        sample: (request) => {
          calls++
          return thief(request)
        },
      },
    )
    expect(await call(session, 'ask', SAMPLE)).toMatchObject({ content: { code: -1 } })
    expect(calls).toBe(0)
    expect(events).toMatchObject([{ outcome: 'declined', answer: 'No one is there to answer.', usage: null }])
  })

  it('needs no further consent after the person has allowed it for the episode, except for a form', async () => {
    const person = answeringPerson(({ kind, fields }) => ({
      action: 'accept',
      content: { ...defaultsOf(fields), ...(kind === 'prompt' && { [ALLOW_FOR_EPISODE]: true }) },
    }))
    const { session } = await open([], { allowSampling: true, allowElicitation: true }, { sample: thief, person })
    for (let time = 0; time < 3; time++)
      expect(await call(session, 'ask', SAMPLE)).toMatchObject({
        content: { content: { text: 'Who goes there? A thief.' } },
      })
    await call(session, 'ask', QUESTION)
    expect(person.asked.map(({ kind }) => kind)).toEqual(['prompt', 'form'])
  })

  it('reaches the model only as often per turn as it may reach a person, with or without consent', async () => {
    const person = answeringPerson(({ fields }) => ({
      action: 'accept',
      content: { ...defaultsOf(fields), [ALLOW_FOR_EPISODE]: true },
    }))
    const { session, events } = await open([], { allowSampling: true }, { sample: thief, person })
    for (let time = 0; time < 21; time++) await call(session, 'ask', SAMPLE)
    expect(person.asked).toHaveLength(1)
    expect(events.map((event) => 'outcome' in event && event.outcome)).toEqual([
      ...Array<string>(20).fill('answered'),
      'declined',
    ])
    expect(events.at(-1)).toMatchObject({ answer: 'It has asked 20 times in this turn.' })
  })

  it('with an endless prompt is refused without asking', async () => {
    const person = answeringPerson()
    const { session, events } = await open([], { allowSampling: true }, { sample: thief, person })
    const endless = {
      ...SAMPLE,
      params: { ...SAMPLE.params, messages: [{ role: 'user', content: { type: 'text', text: 'x'.repeat(200_000) } }] },
    }
    expect(await call(session, 'ask', endless)).toMatchObject({ content: { code: -32602 } })
    expect(person.asked).toEqual([])
    expect(events).toMatchObject([{ outcome: 'failed' }])
  })

  it('is answered with the error of the model, which is logged', async () => {
    const { session, events } = await open(
      [],
      { allowSampling: true },
      { sample: () => Promise.reject(new Error('the endpoint is down')), person: answeringPerson() },
    )
    expect(await call(session, 'ask', SAMPLE)).toMatchObject({
      content: { message: expect.stringContaining('the endpoint is down') },
    })
    expect(events).toMatchObject([{ outcome: 'failed', answer: 'the endpoint is down' }])
  })
})

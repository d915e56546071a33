import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settings } from '@shared/config/settings'
import type { EventBody } from '@shared/episode/event'
import { afterEach, describe, expect, it } from 'vitest'
import { memorySecrets } from '../secrets/secret-store'
import { openSecrets } from '../secrets/secrets'
import { createMcpManager, type McpManager } from './mcp-manager'
import type { Sample } from './sampling'
import type { ServerStatusUpdate } from './server-supervisor'
import { everythingAgreed } from './testing/everything-agreed'
import { SCRIPTED_SERVER } from './testing/processes'
import type { ToolProgress, ToolSession } from './tool-session'

/** What a server gives beside its tools (document 004, phase 2). */
const folders: string[] = []
const managers: McpManager[] = []
const { signal } = new AbortController()

afterEach(async () => {
  await Promise.all(managers.splice(0).map((manager) => manager.close()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const usage = { input: 7, output: 3, cached: null, reasoning: null, estimated: false }

async function open(options: readonly string[], entry: Readonly<Record<string, unknown>> = {}, sample?: Sample) {
  const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-extras-'))
  folders.push(folder)
  const configFile = join(folder, 'mcp_config.json')
  writeFileSync(configFile, JSON.stringify({ mcpServers: { s: { command: 'node', args: [SCRIPTED_SERVER, ...options], ...entry } } }))
  const events: EventBody[] = []
  const reports: ServerStatusUpdate[] = []
  const manager = createMcpManager({ configFile, settings: settings.parse({}).mcp, appRoot: '', env: { ...process.env, LAMP_TOKEN: 'line' }, secrets: openSecrets(memorySecrets(), {}, []), agreements: everythingAgreed, now: () => performance.now(), report: (_name, status) => reports.push(status) })
  managers.push(manager)
  const session = await manager.openSession({ turn: 1, signal, record: (event) => events.push(event), ...(sample && { sample }) })
  return { session, events, reports }
}
const call = (session: ToolSession | null, name: string, parameters: Readonly<Record<string, unknown>> = {}, onProgress?: (progress: ToolProgress) => void) =>
  session?.callTool({ toolName: `s.${name}`, arguments: parameters, signal, ...(onProgress && { onProgress }) })

describe('the briefing', () => {
  it('hands on what the server says of itself and what the config attaches', async () => {
    const { session } = await open(['--library', '--instructions', 'Think before you leap.'], { attach: { resources: ['note:///lamp'], prompts: ['style'] } })
    expect(session?.instructions).toBe('Instructions of the server s:\nThink before you leap.\n\nResource note:///lamp of the server s:\nIt is brass.\n\nPrompt style of the server s:\nBe bold.')
  })

  it('is nothing if there is nothing', async () => {
    expect((await open(['--library'])).session?.instructions).toBeNull()
  })

  it('leaves out what cannot be read, and says so', async () => {
    const { session, events } = await open(['--library'], { attach: { resources: ['note:///broken'] } })
    expect(session?.instructions).toBeNull()
    expect(events).toEqual([{ event_type: 'mcp_log', turn: 1, server_name: 's', level: 'warning', logger: null, text: 'The attached resource note:///broken cannot be read: the page is torn' }])
  })

  it('is cut where it is too long', async () => {
    expect((await open(['--instructions', 'x'.repeat(5000)])).session?.instructions).toMatch(/x{4000}\n\[cut: the first 4000 of 5000 characters\]$/)
  })
})

describe('resources and prompts', () => {
  it('are told to the panel by name', async () => {
    const { reports } = await open(['--library'])
    expect(reports.find(({ state }) => state === 'ready')).toMatchObject({
      resources: [{ uri: 'note:///lamp', name: 'lamp', description: 'About the lamp' }, { uri: 'note:///broken', name: 'broken', description: '' }],
      prompts: [{ name: 'style', description: 'How to play' }],
    })
  })

  it('are not asked for where the server declares none', async () => {
    const { reports } = await open([])
    expect(reports.find(({ state }) => state === 'ready')).toMatchObject({ resources: [], prompts: [] })
  })
})

describe('the log of a server', () => {
  it('becomes events with their severity', async () => {
    const { session, events } = await open(['--library'])
    await call(session, 'talk', { lines: 2 })
    expect(events).toEqual([1, 2].map((line) => ({ event_type: 'mcp_log', turn: 1, server_name: 's', level: 'warning', logger: 'lamp', text: `{"line":${line}}` })))
  })

  it('is cut off in a turn that is flooded, and says so', async () => {
    const { session, events } = await open(['--library'])
    await call(session, 'talk', { lines: 5000 })
    expect(events).toHaveLength(100)
    expect(events.at(-1)).toMatchObject({ level: 'notice', text: 'What the server says further in this turn is left out.' })
  })

  it('shows no secret of the server', async () => {
    const { session, events } = await open(['--library'], { env: { TOKEN: '${LAMP_TOKEN}' } })
    await call(session, 'talk', { lines: 1 })
    expect(events).toMatchObject([{ text: '{"•••":1}' }])
  })
})

describe('progress', () => {
  it('is told to the caller', async () => {
    const seen: ToolProgress[] = []
    await call((await open([])).session, 'walk', { steps: 3 }, (progress) => seen.push(progress))
    expect(seen[0]).toEqual({ progress: 1, total: 3, message: 'step 1' })
  })

  it('is thinned out where a tool reports it all the time', async () => {
    const seen: ToolProgress[] = []
    await call((await open([])).session, 'walk', { steps: 5000 }, (progress) => seen.push(progress))
    expect(seen.length).toBeLessThan(20)
  })
})

const QUESTION = { method: 'elicitation/create', params: { message: 'Which way?', requestedSchema: { type: 'object', properties: { way: { type: 'string', default: 'north' } }, required: ['way'] } } }
const SAMPLE = { method: 'sampling/createMessage', params: { systemPrompt: 'You are a troll.', messages: [{ role: 'user', content: { type: 'text', text: 'Who goes there?' } }], maxTokens: 50 } }

describe('a server that asks', () => {
  it('is declined by default, whatever it asks for, and the log says so', async () => {
    const { session, events } = await open([])
    for (const question of [SAMPLE, QUESTION]) expect(await call(session, 'ask', question)).toMatchObject({ content: { code: -32601 } })
    expect(events).toMatchObject([SAMPLE, QUESTION].map(({ method }) => ({ event_type: 'mcp_server_request', turn: 1, server_name: 's', method, outcome: 'declined', usage: null })))
  })

  it('asks the model where the config allows it', async () => {
    const asked: unknown[] = []
    const sample: Sample = async (request) => {
      asked.push(request)
      return { text: 'A thief.', model: 'm', finishReason: 'stop', usage, costUsd: 0.5 }
    }
    const { session, events } = await open([], { allowSampling: true }, sample)
    expect(await call(session, 'ask', SAMPLE)).toMatchObject({ content: { role: 'assistant', content: { type: 'text', text: 'A thief.' }, model: 'm', stopReason: 'endTurn' } })
    expect(asked).toMatchObject([{ messages: [{ role: 'system', content: 'You are a troll.' }, { role: 'user', content: 'Who goes there?' }], maxTokens: 50, temperature: null }])
    expect(events).toMatchObject([{ outcome: 'answered', answer: 'A thief.', usage, cost_usd: 0.5 }])
  })

  it('hears of a model that cannot answer, and so does the log', async () => {
    const { session, events } = await open([], { allowSampling: true }, () => Promise.reject(new Error('the endpoint is down')))
    expect(await call(session, 'ask', SAMPLE)).toMatchObject({ content: { message: expect.stringContaining('the endpoint is down') } })
    expect(events).toMatchObject([{ outcome: 'failed', answer: 'the endpoint is down' }])
  })

  it('gets the defaults of its own question where the config allows it, and no more', async () => {
    const { session, events } = await open([], { allowElicitation: true })
    expect(await call(session, 'ask', QUESTION)).toMatchObject({ content: { action: 'accept', content: { way: 'north' } } })
    const harder = { ...QUESTION, params: { ...QUESTION.params, requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } } }
    expect(await call(session, 'ask', harder)).toMatchObject({ content: { action: 'decline' } })
    expect(events).toMatchObject([{ outcome: 'answered', request: 'Which way?', answer: '{"way":"north"}' }, { outcome: 'declined' }])
  })
})

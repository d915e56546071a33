import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { McpVisit } from '@shared/contract/mcp-visits'
import { parseEntry } from '@shared/mcp/mcp-entry'
import { everythingAgreed } from '../tests/everything-agreed.testkit'
import { SCRIPTED_SERVER } from '../tests/processes.testkit'
import { openVisit, type Requests } from './visit'

const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-visit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Opens a session, calls `look` once it is ready, and returns the last state. */
async function visiting(
  entry: Readonly<Record<string, unknown>>,
  look: (requests: Requests, visit: () => McpVisit | null) => Promise<void>,
): Promise<McpVisit | null> {
  const { server } = parseEntry('s', entry, process.env)
  if (!server) throw new Error('The entry cannot be used.')
  const stop = new AbortController()
  let left: Promise<void> = Promise.resolve()
  let looking: Promise<void> = Promise.resolve()
  let last: McpVisit | null = null
  const options = {
    configFile: join(folder, 'mcp_config.json'),
    env: process.env,
    agreements: everythingAgreed,
    connectTimeoutMs: 60_000,
    callTimeoutMs: 60_000,
    now: () => performance.now(),
    watch: {},
    ask: null,
    onRunning: (running: Promise<void>) => void (left = running),
  }
  for await (const state of openVisit(server, options, stop.signal, (id, requests) => {
    expect(last?.id).toBe(id)
    looking = look(requests, () => last).finally(() => stop.abort())
  }))
    last = state
  await looking
  await left
  return last
}

const everything = {
  command: 'node',
  args: [resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'],
}

it('a person reads the resources, templates and prompts of a server, and completes their arguments', async () => {
  await visiting(everything, async (requests, visit) => {
    await expect.poll(() => visit()?.state).toBe('ready')
    const { about, resources, templates, prompts, canFollow } = visit() ?? {}
    expect(about?.instructions).toContain('Everything')
    expect(canFollow).toBe(true)
    const [resource] = resources ?? []
    const read = await requests.readMcpResource({ uri: resource?.id ?? '' })
    expect(read.parts[0]?.text).toBeTruthy()
    const template = templates?.find(({ id }) => id.includes('/text/'))
    expect(template?.variables).toEqual(['resourceId'])
    const filled = await requests.readMcpResource({ uri: template?.id ?? '', variables: { resourceId: '3' } })
    expect(filled.uri).toBe('demo://resource/dynamic/text/3')
    expect(filled.parts[0]?.text).toContain('Resource 3')

    const prompt = prompts?.find(({ id }) => id === 'completable-prompt')
    expect(prompt?.arguments.map(({ name }) => name)).toEqual(['department', 'name'])
    const asked = { of: 'prompt', name: 'completable-prompt' } as const
    expect(
      await requests.completeMcpArgument({ ...asked, argument: 'department', typed: 'E', others: {} }),
    ).toMatchObject({ values: ['Engineering'] })
    const { values } = await requests.completeMcpArgument({
      ...asked,
      argument: 'name',
      typed: '',
      others: { department: 'Engineering' },
    })
    const { messages } = await requests.getMcpPrompt({
      name: 'completable-prompt',
      arguments: { department: 'Engineering', name: values[0] ?? '' },
    })
    expect(messages).toMatchObject([{ role: 'user', text: expect.stringContaining(values[0] ?? '-') }])
  })
})

it('a followed resource counts its changes', async () => {
  await visiting({ command: 'node', args: [SCRIPTED_SERVER, '--library'] }, async (requests, visit) => {
    await expect.poll(() => visit()?.state).toBe('ready')
    await requests.readMcpResource({ uri: 'note:///lamp' })
    expect(visit()?.changes).toEqual({})
    await requests.followMcpResource({ uri: 'note:///lamp', isFollowed: true })
    // The scripted server changes a resource when it is read.
    await requests.readMcpResource({ uri: 'note:///lamp' })
    await expect.poll(() => visit()?.changes).toEqual({ 'note:///lamp': 1 })
    await requests.followMcpResource({ uri: 'note:///lamp', isFollowed: false })
    await requests.readMcpResource({ uri: 'note:///lamp' })
    expect(visit()?.changes).toEqual({})
    await expect(requests.readMcpResource({ uri: 'note:///broken' })).rejects.toThrow('the page is torn')
  })
})

it('a server that cannot start, or dies, ends the visit with the reason', async () => {
  const state = await visiting({ command: 'no-such-program' }, async () => {})
  expect(state).toMatchObject({ state: 'ended', error: expect.stringContaining('no-such-program') })
  const died = await visiting({ command: 'node', args: [SCRIPTED_SERVER, '--library'] }, async (requests, visit) => {
    await expect(requests.readMcpResource({ uri: 'note:///crash' })).rejects.toThrow('closed')
    await expect.poll(() => visit()?.state).toBe('ended')
  })
  expect(died).toMatchObject({ state: 'ended', error: 'it exited with code 7' })
})

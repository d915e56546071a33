import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LibraryEntry } from '@shared/contract/library'
import { createHost, type Host } from '../../host/host'
import { memorySecrets } from '../../secrets/secret-store'
import { connectClient, type TestClient } from './client.testkit'
import { EpisodeListWatch } from './episode-list-watch'
import { createZorkgptServer } from './server'

let dataFolder: string
let host: Host
let episodeList: EpisodeListWatch
let one: TestClient

async function connect(): Promise<TestClient> {
  const [here, there] = InMemoryTransport.createLinkedPair()
  const served = createZorkgptServer({ api: host.api, episodeList })
  there.onclose = () => void served.close()
  await served.server.connect(there)
  return connectClient(here)
}

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'zorkgpt-server-'))
  host = await createHost({
    shell: 'cli',
    appRoot: resolve(import.meta.dirname, '../../..'),
    dataFolder,
    configFile: null,
    mcpConfigFile: null,
    env: { PATH: process.env.PATH },
    now: () => new Date(),
    secrets: memorySecrets(),
    onFault: (error) => {
      throw error
    },
  })
  episodeList = new EpisodeListWatch(host.api)
  one = await connect()
})
afterEach(async () => {
  await one.client.close()
  episodeList.close()
  await host.close()
  // The host may still be writing a summary.
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 })
})

/** Resolves when the list of episodes matches; it changes a moment after the episode itself. */
const listHolds = (areThere: (rows: readonly LibraryEntry[]) => boolean) =>
  new Promise<void>((found) => {
    const done = new AbortController()
    const look = async () => {
      if (!areThere(await episodeList.rows())) return
      done.abort()
      found()
    }
    episodeList.listen(() => void look(), done.signal)
    void look()
  })

const explorer = { story: 'glass-weather', player: 'explorer', seed: 1, tools: false, pace: 'batch' }
const played = (turns: number) => one.ask('start_episode', { ...explorer, turns, wait: true })

describe('an episode over MCP', () => {
  it('is started, played to its end, reported turn by turn, and listed', async () => {
    const received: number[] = []
    const result = await one.client.callTool(
      { name: 'start_episode', arguments: { ...explorer, turns: 4, wait: true } },
      undefined,
      {
        onprogress: ({ progress, total, message }) => {
          received.push(progress)
          expect(total).toBe(4)
          expect(message).toMatch(/^Turn \d: \S/)
        },
      },
    )
    expect(result.structuredContent).toMatchObject({ status: 'ended', turn: 4, player: { kind: 'explorer' } })
    expect(received).toEqual(received.toSorted((a, b) => a - b))
    expect(received.at(-1)).toBe(4)
    await listHolds((rows) => rows.some(({ running, summary }) => !running && summary?.turns === 4))
    expect(await one.client.callTool({ name: 'list_episodes', arguments: {} })).toMatchObject({
      structuredContent: { total: 1, episodes: [{ status: 'ended', turn: 4, story: 'Glass Weather' }] },
    })
    expect(await one.client.callTool({ name: 'list_stories', arguments: {} })).toMatchObject({
      structuredContent: {
        stories: [{ id: 'zork1' }, { id: 'zork2' }, { id: 'zork3' }, { id: 'glass-weather' }, { id: 'low-water' }],
      },
    })
  })

  it('is stepped by turn and by model call, resumed, paused and stopped', async () => {
    const { episode } = await one.ask('start_episode', { ...explorer, paused: true })
    expect(await one.ask('step', { episode })).toMatchObject({ status: 'paused', turn: 1 })
    expect(await one.ask('step', { episode, count: 2 })).toMatchObject({ status: 'paused', turn: 3 })
    expect(await one.ask('step', { episode, unit: 'iteration' })).toMatchObject({ status: 'paused' })
    await one.ask('resume', { episode })
    await one.ask('pause', { episode })
    const stopped = await one.ask('stop', { episode })
    expect(stopped).toMatchObject({ status: 'ended', reason: 'Stopped by the user' })
    expect(await one.refusal('step', { episode })).toMatch(/has ended: Stopped by the user\. fork_episode/)
    expect(await one.ask('resume', { episode, turns: stopped.turn + 2, pace: 'batch', wait: true })).toMatchObject({
      status: 'ended',
      turn: stopped.turn + 2,
    })
  })

  it('with a damaged log is resumed from before the damage on request only', async () => {
    const { episode } = await played(3)
    const file = join(dataFolder, episode, 'events.jsonl')
    const log = await readFile(file, 'utf8')
    await writeFile(file, log.replace('"turn_completed","turn":3', '"turn_comple?ed","turn":3'))
    expect(await one.refusal('resume', { episode })).toMatch(
      /is damaged: there is no event "turn_comple\?ed".* can continue from turn 2, /,
    )
    expect(
      await one.ask('resume', { episode, from_last_good: true, turns: 5, pace: 'batch', wait: true }),
    ).toMatchObject({ status: 'ended', turn: 5 })
  })

  it('is played by the actions of the client', async () => {
    const { episode } = await one.ask('start_episode', { story: 'glass-weather', player: 'human', seed: 1, turns: 3 })
    expect(await one.ask('say_action', { episode, action: 'look', reasoning: 'To begin.' })).toMatchObject({
      status: 'waiting_for_action',
      turn: 1,
      action: 'look',
      reasoning: 'To begin.',
    })
    expect(await one.refusal('step', { episode })).toMatch(/say_action/)
    await one.ask('say_action', { episode, action: 'north' })
    expect(await one.ask('say_action', { episode, action: 'inventory' })).toMatchObject({ status: 'ended', turn: 3 })
  })

  it('is taken over from an agent for one turn, whether paused, choosing or running', async () => {
    const { episode } = await one.ask('start_episode', { ...explorer, turns: 100_000, paused: true })
    expect(await one.ask('say_action', { episode, action: 'wait' })).toMatchObject({
      status: 'paused',
      turn: 1,
      action: 'wait',
    })
    await one.ask('step', { episode, unit: 'iteration' })
    expect(await one.ask('say_action', { episode, action: 'sing' })).toMatchObject({ status: 'paused', action: 'sing' })
    await one.ask('resume', { episode })
    const { status, action, turn } = await one.ask('say_action', { episode, action: 'jump' })
    expect({ status, action }).toEqual({ status: 'paused', action: 'jump' })
    expect(await one.ask('read_state', { episode })).toMatchObject({ help: { turns: 3, hints: 0, discarded: 0 } })
    expect(await one.ask('step', { episode })).toMatchObject({ status: 'paused', turn: turn + 1 })
  })

  it('is forked from one of its turns, exactly, for another player', async () => {
    const { episode } = await played(6)
    const at3 = await one.ask('read_state', { episode, turn: 3 })
    const fork = await one.ask('fork_episode', { episode, turn: 3, player: 'human', turns: 5 })
    expect(fork).toMatchObject({
      turn: 3,
      observation: at3.observation,
      inventory: at3.inventory,
      known_exits: at3.known_exits,
      forked_from: { episode, turn: 3 },
      player: { kind: 'human' },
    })
    expect(await one.ask('say_action', { episode: fork.episode, action: 'wait' })).toMatchObject({
      turn: 4,
      action: 'wait',
    })
    expect(await one.ask('read_state', { episode })).toMatchObject({ turn: 6, status: 'ended' })
  })

  it('is forked with other choices, which are refused where impossible', async () => {
    const { episode } = await played(4)
    const choices = { episode, turn: 2, paused: true, seed: 77, name: 'Other chances' }
    const fork = await one.ask('fork_episode', choices)
    await listHolds((rows) =>
      rows.some(({ id, annotations }) => id === fork.episode && annotations.title === 'Other chances'),
    )
    const refused = async (more: object) => {
      const answer = await one.client.callTool({ name: 'fork_episode', arguments: { ...choices, ...more } })
      expect(answer.isError).toBe(true)
      return JSON.stringify(answer.content)
    }
    expect(await refused({ prompt: 'Play as a pirate.' })).toContain('takes no prompt')
    expect(await refused({ name: 'x'.repeat(10_000) })).toContain('name')
    expect(await refused({ sampling: { temperature: 3 } })).toContain('temperature')
    expect(await refused({ sampling: { heat: 1 } })).toContain('heat')
  })

  it('continues when the waiting client cancels', async () => {
    const { episode } = await one.ask('start_episode', { ...explorer, pace: 'watch', turns: 400, paused: true })
    const cancel = new AbortController()
    const waiting = one.client.callTool({ name: 'resume', arguments: { episode, wait: true } }, undefined, {
      signal: cancel.signal,
      onprogress: () => cancel.abort(),
    })
    await expect(waiting).rejects.toThrow(/abort/i)
    expect(await one.ask('read_state', { episode })).toMatchObject({ status: 'running' })
  })
})

describe('resources', () => {
  it('are the transcript, map, manifest and log of an episode, in pieces', async () => {
    const { episode } = await played(5)
    const uri = (view: string) => `zorkgpt://episodes/${episode}/${view}`
    expect(await one.text(uri('transcript'))).toMatch(/^# Glass Weather\n[^]*## 5/)
    expect(
      Object.keys((JSON.parse(await one.text(uri('map'))) as { locations: object }).locations).length,
    ).toBeGreaterThan(1)
    expect(await one.text(uri('map.mmd'))).toMatch(/^flowchart TD\n {2}r\d+\["/)
    expect(await one.text(uri('map.svg'))).toMatch(/^<svg [^]*<rect /)
    expect(JSON.parse(await one.text(uri('manifest')))).toMatchObject({
      seed: 1,
      settings: {},
      game: { title: 'Glass Weather' },
    })
    const log = (await one.text(uri('log')))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { seq: number; event_type: string })
    expect(log.map(({ seq }) => seq)).toEqual(log.map(({ seq }) => seq).toSorted((a, b) => a - b))
    expect(log.map(({ event_type }) => event_type)).not.toContain('location_surveyed')
    expect((await one.text(uri(`log?from=${log.at(-1)?.seq}`))).trimEnd()).toBe(JSON.stringify(log.at(-1)))
    expect(await one.text(uri('log'))).not.toContain(dataFolder)
    await listHolds((rows) => rows.length === 1)
    expect((await one.client.listResources()).resources.map(({ name }) => name)).toEqual(['episodes', episode])
    expect((await one.client.listResourceTemplates()).resourceTemplates.map(({ name }) => name)).toEqual([
      'transcript',
      'map',
      'map.mmd',
      'map.svg',
      'manifest',
      'log',
    ])
  })

  it('notify every subscribed client of their changes', async () => {
    const two = await connect()
    const { episode } = await one.ask('start_episode', { ...explorer, paused: true })
    const uri = `zorkgpt://episodes/${episode}/transcript`
    const updated: string[] = []
    const updatedFirst = new Promise<void>((hear) =>
      two.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
        updated.push(params.uri)
        hear()
      }),
    )
    const listChanged = new Promise<void>((hear) =>
      two.client.setNotificationHandler(ResourceListChangedNotificationSchema, () => hear()),
    )
    await two.client.subscribeResource({ uri })
    await one.ask('step', { episode })
    await updatedFirst
    expect(updated[0]).toBe(uri)
    expect(await two.text(uri)).toContain('## 1')
    await played(1)
    await listChanged
    await two.client.unsubscribeResource({ uri })
    const before = updated.length
    await one.ask('step', { episode })
    await listHolds((rows) => rows.some(({ id, summary }) => id === episode && summary?.turns === 2))
    // Notifications came before this answer.
    await two.client.ping()
    expect(updated).toHaveLength(before)
    await two.client.close()
  })

  it('that do not exist are refused, and nothing outside the data folder is reached', async () => {
    await played(1)
    for (const uri of [
      'zorkgpt://episodes/nothing/transcript',
      'zorkgpt://episodes/../../etc/passwd',
      'zorkgpt://episodes/%2e%2e/log',
      'file:///etc/passwd',
      'zorkgpt://episodes/x/log?from=-1',
    ]) {
      await expect(one.client.readResource({ uri }), uri).rejects.toMatchObject({ code: -32002 })
    }
  })
})

describe('prompts', () => {
  it('contain the transcript and the questions about it', async () => {
    const { episode } = await played(12)
    const { messages } = await one.client.getPrompt({ name: 'review_episode', arguments: { episode } })
    expect(messages.map(({ content }) => content.type)).toEqual(['resource', 'text'])
    const stuck = await one.client.getPrompt({
      name: 'explain_stuck_phase',
      arguments: { episode, first_turn: '2', last_turn: '9' },
    })
    expect(JSON.stringify(stuck.messages[1])).toContain('From turn 2 to turn 9')
    const { episode: fork } = await one.ask('fork_episode', {
      episode,
      turn: 4,
      player: 'random',
      turns: 8,
      pace: 'batch',
      wait: true,
    })
    expect(
      JSON.stringify(
        (await one.client.getPrompt({ name: 'compare_episodes', arguments: { episode, other: fork } })).messages,
      ),
    ).toMatch(/the same up to turn [4-8]\./)
    expect(
      JSON.stringify(await one.client.getPrompt({ name: 'play_story', arguments: { story: 'glass-weather' } })),
    ).toContain('say_action')
  })

  it('are refused with a sentence if an argument is wrong', async () => {
    const { episode } = await played(2)
    const ask = (name: string, given: Record<string, string>) => one.client.getPrompt({ name, arguments: given })
    await expect(ask('review', {})).rejects.toThrow(/There is no prompt review; the prompts are review_episode/)
    await expect(ask('review_episode', {})).rejects.toThrow(/needs the argument episode/)
    await expect(ask('review_episode', { episode: 'nothing' })).rejects.toThrow(/no episode nothing/)
    await expect(ask('explain_stuck_phase', { episode, first_turn: '9', last_turn: '9' })).rejects.toThrow(
      /not a turn of this episode, which has 2 turns\./,
    )
  })

  it('and templates complete their arguments', async () => {
    const { episode } = await played(1)
    const complete = async (ref: Parameters<typeof one.client.complete>[0]['ref'], name: string, value: string) =>
      (await one.client.complete({ ref, argument: { name, value } })).completion.values
    expect(await complete({ type: 'ref/prompt', name: 'review_episode' }, 'episode', 'glass')).toEqual([episode])
    expect(await complete({ type: 'ref/resource', uri: 'zorkgpt://episodes/{episode}/map' }, 'episode', '')).toEqual([
      episode,
    ])
    expect(await complete({ type: 'ref/prompt', name: 'play_story' }, 'story', 'GLASS')).toEqual(['glass-weather'])
    expect(await complete({ type: 'ref/prompt', name: 'explain_stuck_phase' }, 'first_turn', '')).toEqual([])
  })
})

describe('bad input', () => {
  it('is refused with a sentence, and nothing happens', async () => {
    const { episode } = await one.ask('start_episode', { story: 'glass-weather', player: 'human', seed: 1 })
    await expect(one.client.callTool({ name: 'dance' })).rejects.toThrow(
      /There is no tool dance; the tools are list_stories/,
    )
    const refusals: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
      ['read_state', {}, /episode/],
      ['read_state', { episode: 7 }, /episode/],
      ['read_state', { episode: '../../etc' }, /is not the name of an episode/],
      ['read_state', { episode: 'nothing' }, /There is no episode nothing/],
      ['read_state', { episode, turn: 1 }, /has 0 complete turns: there is no turn 1/],
      ['fork_episode', { episode, turn: 99 }, /there is no turn 99/],
      [
        'start_episode',
        { story: '/etc/passwd', player: 'explorer' },
        /There is no story "\/etc\/passwd"; the stories are zork1, zork2, zork3, glass-weather/,
      ],
      ['start_episode', { story: 'glass-weather', player: 'wizard' }, /player/],
      ['start_episode', { story: 'glass-weather', player: 'llm' }, /No API key for/],
      ['step', { episode, count: 1e9 }, /count/],
      ['say_action', { episode, action: 'x'.repeat(1_000_000) }, /longer than 1000 characters/],
      ['say_action', { episode, action: 'look\nquit' }, /control characters/],
      ['say_action', { episode, action: '' }, /is empty/],
      ['say_action', { episode, action: ['look'] }, /action/],
    ]
    for (const [tool, parameters, words] of refusals) expect(await one.refusal(tool, parameters)).toMatch(words)
    expect(await one.ask('read_state', { episode })).toMatchObject({ status: 'waiting_for_action', turn: 0 })
    expect((await readdir(dataFolder)).filter((name) => !name.startsWith('.'))).toEqual([episode])
  })
})

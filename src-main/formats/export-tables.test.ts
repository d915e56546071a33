import { parquetReadObjects } from 'hyparquet'
import { describe, expect, it } from 'vitest'
import type { TableFormat } from '@shared/episode/export/formats'
import type { EventBody, LoggedEvent } from '@shared/episode/log/event'
import { messagesSent } from '@shared/episode/state/messages'
import { mindEpisode } from '@shared/episode/state/mind-episode.testkit'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { traceIdOf } from '../telemetry/ids'
import { allTurns, onDisk, opened } from './episode-on-disk.testkit'
import { tableOf } from './export-tables'
import type { WhatGoesOut } from './exported-episode'

const SECRET = 'sk-abcdefghijklmnopqrstuvwx'
const log: readonly LoggedEvent[] = sampleEpisode({ turns: 30, model: 'test/lantern' }).map((event) =>
  event.event_type === 'observation_made' && event.turn === 3
    ? { ...event, text: `=A note\u202e says ${SECRET}, and /home/ada/plans.txt.` }
    : event,
)
async function exported(format: TableFormat, events = log, options = allTurns): Promise<Buffer> {
  await using disk = await onDisk(events)
  const parts: Uint8Array[] = []
  for await (const part of tableOf(format, opened([disk.folder], options))) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

interface Pair {
  readonly messages: readonly {
    readonly role: string
    readonly content: string | null
    readonly tool_calls?: unknown
  }[]
  readonly turn: number
}
const pairsOf = async (events?: readonly LoggedEvent[], options?: WhatGoesOut) =>
  (await exported('chat', events, options))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Pair)
const rowsOf = async (events?: readonly LoggedEvent[], options?: WhatGoesOut) => {
  const bytes = await exported('parquet', events, options)
  return parquetReadObjects({ file: new Uint8Array(bytes).buffer }) as Promise<Record<string, unknown>[]>
}

/** Turns 21 to 25 were undone and played again. */
function playedAgain(): readonly LoggedEvent[] {
  const again = sampleEpisode({ turns: 30, seed: 2 })
  const from = (events: readonly LoggedEvent[], turn: number) =>
    events.findIndex((event) => event.event_type === 'turn_started' && event.turn === turn)
  const resumed: EventBody = { event_type: 'episode_resumed', from_turn: 20, turn_limit: 30, app_version: '0.1.0' }
  return [...log.slice(0, from(log, 26)), resumed, ...again.slice(from(again, 21))].map((event, seq): LoggedEvent => ({
    at: '2026-03-02T10:00:00.000Z',
    episode_id: 'walk',
    ...event,
    seq,
  }))
}

const stampedAfter = (events: readonly LoggedEvent[], body: EventBody): readonly LoggedEvent[] => [
  ...events,
  { seq: events.length, at: '2026-03-02T12:00:00.000Z', episode_id: 'walk', ...body },
]
const forked: EventBody = {
  event_type: 'episode_forked',
  parent_episode_id: 'p',
  parent_turn: 30,
  app_version: '0.1.0',
  player: { kind: 'llm', label: 'm', model: 'm', base_url: null, profile: null },
  turn_limit: 40,
  prompt_sha256: null,
  sampling: null,
  settings: {},
}

describe('training pairs', () => {
  it('have the last request of each turn and its reply', async () => {
    const pairs = await pairsOf()
    const state = foldEvents(log)
    expect(pairs.map(({ turn }) => turn)).toEqual(state.turns.map(({ number }) => number))
    for (const { turn, messages } of pairs) {
      const last = state.turns[turn - 1]?.iterations.at(-1)
      const sent = messagesSent(state, turn, last?.number ?? 0) ?? []
      expect(messages.slice(0, -1).map(({ content }) => content)).toEqual(sent.map(({ content }) => content))
      expect(messages.at(-1)).toEqual({ role: 'assistant', content: last?.response?.content })
    }
    expect(pairs[0]).toMatchObject({
      tools: [{ type: 'function', function: { name: 'thoughtbox__think' } }],
      episode: 'walk',
      unit: null,
      handicap: 'L2',
      seed: 1,
      model: 'test/lantern',
      outcome: { ended: 'turn_limit', turns: 30, maxScore: 120 },
    })
    expect(JSON.stringify(pairs[0]?.messages)).toContain('"name":"thoughtbox__think"')
  })

  it('have the request of the actor, not those of helpers', async () => {
    const helped = mindEpisode()
    const state = foldEvents(helped)
    for (const { turn, messages } of await pairsOf(helped)) {
      const last = state.turns[turn - 1]?.iterations.findLast(({ response }) => response !== null)
      expect(messages).toHaveLength((messagesSent(state, turn, last?.number ?? 0)?.length ?? 0) + 1)
    }
  })

  it('omit turns that no model decided', async () => {
    const human = log.map((event) =>
      event.event_type === 'action_chosen' && event.turn === 7 ? { ...event, source: 'human' as const } : event,
    )
    expect((await pairsOf(human)).map(({ turn }) => turn)).not.toContain(7)
  })

  it('name the unit of an experiment', async () => {
    const unit = { experiment: 'x', arm: 'a', repeat: 2 }
    const played = log.map((event) => (event.event_type === 'episode_started' ? { ...event, unit } : event))
    const [pair] = await pairsOf(played)
    expect(pair).toMatchObject({ unit: { ...unit, key: expect.stringMatching(/^[0-9a-f]{64}$/) as string } })
    const resumed: EventBody = { event_type: 'episode_resumed', from_turn: 30, turn_limit: 40, app_version: '0.1.0' }
    const [again] = await pairsOf(stampedAfter(played, resumed))
    expect(again).toMatchObject({ unit })
  })

  it('name no unit in a fork of one', async () => {
    const unit = { experiment: 'x', arm: 'a', repeat: 2 }
    const played = log.map((event) => (event.event_type === 'episode_started' ? { ...event, unit } : event))
    const [pair] = await pairsOf(stampedAfter(played, forked))
    expect(pair).toMatchObject({ unit: null })
  })
})

describe('spans', () => {
  it('are those of a live episode, one OTLP request per line', async () => {
    const lines = (await exported('otel')).toString().trimEnd().split('\n')
    const spans = lines.flatMap((line) => spansIn(JSON.parse(line) as OtlpRequest))
    const count = (pattern: RegExp) => spans.filter(({ name }) => pattern.test(name)).length
    expect(count(/^episode-turn$/)).toBe(30)
    expect(count(/^chat /)).toBe(log.filter(({ event_type }) => event_type === 'llm_request').length)
    expect(count(/^mcp-tool-/)).toBe(log.filter(({ event_type }) => event_type === 'mcp_tool_call').length)
    expect(spans.at(-1)).toMatchObject({ name: 'episode-evaluation', traceId: traceIdOf('sample', 30) })
    expect(JSON.stringify(spans)).not.toContain(SECRET)
  })

  it('fit the line limit of a Collector, with truncated values', async () => {
    const wordy = log.map((event) =>
      event.event_type === 'llm_request'
        ? { ...event, messages_kept: 0, messages_added: [{ role: 'user' as const, content: 'x'.repeat(50_000) }] }
        : event,
    )
    const lines = (await exported('otel', wordy)).toString().trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) {
      expect(line.length).toBeLessThan(1 << 20)
      expect(Math.max(...(line.match(/x+/g) ?? []).map((run) => run.length))).toBeLessThan(16_385)
    }
    expect(lines.flatMap((line) => spansIn(JSON.parse(line) as OtlpRequest)).at(-1)?.name).toBe('episode-evaluation')
  })

  it('contain a replayed turn once, with unique ids', async () => {
    const lines = (await exported('otel', playedAgain())).toString().trimEnd().split('\n')
    const spans = lines.flatMap((line) => spansIn(JSON.parse(line) as OtlpRequest))
    expect(spans.filter(({ name }) => name === 'episode-turn')).toHaveLength(30)
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length)
  })
})

interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly { readonly name: string; readonly traceId: string; readonly spanId: string }[]
    }[]
  }[]
}
const spansIn = ({ resourceSpans }: OtlpRequest) =>
  resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))

describe('the table of turns', () => {
  it('has one row per turn, and one for the opening', async () => {
    const rows = await rowsOf()
    const { turns, opening } = foldEvents(log)
    expect(rows.map(({ turn }) => turn)).toEqual([0, ...turns.map(({ number }) => number)])
    expect(rows[0]).toMatchObject({ action: null, observation: opening?.text, score: 0, calls: null })
    for (const [index, { action, observation, iterations }] of turns.entries()) {
      const row = rows[index + 1]
      expect(row).toMatchObject({
        action: action?.action,
        score: observation?.score,
        location: observation?.location?.name,
        calls: iterations.length,
        tokens_in: iterations.reduce((sum, { response }) => sum + (response?.usage.input ?? 0), 0),
        tool_calls: iterations.length - 1,
      })
    }
    expect(rows[30]).toMatchObject({ episode: 'walk', ended: 'turn_limit', handicap: 'L2', title: 'The Sample' })
  })

  it('counts the tokens of helpers', async () => {
    const helped = mindEpisode()
    const rows = await rowsOf(helped)
    const calls = rows.reduce((sum, row) => sum + Number(row.calls ?? 0), 0)
    expect(calls).toBe(helped.filter(({ event_type }) => event_type === 'llm_request').length)
  })

  it('contains a replayed turn as it was played last', async () => {
    const events = playedAgain()
    const rows = await rowsOf(events)
    expect(rows.map(({ turn }) => turn)).toEqual(Array.from({ length: 31 }, (_, turn) => turn))
    expect(rows.map(({ action }) => action).slice(1)).toEqual(
      foldEvents(events).turns.map(({ action }) => action?.action),
    )
  })

  it('removes keys and paths, and escapes formulas', async () => {
    const text = (await exported('csv')).toString()
    expect(text).toContain(String.raw`"'=A note\u{202e} says [key], and [path]"`)
    for (const format of ['chat', 'parquet'] as const) expect((await exported(format)).toString()).not.toContain(SECRET)
    const whole = await exported('csv', log, { ...allTurns, kept: { key: true, path: true, settings: true } })
    expect(whole.toString()).toContain(SECRET)
  })

  it('has the requested turns, and rejects missing ones', async () => {
    expect((await rowsOf(log, { ...allTurns, range: { from: 4, to: 6 } })).map(({ turn }) => turn)).toEqual([4, 5, 6])
    await expect(rowsOf(log, { ...allTurns, range: { from: 31, to: Infinity } })).rejects.toMatchObject({
      kind: 'not_found',
    })
  })
})

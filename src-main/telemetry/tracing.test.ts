import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { onPrintedError } from '../base/terminal/terminal'
import { createHost } from '../host/host'
import { memorySecrets } from '../secrets/secret-store'
import { type Collector, startCollector } from './collector.testkit'
import { observed, tracedTurn } from './traced-turn.testkit'
import { openTracing } from './tracing'

const collectors: Collector[] = []
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  return Promise.all(collectors.splice(0).map((collector) => collector.close()))
})
async function collect(answer?: Parameters<typeof startCollector>[0]): Promise<Collector> {
  const collector = await startCollector(answer)
  collectors.push(collector)
  return collector
}

/** The default `timeoutMs` is longer than a test may take, so `close` must not wait for it. */
function open(env: Readonly<Record<string, string>>, timeoutMs = 3_600_000) {
  const warnings: string[] = []
  const emitter = new EventEmitter<{ warning: [] }>()
  const warned = once(emitter, 'warning')
  const warn = (message: string) => {
    warnings.push(message)
    emitter.emit('warning')
  }
  const tracing = openTracing({ env, appVersion: '1.2.3', toolTimeoutSeconds: 30, timeoutMs, warn })
  if (!tracing) throw new Error('There is a destination, so there is tracing.')
  const trace = (turns = 1) => {
    for (let turn = 0; turn < turns; turn++)
      for (const [event, state] of observed(tracedTurn)) tracing.observe(event, state)
  }
  return { tracing, trace, warnings, warned }
}
const IMPATIENT_MS = 50
/** More spans than fit into one request. */
const MANY_TURNS = 1000
const NAMES = ['agent-tool-calling-session', 'chat m', 'chat m', 'episode-turn', 'mcp-tool-thoughtbox.think']

describe('tracing', () => {
  it('is off without a destination', () => {
    expect(openTracing({ env: {}, appVersion: '1.2.3', toolTimeoutSeconds: 30 })).toBeNull()
  })

  it('warns about an invalid address, and sends nothing', () => {
    const warn = vi.fn<(message: string) => void>()
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }
    expect(openTracing({ env, appVersion: '1.2.3', toolTimeoutSeconds: 30, warn })).toBeNull()
    expect(warn.mock.calls).toEqual([
      [
        'Telemetry: OTEL_EXPORTER_OTLP_ENDPOINT is ignored, because it is not a URL that begins with http:// or https://.',
      ],
    ])
  })

  it('R7.4, R7.5: sends the spans of a turn to any OTLP endpoint', async () => {
    const collector = await collect()
    const { tracing, trace, warnings } = open({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret-1',
    })
    trace()
    await tracing.close()
    expect(collector.spans.map(({ name }) => name).toSorted()).toEqual(NAMES)
    expect(collector.requests[0]).toMatchObject({ path: '/v1/traces', headers: { 'x-key': 'secret-1' } })
    expect(collector.requests[0]?.body).toContain('zorkgpt')
    expect(warnings).toEqual([])
  })

  it('sends the metrics of the conventions with their units', async () => {
    const collector = await collect()
    const { tracing, trace } = open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    trace(3)
    await tracing.close()
    const { metrics } = collector
    expect(metrics.map(({ name, unit, count, sum }) => [name, unit, count, sum])).toEqual([
      ['gen_ai.client.operation.duration', 's', 6, expect.closeTo(2.4) as number],
      ['gen_ai.client.token.usage', '{token}', 6, 600],
      ['gen_ai.client.token.usage', '{token}', 6, 120],
      ['mcp.client.operation.duration', 's', 3, expect.closeTo(0.036) as number],
    ])
    expect(metrics[1]?.attributes).toMatchObject({
      'gen_ai.token.type': 'input',
      'gen_ai.provider.name': 'openrouter',
      'server.address': 'models.example.org',
      'server.port': 443,
    })
    expect(Object.keys(metrics[3]?.attributes ?? {})).not.toContain('error.type')
    expect(JSON.stringify(metrics)).not.toContain('pass')
    const without = await collect()
    const second = open({ OTEL_EXPORTER_OTLP_ENDPOINT: without.url, OTEL_METRICS_EXPORTER: 'none' })
    second.trace()
    await second.tracing.close()
    expect(without.requests.map(({ path }) => path)).toEqual(['/v1/traces'])
  })

  it('R7.4, R7.5: sends spans to Langfuse, with its keys in a header only', async () => {
    const collector = await collect()
    const { tracing, trace } = open({
      LANGFUSE_HOST: collector.url,
      LANGFUSE_PUBLIC_KEY: 'pk-lf-1',
      LANGFUSE_SECRET_KEY: 'sk-lf-1',
    })
    trace()
    await tracing.close()
    expect(collector.spans.map(({ name }) => name).toSorted()).toEqual(NAMES)
    expect(collector.requests[0]).toMatchObject({
      path: '/api/public/otel/v1/traces',
      headers: { authorization: `Basic ${btoa('pk-lf-1:sk-lf-1')}` },
    })
    expect(collector.requests[0]?.body).not.toMatch(/[ps]k-lf-1/)
  })

  it('does not send the keys of one destination to another', async () => {
    const [otlp, langfuse] = [await collect(), await collect()]
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'X-Team=secret-1,Authorization=Bearer%20secret-2',
      LANGFUSE_HOST: langfuse.url,
      LANGFUSE_PUBLIC_KEY: 'pk',
      LANGFUSE_SECRET_KEY: 'sk',
    }
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    const { tracing, trace } = open(env)
    trace()
    await tracing.close()
    expect(otlp.requests[0]?.headers).toMatchObject({ 'x-team': 'secret-1', authorization: 'Bearer secret-2' })
    expect(JSON.stringify(langfuse.requests[0]?.headers)).not.toContain('secret')
    expect(langfuse.requests[0]?.headers.authorization).toBe(`Basic ${btoa('pk:sk')}`)
  })

  it('sends nothing before the first event', async () => {
    const collector = await collect('never')
    await open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }).tracing.close()
    expect(collector.requests).toEqual([])
  })

  it('reports once that a destination rejects its keys', async () => {
    const collector = await collect(401)
    const { tracing, trace, warnings } = open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    trace(MANY_TURNS)
    await tracing.close()
    expect(collector.requests.length).toBeGreaterThan(1)
    expect(warnings).toEqual([expect.stringContaining(new URL(collector.url).host)])
  })

  it('gives up on a destination that never answers, and reports it', async () => {
    const collector = await collect('never')
    const { tracing, trace, warnings, warned } = open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, IMPATIENT_MS)
    trace(MANY_TURNS)
    await tracing.close()
    await warned
    expect(warnings).toEqual([expect.stringContaining(new URL(collector.url).host)])
  })

  it('gives up on a destination that refuses the connection', async () => {
    const collector = await startCollector()
    await collector.close()
    const { tracing, trace, warnings, warned } = open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, IMPATIENT_MS)
    trace()
    await tracing.close()
    await warned
    expect(warnings).toEqual([expect.stringContaining(new URL(collector.url).host)])
  })
})

describe('an episode', () => {
  let dataFolder: string
  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'traced-'))
  })
  afterEach(() => rm(dataFolder, { recursive: true }))

  async function play(collector: Collector): Promise<EpisodeState> {
    const env = { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
    const host = await createHost({
      shell: 'cli',
      appRoot: resolve(import.meta.dirname, '../..'),
      dataFolder,
      configFile: null,
      mcpConfigFile: null,
      env,
      secrets: memorySecrets(),
      now: () => new Date(),
      onFault: (error) => {
        throw error
      },
    })
    const { episodeId } = await host.api.startEpisode({
      game: 'glass-weather',
      player: 'explorer',
      seed: 1,
      pace: 'batch',
      mcp: false,
      turnLimit: 5,
    })
    let state = emptyEpisode
    for await (const { events } of host.api.watchEpisode({ episodeId, fromSeq: 0 }, new AbortController().signal))
      state = events.reduce(reduceEpisode, state)
    await host.close()
    return state
  }

  it('is traced turn by turn', async () => {
    const collector = await collect()
    await play(collector)
    expect(collector.spans.filter(({ name }) => name === 'episode-turn')).toHaveLength(5)
    expect(collector.spans.filter(({ name }) => name === 'chat builtin/explorer-1')).toHaveLength(5)
    expect(collector.metrics, 'The rule-based player is no model').toEqual([])
  })

  it('continues while the destination never answers, with a warning', async () => {
    const warned = new Promise<string>(onPrintedError)
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const collector = await collect('never')
    expect((await play(collector)).ended?.ended).toBe('turn_limit')
    expect(await warned).toContain(new URL(collector.url).host)
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { emptyEpisode, reduceEpisode } from '@shared/episode/episode'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createHost } from '../host/host'
import { memorySecrets } from '../secrets/secret-store'
import { type Collector, startCollector } from './collector.testkit'
import { observed, tracedTurn } from './traced-turn.testkit'
import { openTracing } from './tracing'

const collectors: Collector[] = []
afterEach(() => {
  vi.unstubAllEnvs()
  return Promise.all(collectors.splice(0).map((collector) => collector.close()))
})
async function collect(answer?: Parameters<typeof startCollector>[0]): Promise<Collector> {
  const collector = await startCollector(answer)
  collectors.push(collector)
  return collector
}

function open(env: Readonly<Record<string, string>>) {
  const warnings: string[] = []
  const tracing = openTracing({ env, appVersion: '1.2.3', toolTimeoutSeconds: 30, patienceMs: 300, warn: (message) => void warnings.push(message) })
  if (!tracing) throw new Error('There is a destination, so there is tracing.')
  const trace = () => {
    for (const [event, state] of observed(tracedTurn)) tracing.observe(event, state)
  }
  return { tracing, trace, warnings }
}
const timeOf = async (work: () => unknown): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
const NAMES = ['agent-tool-calling-session', 'chat m', 'chat m', 'episode-turn', 'mcp-tool-thoughtbox.think']

describe('tracing', () => {
  it('is off unless the environment names a destination', () => {
    expect(openTracing({ env: {}, appVersion: '1.2.3', toolTimeoutSeconds: 30 })).toBeNull()
  })

  it('R7.4, R7.5: brings the spans of a turn to any OTLP endpoint', async () => {
    const collector = await collect()
    const { tracing, trace, warnings } = open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret-1' })
    trace()
    await tracing.close()
    expect(collector.spans.map(({ name }) => name).toSorted()).toEqual(NAMES)
    expect(collector.requests[0]).toMatchObject({ path: '/v1/traces', headers: { 'x-key': 'secret-1' } })
    expect(collector.requests[0]?.body).toContain('zorkgpt')
    expect(warnings).toEqual([])
  })

  it('R7.4, R7.5: brings them to Langfuse, whose keys are in the header and nowhere else', async () => {
    const collector = await collect()
    const { tracing, trace } = open({ LANGFUSE_HOST: collector.url, LANGFUSE_PUBLIC_KEY: 'pk-lf-1', LANGFUSE_SECRET_KEY: 'sk-lf-1' })
    trace()
    await tracing.close()
    expect(collector.spans.map(({ name }) => name).toSorted()).toEqual(NAMES)
    expect(collector.requests[0]).toMatchObject({ path: '/api/public/otel/v1/traces', headers: { authorization: `Basic ${btoa('pk-lf-1:sk-lf-1')}` } })
    expect(collector.requests[0]?.body).not.toMatch(/[ps]k-lf-1/)
  })

  it('tells one destination nothing of the keys of the other', async () => {
    const [otlp, langfuse] = [await collect(), await collect()]
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url, OTEL_EXPORTER_OTLP_HEADERS: 'X-Team=secret-1,Authorization=Bearer%20secret-2', LANGFUSE_HOST: langfuse.url, LANGFUSE_PUBLIC_KEY: 'pk', LANGFUSE_SECRET_KEY: 'sk' }
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    const { tracing, trace } = open(env)
    trace()
    await tracing.close()
    expect(otlp.requests[0]?.headers).toMatchObject({ 'x-team': 'secret-1', authorization: 'Bearer secret-2' })
    expect(JSON.stringify(langfuse.requests[0]?.headers)).not.toContain('secret')
    expect(langfuse.requests[0]?.headers.authorization).toBe(`Basic ${btoa('pk:sk')}`)
  })

  it('that never saw an event loads nothing and is closed at once', async () => {
    const { tracing } = open({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
    expect(await timeOf(() => tracing.close())).toBeLessThan(50)
  })

  it.each([
    ['never answers', 'never'],
    ['wants other keys', 401],
  ] as const)('waits for nobody when its destination %s, and says so once', async (_what, answer) => {
    const collector = await collect(answer)
    const { tracing, trace, warnings } = open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    trace()
    expect(await timeOf(() => tracing.close())).toBeLessThan(1000)
    await collector.asked()
    if (answer === 401) expect(warnings).toEqual([expect.stringContaining(new URL(collector.url).host)])
    expect(warnings.length).toBeLessThanOrEqual(1)
  })

  it('waits for nobody when its destination refuses the connection', async () => {
    const collector = await startCollector()
    await collector.close()
    const { tracing, trace } = open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    trace()
    expect(await timeOf(() => tracing.close())).toBeLessThan(1000)
  })

  it('takes a thousand turns at once without waiting, also when nobody takes them from it', async () => {
    const collector = await collect('never')
    const { tracing, trace } = open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    expect(await timeOf(() => Array.from({ length: 1000 }).forEach(trace))).toBeLessThan(1500)
    expect(await timeOf(() => tracing.close())).toBeLessThan(1500)
  })
})

describe('an episode', () => {
  it('is traced turn by turn and plays on while the destination never answers', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const dataFolder = await mkdtemp(join(tmpdir(), 'traced-'))
    const collector = await collect('never')
    const env = { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
    const host = await createHost({ shell: 'cli', appRoot: resolve(import.meta.dirname, '../..'), dataFolder, configFile: null, mcpConfigFile: null, env, secrets: memorySecrets(), now: () => new Date(), onFault: (error) => { throw error } })
    const { episodeId } = await host.api.startEpisode({ game: 'glass-weather', player: 'explorer', seed: 1, pace: 'batch', mcp: false, turnLimit: 5 })
    let state = emptyEpisode
    for await (const { events } of host.api.watchEpisode({ episodeId, fromSeq: 0 }, new AbortController().signal)) state = events.reduce(reduceEpisode, state)
    expect(state.ended?.ended).toBe('turn_limit')
    await host.close()
    expect(collector.spans.filter(({ name }) => name === 'episode-turn')).toHaveLength(5)
    expect(collector.spans.filter(({ name }) => name === 'chat builtin/explorer-1')).toHaveLength(5)
    await vi.waitFor(() => expect(warned).toHaveBeenCalledOnce())
    warned.mockRestore()
    await rm(dataFolder, { recursive: true })
  })
})

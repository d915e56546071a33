import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { APP_VERSION } from '@shared/base/app-version'
import { emptyEpisode } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { readTraceOptions } from '../telemetry/destinations'
import { traceEpisode } from '../telemetry/episode-spans'
import { describeService, GivenIds, SPAN_LIMITS } from '../telemetry/exporting'
import type { ExportedEpisode } from './exported-episode'

/**
 * The spans of episodes as OTLP/JSON, one request per line, for a Collector. Spans and ids are those of live episodes.
 */
export async function* otelOf(episodes: AsyncIterable<ExportedEpisode>): AsyncGenerator<Uint8Array> {
  for await (const episode of episodes) yield* spansOf(episode)
}

async function* spansOf({ events, outcome }: ExportedEpisode): AsyncGenerator<Uint8Array> {
  const ids = new GivenIds()
  const exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({
    resource: describeService(APP_VERSION),
    idGenerator: ids,
    spanLimits: SPAN_LIMITS,
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
  })
  const spans = traceEpisode(provider.getTracer('zorkgpt', APP_VERSION), ids, {
    toolTimeoutSeconds: null,
    options: readTraceOptions(process.env),
    outcomeOf: () => outcome,
  })
  const taken = function* (): Generator<Uint8Array> {
    const finished = exporter.getFinishedSpans()
    exporter.reset()
    yield* requestsOf(finished)
  }
  let state = emptyEpisode
  for await (const part of events()) {
    for (const event of part) {
      state = reduceEpisode(state, event)
      spans.observe(event, state)
      // Spans do not need the parts of the state that grow with the episode.
      if (state.turns.length > 0) state = { ...state, turns: [], surveys: [] }
    }
    yield* taken()
  }
  spans.close()
  yield* taken()
}

/** Maximum size of a line in bytes. A Collector truncates lines above 1 MiB, and then drops them as invalid JSON. */
const LONGEST_LINE = 1_000_000

function* requestsOf(spans: readonly ReadableSpan[]): Generator<Uint8Array> {
  const line = spans.length === 0 ? undefined : JsonTraceSerializer.serializeRequest([...spans])
  if (line === undefined) return
  if (line.length > LONGEST_LINE && spans.length > 1) {
    const half = spans.length >> 1
    yield* requestsOf(spans.slice(0, half))
    yield* requestsOf(spans.slice(half))
    return
  }
  yield line
  yield LINE_END
}

const LINE_END = Buffer.from('\n')

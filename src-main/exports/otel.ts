import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { APP_VERSION } from '@shared/app-version'
import { emptyEpisode } from '@shared/episode/episode'
import { reduceEpisode } from '@shared/episode/reduce-episode'
import { traceEpisode } from '../telemetry/episode-spans'
import { describeService, GivenIds } from '../telemetry/exporting'
import { readTraceOptions } from '../telemetry/trace-options'
import type { ExportedEpisode } from './exported-episode'

/**
 * The spans of the episodes as OTLP/JSON, a request a line, as OpenTelemetry's file exporters write them and a
 * Collector reads them: the same spans, under the same ids, that were sent while it was played.
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
    const line = finished.length === 0 ? undefined : JsonTraceSerializer.serializeRequest(finished)
    if (line === undefined) return
    yield line
    yield LINE_END
  }
  let state = emptyEpisode
  for await (const part of events()) {
    for (const event of part) {
      state = reduceEpisode(state, event)
      spans.observe(event, state)
      // No span needs what grows with the episode.
      if (state.turns.length > 0) state = { ...state, turns: [], surveys: [] }
    }
    yield* taken()
  }
  spans.close()
  yield* taken()
}

const LINE_END = Buffer.from('\n')

import type { Tracer } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  BatchSpanProcessor,
  type SpanExporter,
  TracerProvider,
  type TracerProviderOptions,
} from '@opentelemetry/sdk-trace'
import { type Destination, readHeaders } from './destinations'

/** Longer values are cut: a batch must stay small beside the work of a turn. */
const MAX_ATTRIBUTE_LENGTH = 16_384

export interface ExportingOptions {
  readonly appVersion: string
  /** How long one batch may take, its retries included. */
  readonly patienceMs: number
  /** Told once per destination that it took no spans. */
  readonly warn: (message: string) => void
}

export interface Exporting {
  readonly tracer: Tracer
  /**
   * Sends what is left. Resolves whether it arrived or not, but not within a bounded time if a destination trickles.
   */
  close(): Promise<void>
}

export function startExporting(destinations: readonly Destination[], options: ExportingOptions): Exporting {
  const { appVersion, patienceMs } = options
  const provider = new TracerProvider({
    resource: describeService(appVersion),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH },
    spanProcessors: destinations.map(
      (destination) =>
        new BatchSpanProcessor({
          exporter: createExporter(destination, options),
          maxExportBatchSize: 128,
          exportTimeoutMillis: 2 * patienceMs,
        }),
    ),
  })
  return { tracer: provider.getTracer('zorkgpt', appVersion), close: () => provider.shutdown().catch(() => {}) }
}

function createExporter({ url, headers }: Destination, { patienceMs, warn }: ExportingOptions): SpanExporter {
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...withoutEnvironment(), ...headers },
    timeoutMillis: patienceMs,
  })
  let warned = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && !warned) warn(`Telemetry: ${new URL(url).host} took no spans: ${result.error.message}.`)
        warned ||= result.error !== undefined
        done(result)
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}

/**
 * The exporter sends the headers of the environment along with every destination's own; they are the secrets of one of
 * them, so that each is emptied here.
 */
function withoutEnvironment(): Record<string, string> {
  const { OTEL_EXPORTER_OTLP_HEADERS: general, OTEL_EXPORTER_OTLP_TRACES_HEADERS: traces } = process.env
  return Object.fromEntries(Object.keys({ ...readHeaders(general), ...readHeaders(traces) }).map((name) => [name, '']))
}

function describeService(version: string): NonNullable<TracerProviderOptions['resource']> {
  const attributes = {
    'service.name': 'zorkgpt',
    'service.version': version,
    'telemetry.sdk.name': 'opentelemetry',
    'telemetry.sdk.language': 'nodejs',
  }
  const resource: NonNullable<TracerProviderOptions['resource']> = {
    attributes,
    merge: (other) => other ?? resource,
    getRawAttributes: () => Object.entries(attributes),
  }
  return resource
}

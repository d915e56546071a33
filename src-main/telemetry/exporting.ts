import type { Meter, Tracer } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { MeterProvider, PeriodicExportingMetricReader, type PushMetricExporter } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  type IdGenerator,
  type SpanExporter,
  TracerProvider,
  type TracerProviderOptions,
} from '@opentelemetry/sdk-trace'
import { type Destination, readHeaders } from './destinations'
import type { SpanIds } from './ids'

/** Longer values are truncated, so that batches stay small. */
export const SPAN_LIMITS = { attributeValueLengthLimit: 16_384 }

interface ExportingOptions {
  readonly appVersion: string
  /** Timeout of one export, retries included. */
  readonly timeoutMs: number
  /** Called once per host, at its first failed export. */
  readonly warn: (message: string) => void
}

export interface Exporting {
  readonly tracer: Tracer
  /** Sets the ids of the tracer's next span. */
  readonly ids: SpanIds
  /** Null without a destination for metrics. */
  readonly meter: Meter | null
  /** Sends the remaining data. Resolves even if that fails; a slow destination may delay it without limit. */
  close(): Promise<void>
}

export function startExporting(
  destinations: readonly Destination[],
  metrics: Destination | null,
  options: ExportingOptions,
): Exporting {
  const { appVersion, timeoutMs } = options
  const ids = new GivenIds()
  const warned = new Set<string>()
  const warn = (message: string, host: string) => {
    if (!warned.has(host)) options.warn(message)
    warned.add(host)
  }
  const resource = describeService(appVersion)
  const provider = new TracerProvider({
    resource,
    idGenerator: ids,
    spanLimits: SPAN_LIMITS,
    spanProcessors: destinations.map(
      (destination) =>
        new BatchSpanProcessor({
          exporter: createExporter(destination, timeoutMs, warn),
          maxExportBatchSize: 128,
          exportTimeoutMillis: 2 * timeoutMs,
        }),
    ),
  })
  const meters = metrics && meterProvider(metrics, resource, timeoutMs, warn)
  return {
    tracer: provider.getTracer('zorkgpt', appVersion),
    ids,
    meter: meters?.getMeter('zorkgpt', appVersion) ?? null,
    async close() {
      await Promise.allSettled([provider.shutdown(), meters?.shutdown()])
    },
  }
}

/** Gives each span the ids that were set before it started. */
export class GivenIds implements SpanIds, IdGenerator {
  #traceId = ''
  #spanId = ''

  next(traceId: string, spanId: string): void {
    this.#traceId = traceId
    this.#spanId = spanId
  }

  generateTraceId(): string {
    return this.#traceId
  }

  generateSpanId(): string {
    return this.#spanId
  }
}

const METRICS_EVERY_MS = 60_000

/** Reports the first error of each host. */
type WarnOf = (message: string, host: string) => void

function meterProvider(
  destination: Destination,
  resource: ReturnType<typeof describeService>,
  timeoutMs: number,
  warn: WarnOf,
): MeterProvider {
  const exporter = new OTLPMetricExporter(exporterOptions(destination, timeoutMs))
  return new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: reporting<MetricItems>(exporter, destination.url, 'metrics', warn),
        exportIntervalMillis: METRICS_EVERY_MS,
        exportTimeoutMillis: Math.min(METRICS_EVERY_MS, 2 * timeoutMs),
      }),
    ],
  })
}

function createExporter(destination: Destination, timeoutMs: number, warn: WarnOf): SpanExporter {
  const exporter = new OTLPTraceExporter(exporterOptions(destination, timeoutMs))
  return reporting<SpanItems>(exporter, destination.url, 'spans', warn)
}

const exporterOptions = ({ url, headers }: Destination, timeoutMillis: number) => ({
  url,
  headers: { ...withoutEnvironment(), ...headers },
  timeoutMillis,
})

type MetricItems = Parameters<PushMetricExporter['export']>[0]
type SpanItems = Parameters<SpanExporter['export']>[0]
type ExportResult = Parameters<Parameters<SpanExporter['export']>[1]>[0]

interface Exporter<Items> {
  export(items: Items, done: (result: ExportResult) => void): void
  forceFlush(): Promise<void>
  shutdown(): Promise<void>
}

/** Calls `warn` if an export fails. */
function reporting<Items>(exporter: Exporter<Items>, url: string, what: string, warn: WarnOf): Exporter<Items> {
  const { host } = new URL(url)
  return {
    export: (items, done) =>
      exporter.export(items, (result) => {
        if (result.error) warn(`Telemetry: ${host} did not accept ${what}: ${result.error.message}.`, host)
        done(result)
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}

/** The exporter adds headers from the environment, which are secrets, to all requests. Empty values override them. */
function withoutEnvironment(): Record<string, string> {
  const lists = ['', 'TRACES_', 'METRICS_'].map((signal) =>
    readHeaders(process.env[`OTEL_EXPORTER_OTLP_${signal}HEADERS`]),
  )
  return Object.fromEntries(lists.flatMap((headers) => Object.keys(headers).map((name) => [name, ''])))
}

export function describeService(version: string): NonNullable<TracerProviderOptions['resource']> {
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

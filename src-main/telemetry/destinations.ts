type Env = Readonly<Record<string, string | undefined>>

/** An OTLP/HTTP endpoint and the headers of its requests, which contain secrets. */
export interface Destination {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The destinations in the environment: OTLP/HTTP endpoints by OpenTelemetry's variables, Langfuse by its keys. Invalid
 * addresses are ignored, as by OpenTelemetry's exporters; `withoutAddress` lists them.
 */
export function readDestinations(env: Env): readonly Destination[] {
  return [readOtlp(env, 'traces'), readLangfuse(env)].filter((destination) => destination !== null)
}

/** The OTLP endpoint for metrics, or null. Langfuse accepts no metrics. */
export const readMetricsDestination = (env: Env): Destination | null =>
  env.OTEL_METRICS_EXPORTER === 'none' ? null : readOtlp(env, 'metrics')

/** OTLP specification: the variable of a signal is the whole URL; `/v1/SIGNAL` is appended to the general one. */
function readOtlp(env: Env, signal: 'traces' | 'metrics'): Destination | null {
  const own = `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}`
  const general = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const url = env[`${own}_ENDPOINT`] || (general ? `${general.replace(/\/+$/, '')}/v1/${signal}` : '')
  return destination(url, {
    ...readHeaders(env.OTEL_EXPORTER_OTLP_HEADERS),
    ...readHeaders(env[`${own}_HEADERS`]),
  })
}

/** Langfuse accepts OTLP, with its keys as user and password. Ingestion version 4 shows spans without delay. */
function readLangfuse(env: Env): Destination | null {
  const { LANGFUSE_PUBLIC_KEY: user, LANGFUSE_SECRET_KEY: password, LANGFUSE_HOST: host } = env
  if (!user || !password) return null
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  return destination(`${(host || 'https://cloud.langfuse.com').replace(/\/+$/, '')}/api/public/otel/v1/traces`, {
    authorization,
    'x-langfuse-ingestion-version': '4',
  })
}

const destination = (url: string, headers: Destination['headers']): Destination | null =>
  isAddress(url) ? { url, headers } : null

const isAddress = (url: string): boolean => /^https?:/.test(url) && URL.canParse(url)

const ADDRESSES = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
  'LANGFUSE_HOST',
]

/** Names of the variables with an invalid address. */
export const withoutAddress = (env: Env): readonly string[] =>
  ADDRESSES.filter((name) => env[name] && !isAddress(env[name]))

/** Parses `key=value,key=value` with percent-encoded values. Keys become lowercase; malformed pairs are dropped. */
export function readHeaders(list: string | undefined): Record<string, string> {
  const pairs = (list ?? '').split(',').map((pair) => pair.split(/=(.*)/s).map((part) => part.trim()))
  return Object.fromEntries(
    pairs.flatMap(([key, value]) => (key && value !== undefined ? [[key.toLowerCase(), decode(value)]] : [])),
  )
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Options from OpenTelemetry's environment variables. */
export interface TraceOptions {
  /** Use the names of the GenAI conventions instead of those of the requirements. */
  readonly isConventional: boolean
  /** Include messages and the offered tools. */
  readonly withContent: boolean
}

export const readTraceOptions = (env: Readonly<Record<string, string | undefined>>): TraceOptions => ({
  isConventional: wordsIn(env.OTEL_SEMCONV_STABILITY_OPT_IN).includes('gen_ai_latest_experimental'),
  withContent: wordsIn(env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT).some((word) => CONTENT.has(word)),
})

const CONTENT = new Set(['true', 'span_only', 'span_and_event'])

const wordsIn = (list: string | undefined): readonly string[] =>
  (list ?? '').split(',').map((word) => word.trim().toLowerCase())

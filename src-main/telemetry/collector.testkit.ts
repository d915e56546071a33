import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface CollectedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly attributes: Readonly<Record<string, unknown>>
  readonly failed: boolean
}

interface CollectedPoint {
  readonly name: string
  readonly unit: string
  readonly count: number
  readonly sum: number
  readonly attributes: Readonly<Record<string, unknown>>
}

export interface Collector {
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** One entry per data point. */
  readonly metrics: readonly CollectedPoint[]
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[]
  close(): Promise<void>
}

/** An OTLP/HTTP collector on loopback. `answer` is an HTTP status, or "never". */
export async function startCollector(answer: number | 'never' = 200): Promise<Collector> {
  const requests: { path: string; headers: IncomingHttpHeaders; body: string }[] = []
  const spans: CollectedSpan[] = []
  const metrics: CollectedPoint[] = []
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      requests.push({ path: request.url ?? '', headers: request.headers, body })
      if (request.url?.endsWith('/metrics')) metrics.push(...readPoints(body))
      else spans.push(...readSpans(body))
      if (answer !== 'never') response.writeHead(answer, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const piece of request.setEncoding('utf8')) body += piece
  return body
}

interface WireSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
  readonly status: { readonly code?: number }
}

interface WireMetric {
  readonly name: string
  readonly unit: string
  readonly histogram: {
    readonly dataPoints: readonly (Pick<WireSpan, 'attributes'> & { readonly count: number; readonly sum: number })[]
  }
}

function readPoints(body: string): readonly CollectedPoint[] {
  const { resourceMetrics } = JSON.parse(body) as { resourceMetrics: { scopeMetrics: { metrics: WireMetric[] }[] }[] }
  return resourceMetrics
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
    .flatMap(({ name, unit, histogram }) =>
      histogram.dataPoints.map(({ attributes, count, sum }) => ({
        name,
        unit,
        count: Number(count),
        sum,
        attributes: plain(attributes),
      })),
    )
}

const plain = (attributes: WireSpan['attributes']) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

function readSpans(body: string): readonly CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[] }
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ name, traceId, spanId, parentSpanId, attributes, status }) => ({
      name,
      traceId,
      spanId,
      parentSpanId: parentSpanId || undefined,
      attributes: plain(attributes),
      failed: status.code === 2,
    }))
}

import type { LoggedEvent } from '@shared/episode/log/event'
import type { EpisodeState } from '@shared/episode/state/episode'
import { printError } from '../base/terminal/terminal'
import { readDestinations, readMetricsDestination, withoutAddress, readTraceOptions } from './destinations'
import type { EpisodeSpans } from './episode-spans'
import type { Exporting } from './exporting'
import { type ToolCallRef, traceparentOf } from './ids'

interface TracingOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly appVersion: string
  /** The setting `tool_call_timeout_seconds`. */
  readonly toolTimeoutSeconds: number
  /** Called for each invalid address, at the first failed export to each host, and if tracing fails. */
  readonly warn?: (message: string) => void
  /** Timeout of an export and of `close`, so that a destination that is down does not delay the exit. */
  readonly timeoutMs?: number
}

interface Tracing {
  /** Observes an event of any episode and the state after it. Never throws or waits. */
  readonly observe: (event: LoggedEvent, state: EpisodeState) => void
  /** The trace context that a server gets with a call, so that its spans join the trace of the turn. */
  readonly traceparentOf: (episodeId: string, call: ToolCallRef) => string
  /** Ends open spans and sends the remaining data, within the timeout. */
  close(): Promise<void>
}

/** Events buffered while OpenTelemetry loads; further ones are not traced. */
const MAX_WAITING = 10_000

type Observed = readonly [event: LoggedEvent, state: EpisodeState]

/**
 * Sends traces and metrics to the destinations in the environment (requirements 7.4 and 7.5); null without any.
 * OpenTelemetry is loaded at the first event, to keep the start fast.
 */
export function openTracing({
  env,
  appVersion,
  toolTimeoutSeconds,
  warn = (message) => printError(`zorkgpt: ${message}`),
  timeoutMs = 2000,
}: TracingOptions): Tracing | null {
  const destinations = readDestinations(env)
  const metrics = readMetricsDestination(env)
  for (const name of withoutAddress(env))
    warn(`Telemetry: ${name} is ignored, because it is not a URL that begins with http:// or https://.`)
  if (destinations.length === 0 && metrics === null) return null

  const waiting: Observed[] = []
  let take: (observed: Observed) => void = (observed) => {
    if (waiting.length < MAX_WAITING) waiting.push(observed)
  }
  let loading: Promise<{ readonly episodes: Map<string, EpisodeSpans>; readonly exporting: Exporting }> | null = null

  const load = async () => {
    const [{ startExporting }, { traceEpisode }, { measureEpisodes }] = await Promise.all([
      import('./exporting'),
      import('./episode-spans'),
      import('./episode-metrics'),
    ])
    const exporting = startExporting(destinations, metrics, { appVersion, timeoutMs, warn })
    const { tracer, ids, meter } = exporting
    const measured = meter && measureEpisodes(meter)
    const options = readTraceOptions(env)
    const episodes = new Map<string, EpisodeSpans>()
    take = ([event, state]) => {
      const spans = episodes.get(event.episode_id) ?? traceEpisode(tracer, ids, { toolTimeoutSeconds, options })
      episodes.set(event.episode_id, spans)
      spans.observe(event, state)
      measured?.observe(event, state)
      if (event.event_type === 'episode_ended') episodes.delete(event.episode_id)
    }
    waiting.splice(0).forEach(take)
    return { episodes, exporting }
  }
  const giveUp = (error: unknown) => {
    take = () => {}
    warn(`Telemetry is off: ${error instanceof Error ? error.message : String(error)}.`)
  }

  return {
    traceparentOf,
    observe(event, state) {
      try {
        take([event, state])
        if (loading) return
        loading = load()
        loading.catch(giveUp)
      } catch (error) {
        giveUp(error)
      }
    },
    async close() {
      const loaded = await loading?.catch(() => null)
      if (!loaded) return
      for (const spans of loaded.episodes.values()) spans.close()
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)))
      await Promise.race([loaded.exporting.close(), patience])
      clearTimeout(timer)
    },
  }
}

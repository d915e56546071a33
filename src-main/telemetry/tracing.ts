import type { EpisodeState } from '@shared/episode/state/episode'
import type { LoggedEvent } from '@shared/episode/log/event'
import { printError } from '../base/terminal/terminal'
import { readDestinations, readMetricsDestination, withoutAddress } from './destinations'
import type { EpisodeSpans } from './episode-spans'
import type { Exporting } from './exporting'
import { type ToolCallRef, traceparentOf } from './ids'
import { readTraceOptions } from './trace-options'

interface TracingOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly appVersion: string
  /** Setting `tool_call_timeout_seconds`. */
  readonly toolTimeoutSeconds: number
  /** Told, once each, that a destination took no spans or that tracing is broken. */
  readonly warn?: (message: string) => void
  /**
   * How long one batch may take, its retries included, and how long closing waits, ms: a process that is done stays no
   * longer for a destination that is down.
   */
  readonly patienceMs?: number
}

interface Tracing {
  /** Takes an event of any episode and the state after it. Never throws and never waits. */
  readonly observe: (event: LoggedEvent, state: EpisodeState) => void
  /** What a server is told of a call, so that its own spans join the trace of the turn. */
  readonly traceparentOf: (episodeId: string, call: ToolCallRef) => string
  /** Ends open spans and sends what is left; a destination that is down is given up in time. */
  close(): Promise<void>
}

/** Events that are kept while OpenTelemetry loads; what comes beyond is not traced. */
const MAX_WAITING = 10_000

type Observed = readonly [event: LoggedEvent, state: EpisodeState]

/**
 * Traces and metrics to where the environment says (requirements 7.4 and 7.5, decision 11); null if it says nothing.
 * OpenTelemetry is loaded at the first event, for a start must not pay for it; spans take their times from the events,
 * so that being late changes nothing.
 */
export function openTracing({
  env,
  appVersion,
  toolTimeoutSeconds,
  warn = (message) => printError(`zorkgpt: ${message}`),
  patienceMs = 2000,
}: TracingOptions): Tracing | null {
  const destinations = readDestinations(env)
  const metrics = readMetricsDestination(env)
  for (const name of withoutAddress(env))
    warn(`Telemetry: ${name} is no address that begins with http:// or https://, and is passed over.`)
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
    const exporting = startExporting(destinations, metrics, { appVersion, patienceMs, warn })
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
      const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMs)))
      await Promise.race([loaded.exporting.close(), patience])
      clearTimeout(timer)
    },
  }
}

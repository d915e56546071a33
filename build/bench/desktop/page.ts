import type { ChildProcess } from 'node:child_process'
import type { HostApi } from '@shared/contract/contract'
import { connectApi, type Port } from '@shared/contract/rpc'
import type { ExportFormat } from '@shared/episode/export/formats'
import { NO_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import { TURNS } from '../viewer/episode'
import { FORK_TURN, LONG } from './long-run'

const MORE_TURNS = 5

const FORMATS: readonly ExportFormat[] = ['html', 'markdown', 'csv', 'parquet', 'otel', 'inspect']

/**
 * A message between bench and page: one of the port, or the name of the step that has just ended; null after the last.
 */
export interface PageMessage {
  readonly packed?: unknown
  readonly step?: string | null
}

/** A port to the other process. */
export const pagePort = (other: ChildProcess | NodeJS.Process): Port => ({
  post: (packed) => void other.send?.({ packed } satisfies PageMessage),
  onMessage: (listener) =>
    void other.on('message', (message: PageMessage) => 'packed' in message && listener(message.packed)),
  onClose: (listener) => void other.on('disconnect', listener),
})

/** Makes the requests that a window makes in a long session. */
export function playPage(bench: NodeJS.Process, turns: number): void {
  const api = connectApi<HostApi>(pagePort(bench))
  void play(api, turns, (step) => void bench.send?.({ step } satisfies PageMessage))
}

async function play(api: HostApi, turns: number, told: (step: string | null) => void): Promise<void> {
  const leaving = new AbortController()
  const { signal } = leaving
  void read(api.watchLibrary({}, signal))
  await readFirst(api.watchLibrary({}, new AbortController().signal))
  told('the list of episodes')
  const { episodeId } = await api.startEpisode({
    game: 'glass-weather',
    player: 'explorer',
    turnLimit: turns,
    pauseRules: NO_PAUSE_RULES,
    turnDelaySeconds: 0,
    explorerWordsPerSecond: 0,
    seed: 1,
  })
  const run = read(api.watchEpisode({ episodeId, fromSeq: 0, asLines: true }, signal))
  told('the start of a run')
  for (const time of ['first', 'second']) {
    await read(api.readOutline({ episodeId: LONG, aroundTurn: null }, signal))
    await read(api.watchEpisode({ episodeId: LONG, fromSeq: 0, asLines: true }, signal))
    told(`a long log, opened for the ${time} time`)
  }
  await api.resumeEpisode({ episodeId: LONG, turnLimit: TURNS + MORE_TURNS })
  await read(api.watchEpisode({ episodeId: LONG, fromSeq: 0, asLines: true }, signal))
  told(`its resume, and ${MORE_TURNS} turns`)
  const forked = await api.forkEpisode({ episodeId: LONG, turn: FORK_TURN, turnLimit: FORK_TURN + MORE_TURNS })
  await read(api.watchEpisode({ ...forked, fromSeq: 0, asLines: true }, signal))
  told(`its fork, and ${MORE_TURNS} turns`)
  for (const format of FORMATS) {
    const included = { key: false, path: false, settings: false }
    const wanted = { episodeId: LONG, format, included, range: null, withThoughts: true, withNotes: true }
    await read(api.exportEpisode(wanted, signal))
    told(`its export as ${format}`)
  }
  await readFirst(api.watchExperiment({ name: 'bench' }, new AbortController().signal))
  told('the page of an experiment')
  for (const format of ['html', 'parquet'] as const) await api.exportExperiment({ name: 'bench', format })
  told('its reports')
  await run
  told(`the rest of the ${turns} turns`)
  leaving.abort()
  told(null)
}

async function read(feed: AsyncIterable<unknown>): Promise<void> {
  for await (const _batch of feed) {
    // The page of the bench draws nothing.
  }
}

async function readFirst(feed: AsyncIterable<{ readonly live?: boolean } | object>): Promise<void> {
  for await (const batch of feed) if (!('live' in batch) || batch.live) return
}

import type { HostApi } from '@shared/contract/contract'
import { exportEpisode, type ExportFormat } from '@shared/episode/export/export-episode'
import { noAnnotations } from '@shared/episode/log/annotate'
import type { LoggedEvent } from '@shared/episode/log/event'
import { redacting } from '@shared/episode/log/redact'
import { inSlices } from '../../kit/browser/next-frame'
import { type ZipEntry, ZipWriter } from '../../kit/browser/zip'
import { parseLines } from '../connection/parse-lines'
import { runBulkAction, type NamedEpisode, useBulkAction } from './bulk-action'
import { useEpisodeList } from './episodes-store'

export interface ExportChoice {
  readonly format: ExportFormat
  readonly withThoughts: boolean
  readonly withNotes: boolean
}

export interface Exported {
  readonly name: string
  readonly type: string
  readonly content: Blob | string
}

/** Exports episodes without private text. Null if it was cancelled or every export failed. */
export async function exportEpisodes(
  episodes: readonly NamedEpisode[],
  choice: ExportChoice,
): Promise<Exported | null> {
  const zip = new ZipWriter()
  const alone: ZipEntry[] = []
  let page: string | null = null
  const done = await runBulkAction('export', episodes, async (api, id, signal) => {
    const events = await readWholeLog(api, id, signal)
    const redacted = await inSlices(redacting(events), signal)
    const notes = useEpisodeList.getState().entries.get(id)?.annotations ?? noAnnotations
    const file = await exportEpisode({
      id,
      format: choice.format,
      events: redacted.events,
      // Names and tags are personal and not exported.
      annotations: choice.withNotes ? { ...noAnnotations, turns: notes.turns } : null,
      withThoughts: choice.withThoughts,
      opensAt: null,
      readReplayPage: async () => (page ??= await api.readReplayPage({})),
    })
    if (episodes.length === 1) alone.push(file)
    else await zip.add(file)
  })
  // A cancelled export saves no file.
  if (done.length === 0 || useBulkAction.getState().action?.isCancelled) return null
  const [only] = alone
  if (only) return { name: only.name, type: 'text/plain;charset=utf-8', content: only.text }
  return { name: `zorkgpt-${done.length}-episodes.zip`, type: 'application/zip', content: zip.finish() }
}

/** All events on disk, up to now for a running episode. Rejects at a bad line. */
async function readWholeLog(api: HostApi, episodeId: string, signal: AbortSignal): Promise<readonly LoggedEvent[]> {
  const events: LoggedEvent[] = []
  for await (const { bytes, events: parsed, live } of api.watchEpisode(
    { episodeId, fromSeq: 0, asLines: true },
    signal,
  )) {
    signal.throwIfAborted()
    for (const event of bytes === undefined ? parsed : parseLines(bytes))
      if (event.event_type !== 'llm_delta') events.push(event)
    if (live) break
  }
  return events
}

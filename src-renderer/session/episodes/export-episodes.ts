import type { HostApi } from '@shared/contract/contract'
import { noAnnotations } from '@shared/episode/log/annotate'
import type { LoggedEvent } from '@shared/episode/log/event'
import { exportEpisode, type ExportFormat } from '@shared/episode/export/export-episode'
import { redacting } from '@shared/episode/log/redact'
import { inSlices } from '../../kit/browser/in-slices'
import { type ZipEntry, ZipWriter } from '../../kit/browser/zip'
import { parseLines } from '../connection/parse-lines'
import { useLibrary } from './library-store'
import { doToMany, type Named, useMany } from './many'

export interface ExportChoice {
  readonly format: ExportFormat
  readonly withThoughts: boolean
  readonly withNotes: boolean
}

/** A file to be saved: one episode by itself, several in an archive. */
export interface Exported {
  readonly name: string
  readonly type: string
  readonly content: Blob | string
}

/**
 * Exports episodes whether they are open or not, one after the other, without what is nobody else's business. Resolves
 * to the file, or to null if it was cancelled or all went wrong.
 */
export async function exportEpisodes(episodes: readonly Named[], choice: ExportChoice): Promise<Exported | null> {
  const zip = new ZipWriter()
  const alone: ZipEntry[] = []
  let page: string | null = null
  const done = await doToMany('export', episodes, async (api, id, signal) => {
    const events = await readWholeLog(api, id, signal)
    const redacted = await inSlices(redacting(events), signal)
    const notes = useLibrary.getState().entries.get(id)?.annotations ?? noAnnotations
    const file = await exportEpisode({
      id,
      format: choice.format,
      events: redacted.events,
      // Names and tags are for the reader's own order, and no part of what is given away.
      annotations: choice.withNotes ? { ...noAnnotations, turns: notes.turns } : null,
      withThoughts: choice.withThoughts,
      opensAt: null,
      readReplayPage: async () => (page ??= await api.readReplayPage({})),
    })
    if (episodes.length === 1) alone.push(file)
    else await zip.add(file)
  })
  // A cancelled export leaves nothing behind.
  if (done.length === 0 || useMany.getState().many?.isCancelled) return null
  const [only] = alone
  if (only) return { name: only.name, type: 'text/plain;charset=utf-8', content: only.text }
  return { name: `zorkgpt-${done.length}-episodes.zip`, type: 'application/zip', content: zip.finish() }
}

/** All of a log as far as it is on disk; of an episode that is being played, up to now. Rejects where it goes bad. */
async function readWholeLog(api: HostApi, episodeId: string, signal: AbortSignal): Promise<readonly LoggedEvent[]> {
  const events: LoggedEvent[] = []
  for await (const { bytes, events: said, live } of api.watchEpisode(
    { episodeId, fromSeq: 0, asLines: true },
    signal,
  )) {
    signal.throwIfAborted()
    for (const event of bytes === undefined ? said : parseLines(bytes))
      if (event.event_type !== 'llm_delta') events.push(event)
    if (live) break
  }
  return events
}

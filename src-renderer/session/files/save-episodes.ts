import type { HostApi } from '@shared/contract/contract'
import { exportedName, exportEpisode } from '@shared/episode/export/export-episode'
import { type ExportFormat, isOwn } from '@shared/episode/export/formats'
import type { TurnRange } from '@shared/episode/export/transcript'
import type { LoggedEvent } from '@shared/episode/log/event'
import { type Included, redacting } from '@shared/episode/log/redact'
import { inSlices } from '../../kit/browser/next-frame'
import { saveFile } from '../../kit/browser/save-file'
import { type ZipEntry, ZipWriter } from '../../kit/browser/zip'
import { reachHost } from '../connection/connection-store'
import { useLocalEpisodes } from '../episode/local-episodes'
import { runBulkAction, type NamedEpisode, useBulkAction } from '../episodes/bulk-action'
import { useEpisodeList } from '../episodes/episodes-store'
import { sessionStrings } from '../strings'

export interface ExportChoice {
  readonly format: ExportFormat
  readonly included: Included
  /** The turns to export; null for all. */
  readonly range: TurnRange | null
  readonly withThoughts: boolean
  readonly withNotes: boolean
}

/**
 * Saves one episode; as an archive if the format has several files. Rejects with the reason, also if `signal` aborts.
 */
export async function saveEpisode(id: string, choice: ExportChoice, signal: AbortSignal): Promise<void> {
  const local = useLocalEpisodes.getState().episodes.get(id)
  const files = local
    ? [await localFile(id, local.events, choice, signal)]
    : await filesOf(reachHost(), id, choice, signal)
  signal.throwIfAborted()
  const [only] = files
  if (only && files.length === 1) return saveFile(only.name, BINARY, ...(only.parts as BlobPart[]))
  const zip = new ZipWriter()
  for (const file of files) await zip.add(file)
  signal.throwIfAborted()
  saveFile(`${exportedName(id, choice.range)}-${choice.format}.zip`, ARCHIVE, zip.finish())
}

/** Saves episodes as one archive, with a folder for each that has several files. If cancelled, saves nothing. */
export async function saveEpisodes(episodes: readonly NamedEpisode[], choice: ExportChoice): Promise<void> {
  const zip = new ZipWriter()
  const done = await runBulkAction('export', episodes, async (api, id, signal) => {
    const files = await filesOf(api, id, choice, signal)
    for (const { name, parts } of files) await zip.add({ name: files.length > 1 ? `${id}/${name}` : name, parts })
  })
  if (done.length > 0 && !useBulkAction.getState().action?.isCancelled)
    saveFile(`zorkgpt-${done.length}-episodes.zip`, ARCHIVE, zip.finish())
}

const BINARY = 'application/octet-stream'
const ARCHIVE = 'application/zip'

async function filesOf(
  api: HostApi,
  episodeId: string,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<readonly ZipEntry[]> {
  const files = new Map<string, Uint8Array[]>()
  for await (const { file, bytes } of api.exportEpisode({ episodeId, ...choice }, signal)) {
    const parts = files.get(file) ?? []
    files.set(file, parts)
    parts.push(bytes)
  }
  signal.throwIfAborted()
  return [...files].map(([name, parts]) => ({ name, parts }))
}

/** Writes an episode that was opened from a file, in the formats that the window supports. */
async function localFile(
  id: string,
  log: readonly LoggedEvent[],
  { format, included, withThoughts, withNotes }: ExportChoice,
  signal: AbortSignal,
): Promise<ZipEntry> {
  if (!isOwn(format)) throw new Error(sessionStrings.needsLibrary)
  const { events } = await inSlices(redacting(log, included), signal)
  const { name, text } = await exportEpisode({
    id: id.replace(/^file:/, ''),
    format,
    events,
    annotations: withNotes ? (useEpisodeList.getState().entries.get(id)?.annotations ?? null) : null,
    withThoughts,
    readReplayPage: async () => reachHost().readReplayPage({}),
  })
  return { name, parts: [text] }
}

import { createHash } from 'node:crypto'
import type { DeepReadonly } from '@shared/base/deep-readonly'
import { type EpisodeSummary, episodeSummary } from '@shared/episode/projections/summary-schema'
import { parseJson } from '@shared/base/json/bound-json'
import { z } from 'zod'
import { pathInside, readPlain } from '../base/files/plain-file'
import { replacePlain } from '../base/files/replace-file'
import { isSameVersion, type LogVersion, logVersion } from './log/checked-note'

/**
 * A summary beside the log, so that a list of thousands opens without reading every log. Rebuilt when it does not match
 * the log or was modified.
 */
const SUMMARY_FILE = 'summary.json'
const SUMMARY_FORMAT = 9
/** A longer summary, as of an episode with thousands of tools, is computed each time. */
const LONGEST_SUMMARY_BYTES = 1 << 20

const cached = z.strictObject({
  format: z.literal(SUMMARY_FORMAT),
  log: logVersion,
  sha256: z.string(),
  summary: episodeSummary,
})

/** The summary stored for this version of the log; null if none is valid. */
export async function readSummary(folder: string, version: LogVersion): Promise<EpisodeSummary | null> {
  try {
    const bytes = await readPlain(pathInside(folder, SUMMARY_FILE), LONGEST_SUMMARY_BYTES)
    const json: unknown = parseJson(bytes.toString())
    const { log, sha256, summary } = cached.parse(json)
    return isSameVersion(log, version) && sha256 === digest((json as { readonly summary: unknown }).summary)
      ? summary
      : null
  } catch {
    return null
  }
}

/** A read-only folder can still be read. */
export async function writeSummary(folder: string, log: LogVersion, summary: EpisodeSummary): Promise<void> {
  const kept = { format: SUMMARY_FORMAT, log, sha256: digest(summary), summary } satisfies DeepReadonly<
    z.input<typeof cached>
  >
  await replacePlain(pathInside(folder, SUMMARY_FILE), JSON.stringify(kept), { isCache: true }).catch(() => undefined)
}

const digest = (summary: unknown): string => createHash('sha256').update(JSON.stringify(summary)).digest('hex')

import { basename, dirname } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import type { OutlineBatch } from '@shared/contract/episodes'
import { EPISODE_FILE_ENDING, LONGEST_OPENED_BYTES } from '@shared/episode/log/episode-file'
import type { TypeWith } from '@shared/episode/log/text-fields'
import { wasChecked, versionOf } from './checked-note'
import { type LogLine, logLines } from './log-lines'
import { readLines } from './read-lines'
import { checkLines, checkLinesAt, withNewerVersionError } from './read-log'

/** Whether the outline omits events of this type with bulk. It includes only errors, because the story shows them. */
const IS_LEFT_OUT: { readonly [Type in TypeWith<'bulk'>]: boolean } = {
  llm_request: true,
  llm_sent: true,
  llm_response: true,
  mcp_tool_call: true,
  mcp_tool_result: true,
  mcp_server_request: true,
  agent_parse_error: false,
}
/** Exchanges with model and tools: nine tenths of a log, but needed only for one turn at a time. */
const BULKY: ReadonlySet<string> = new Set([
  'mcp_session_started',
  'mcp_iteration_start',
  ...Object.entries(IS_LEFT_OUT).flatMap(([type, isLeftOut]) => (isLeftOut ? [type] : [])),
  'mcp_session_complete',
])
/**
 * Number of turns before and after the shown one whose exchanges are included. At the end of the log, `WHOLE_BYTES`
 * decides.
 */
const WHOLE_TURNS = 100
const WHOLE_BYTES = 2 << 20

/** Logs up to this size are read whole in the same time. */
const SHORTEST_OUTLINED_BYTES = 4 << 20
const BATCH_BYTES = 2 << 20
/** Longest chunk of `readLines`, which may be kept whole. */
const READ_BYTES = 1 << 20

/**
 * The lines of a long log that a window needs to show the story while it reads the rest: all except the bulky lines of
 * turns far from `aroundTurn` (null: far from the end). Yields nothing for a short log. Throws `not_possible` for a log
 * too long for a window, and `bad_log` for an invalid line. Unless `isTrusted`, all yielded lines have been checked,
 * now or earlier; a skipped line is checked for its position only.
 */
export const readOutline = (
  folder: string,
  aroundTurn: number | null,
  isTrusted: boolean,
  signal: AbortSignal,
): AsyncGenerator<OutlineBatch> =>
  withNewerVersionError(folder, readOutlineLines(folder, aroundTurn, isTrusted, signal))

async function* readOutlineLines(
  folder: string,
  aroundTurn: number | null,
  isTrusted: boolean,
  signal: AbortSignal,
): AsyncGenerator<OutlineBatch> {
  const { bytes: logBytes } = await versionOf(folder)
  refuseTooLong(folder, logBytes)
  if (logBytes < SHORTEST_OUTLINED_BYTES) return
  const mayTrust = isTrusted || (await wasChecked(folder))
  const isNear = ({ turn }: LogLine) => aroundTurn !== null && Math.abs(turn - aroundTurn) <= WHOLE_TURNS
  let kept = Buffer.allocUnsafe(BATCH_BYTES)
  let keptBytes = 0
  let seqs: number[] = []
  const checkKept = () => {
    if (!mayTrust) checkLinesAt(kept.subarray(0, keptBytes), seqs)
  }
  let isFirst = true
  for await (const { bytes, firstSeq, endByte } of readLines(folder, 0, signal)) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const isEnd = aroundTurn === null && endByte > logBytes - WHOLE_BYTES
    let seq = firstSeq
    for (const line of logLines(buffer)) {
      const isKept = isEnd || !BULKY.has(line.type) || isNear(line)
      if (!mayTrust && !isKept && line.seq !== seq) {
        // An error in an earlier line is reported first.
        checkKept()
        checkLines(buffer.subarray(line.start, line.end), seq)
      }
      if (isKept) seqs.push(seq)
      seq++
      if (!isKept) continue
      if (keptBytes + line.end - line.start > kept.length)
        kept = Buffer.concat([kept], 2 * (kept.length + line.end - line.start))
      keptBytes += buffer.copy(kept, keptBytes, line.start, line.end)
    }
    if (keptBytes === 0 || (keptBytes < BATCH_BYTES - READ_BYTES && !isFirst)) continue
    checkKept()
    yield { bytes: ownBytes(kept, keptBytes) }
    keptBytes = 0
    seqs = []
    isFirst = false
  }
  checkKept()
  if (keptBytes > 0) yield { bytes: ownBytes(kept, keptBytes) }
}

/** Copies the bytes into a separate buffer, as a message port needs. */
const ownBytes = (buffer: Buffer, length: number): Uint8Array => new Uint8Array(buffer.subarray(0, length))

/** Throws `not_possible` for a log too long for a window. The error names the command that cuts it. */
function refuseTooLong(folder: string, bytes: number): void {
  if (bytes <= LONGEST_OPENED_BYTES) return
  const id = basename(folder)
  throw new ExpectedError(
    'not_possible',
    `The log of ${id} is ${megabytes(bytes)} MB long. A window opens at most ${megabytes(LONGEST_OPENED_BYTES)} MB. Cut out the turns of interest and open the resulting file: zorkgpt export ${id} --from TURN --to TURN --out ${id}${EPISODE_FILE_ENDING} --data ${quoted(dirname(folder))}`,
  )
}

const megabytes = (bytes: number) => Math.ceil(bytes / (1 << 20))

const quoted = (path: string) => (/^[-\w./:\\]+$/.test(path) ? path : `"${path}"`)

import { wasChecked, versionOf } from './checked-note'
import { readLines } from './read-lines'

/** The exchange with model and tools: nine tenths of a log, and of use for one turn at a time. */
const BULKY: ReadonlySet<string> = new Set(['mcp_iteration_start', 'llm_request', 'llm_response', 'mcp_tool_call', 'mcp_tool_result', 'mcp_session_complete'])
/** So many turns on either side of the one that is looked at have their exchange too; at the end of the log, so many bytes. */
const WHOLE_TURNS = 100
const WHOLE_BYTES = 2 << 20

/** Logs up to this size are read whole in the same time. */
const SHORTEST_OUTLINED_BYTES = 4 << 20
const BATCH_BYTES = 1 << 20

/**
 * The lines of a long log that tell the story: all but the bulky ones of turns far from `aroundTurn` (null: far from the end). A window
 * can be used with these while it reads the rest. Nothing for a short log, and for one that was never checked.
 */
export async function* readOutline(folder: string, aroundTurn: number | null, isTrusted: boolean, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { bytes: logBytes } = await versionOf(folder)
  if (logBytes < SHORTEST_OUTLINED_BYTES || !(isTrusted || (await wasChecked(folder)))) return
  let kept: Uint8Array[] = []
  let keptBytes = 0
  let isFirst = true
  for await (const { bytes, endByte } of readLines(folder, 0, signal)) {
    const isEnd = aroundTurn === null && endByte > logBytes - WHOLE_BYTES
    for (const line of isEnd ? [bytes] : linesToKeep(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), aroundTurn)) {
      kept.push(line)
      keptBytes += line.length
    }
    if (keptBytes === 0 || (keptBytes < BATCH_BYTES && !isFirst)) continue
    yield joined(kept)
    kept = []
    keptBytes = 0
    isFirst = false
  }
  if (keptBytes > 0) yield joined(kept)
}

/** An own buffer, as a message port needs it. */
const joined = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))

/** As the host writes events: the type follows the stamp, and the turn the type. A line of another shape is kept. */
const HEAD = /"event_type":"(\w+)"(?:,"turn":(\d+))?/
const HEAD_BYTES = 256

function* linesToKeep(bytes: Buffer, aroundTurn: number | null): Generator<Uint8Array> {
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    end = bytes.indexOf(10, start) + 1
    const [, type = '', turn] = HEAD.exec(bytes.toString('latin1', start, Math.min(end, start + HEAD_BYTES))) ?? []
    const isNear = aroundTurn !== null && Math.abs(Number(turn) - aroundTurn) <= WHOLE_TURNS
    if (isNear || !BULKY.has(type)) yield bytes.subarray(start, end)
  }
}

import { type LogLine, logLines } from './log-lines'
import { LOG_START, type LogPlace, readLines } from './read-lines'

/** The positions of the turns of a log, found without parsing or checking its lines. */
interface LogIndex {
  /** End of the last line read. */
  readonly end: LogPlace
  /**
   * By number; for a turn that was interrupted and replayed, the last time. Canceled turns are absent. The last turn
   * may be incomplete.
   */
  readonly turnStarts: readonly LogPlace[]
  /** Number of complete turns. */
  readonly turns: number
}

export async function indexOf(folder: string): Promise<LogIndex> {
  const turnStarts = [LOG_START]
  let end = LOG_START
  let turns = 0
  for await (const { bytes, firstSeq, count, endByte } of readLines(folder)) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const startByte = endByte - bytes.length
    let seq = firstSeq
    for (const line of logLines(buffer)) {
      const { start, type, turn } = line
      if (type === 'turn_started') turnStarts[turn] = { seq, byte: startByte + start }
      if (type === 'turn_completed') turns = turn
      if (type === 'episode_resumed') {
        turns = Math.min(turns, fromTurnOf(line, buffer))
        turnStarts.length = Math.min(turnStarts.length, turns + 1)
      }
      seq++
    }
    end = { seq: firstSeq + count, byte: endByte }
  }
  return { end, turnStarts, turns }
}

const FROM_TURN = Buffer.from('"from_turn":')

/** No text precedes it in such a line, so the first match is the field. */
function fromTurnOf({ start }: LogLine, bytes: Buffer): number {
  const at = bytes.indexOf(FROM_TURN, start) + FROM_TURN.length
  return Number.parseInt(bytes.toString('latin1', at, at + 10), 10)
}

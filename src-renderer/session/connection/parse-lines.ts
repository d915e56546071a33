import { cutJsonLines, LOG_BOUNDS } from '@shared/base/json/bound-json'
import type { LoggedEvent } from '@shared/episode/log/event'

const decoder = new TextDecoder()

/** Parses lines that the host has checked. Parsing them as one array is a fifth faster than line by line. */
export const parseLines = (lines: Uint8Array): readonly LoggedEvent[] =>
  lines.length === 0
    ? []
    : (JSON.parse(
        `[${cutJsonLines(decoder.decode(lines).slice(0, -1), LOG_BOUNDS).replaceAll('\n', ',')}]`,
      ) as LoggedEvent[])

import type { LoggedEvent } from '@shared/episode/log/event'
import { cutJsonLines, LOG_BOUNDS } from '@shared/base/json/bound-json'

const decoder = new TextDecoder()

/**
 * Lines that the host has checked, each cut where it is nested too deeply, as one array: a fifth faster than one by
 * one. A line feed is never inside a line of JSON.
 */
export const parseLines = (lines: Uint8Array): readonly LoggedEvent[] =>
  lines.length === 0
    ? []
    : (JSON.parse(
        `[${cutJsonLines(decoder.decode(lines).slice(0, -1), LOG_BOUNDS).replaceAll('\n', ',')}]`,
      ) as LoggedEvent[])

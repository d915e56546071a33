import { count, formatDuration, formatNumber } from '../../kit/text/format'

/** Strings for the health of an MCP server across episodes. */
export const healthStrings = {
  title: (server: string) => `${server} in episodes`,
  sum: (episodes: number, calls: number, failures: number, failedStarts: number) =>
    [
      episodes === 1
        ? 'In the last episode that used it:'
        : `In the last ${formatNumber(episodes)} episodes that used it:`,
      `${count(calls, 'call', 'calls')},`,
      failures === 0 ? 'all answered' : `${formatNumber(failures)} without an answer`,
      ...(failedStarts === 0 ? [] : [`and ${count(failedStarts, 'start', 'starts')} that failed`]),
    ].join(' ') + '.',
  often: 'fails often',
  failsOften: 'It fails often.',
  columns: {
    episode: 'Episode',
    calls: 'Calls',
    failures: 'No answer',
    starts: 'Failed starts',
    median: 'Median',
    slowest: '95 %',
    turns: 'Failed in turns',
  },
  time: (ms: number | null) => (ms === null ? '–' : formatDuration(ms)),
  turn: (turn: number, title: string) => `Turn ${formatNumber(turn)} of ${title}`,
} as const

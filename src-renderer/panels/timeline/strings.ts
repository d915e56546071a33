import { count, formatNumber } from '../../kit/text/format'

/** What the timeline says. */
export const timelineStrings = {
  value: (turn: number, last: number, location: string | null, score: number | null, stuck: number) =>
    [
      `Turn ${formatNumber(turn)} of ${formatNumber(last)}`,
      ...(location === null ? [] : [location]),
      ...(score === null ? [] : [`score ${formatNumber(score)}`]),
      ...(stuck === 0 ? [] : [`stuck, level ${formatNumber(stuck)}`]),
    ].join(', '),
  slider: 'Playhead',
  lanes: { score: 'Score', tokens: 'Tokens', latency: 'Latency', stuck: 'Stuck' },
  laneHints: {
    score: 'The score after each turn',
    tokens: 'Tokens sent and received in each turn, beside the most of a turn in sight',
    latency: 'How long each turn took, beside the longest in sight',
    stuck: 'How stuck the player was after each turn, from 1 to 4',
    parts: 'What the time of each turn went into: model calls above, tool calls below',
  },
  empty: 'Turns appear here as they are played.',
  axis: 'Space the turns by',
  axes: { turns: 'Turns', time: 'Time', tokens: 'Tokens' },
  gap: (wait: string) => `${wait} of waiting left out`,
  played: (gaps: number) => (gaps === 0 ? 'Time played' : `Time played, without ${count(gaps, 'wait', 'waits')}`),
  asTable: 'Show as table',
  tableTitle: 'The episode in figures',
  columns: { turn: 'Turn', location: 'Room', action: 'Action', score: 'Score', tokens: 'Tokens', latency: 'Time' },
  stuckColumn: 'Stuck',
  calibration: {
    title: 'Beliefs held against the game',
    columns: { who: 'Whose', right: 'Right', stale: 'Stale', neverTrue: 'Never true', unknowable: 'Cannot be known' },
    source: {
      expect: 'What the player expected',
      critic: 'What the critic foresaw',
      actor: 'Notes of the player',
      reflector: 'Notes of the reflector',
      person: 'Notes of a person',
    },
  },

  begins: (parent: string, turn: number) => `This fork begins here: from ${parent} @${turn}`,
  fork: (name: string, turn: number) =>
    `Fork from ${turn === 0 ? 'the opening' : `turn ${formatNumber(turn)}`}: ${name}`,
  forks: (forks: number) => `${forks} forks from about here`,
  sight: 'Part of the episode in sight',
  all: 'All',
  allTitle: 'Show all turns',
} as const

import { count, formatNumber } from '../../kit/text/format'

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
    tokens: 'Tokens sent and received in each turn',
    latency: 'Duration of each turn',
    stuck: 'Stuck level after each turn, from 1 to 4',
    parts: 'Time of each turn: model calls above, tool calls below',
  },
  empty: 'Turns appear here as they are played.',
  axis: 'Timeline axis',
  axes: { turns: 'Turns', time: 'Time', tokens: 'Tokens' },
  gap: (wait: string) => `${wait} of waiting omitted`,
  played: (gaps: number) => (gaps === 0 ? 'Time played' : `Time played, without ${count(gaps, 'wait', 'waits')}`),
  asTable: 'Show as table',
  tableTitle: 'Episode figures',
  columns: { turn: 'Turn', location: 'Room', action: 'Action', score: 'Score', tokens: 'Tokens', latency: 'Time' },
  stuckColumn: 'Stuck',
  calibration: {
    title: 'Beliefs compared with the game',
    columns: { who: 'Source', right: 'Right', stale: 'Stale', neverTrue: 'Never true', unknowable: 'Unknown' },
    source: {
      expect: 'Expectations of the player',
      critic: 'Predictions of the critic',
      actor: 'Notes of the player',
      reflector: 'Notes of the reflector',
      person: 'Notes of a person',
    },
  },

  foreknowledge: (turns: number, checked: number) =>
    `Named rooms or objects before the game showed them: in ${formatNumber(turns)} of ${count(checked, 'turn', 'turns')}`,

  begins: (parent: string, turn: number) => `This fork begins here: from ${parent} @${turn}`,
  fork: (name: string, turn: number) =>
    `Fork from ${turn === 0 ? 'the opening' : `turn ${formatNumber(turn)}`}: ${name}`,
  forks: (forks: number) => `${forks} forks from about here`,
  sight: 'Visible part of the episode',
  all: 'All',
  allTitle: 'Show all turns',
} as const

import { formatCompact, formatCost, formatNumber } from '../kit/text/format'

export const experimentStrings = {
  title: 'Experiments',
  windowTitle: (name: string) => `${name} · ZorkGPT`,
  back: 'Back',
  all: 'All experiments',
  reading: 'Reading the experiments…',
  none: 'No experiment was run in this data folder yet.',
  howTo:
    'An experiment is a file that says which arms play which stories on which seeds. It is run from a terminal, and shown here while it runs:',
  command: 'zorkgpt experiment run FILE',
  state: { running: 'Running', paused: 'Paused', waiting: 'Waiting', ended: 'Ended', stopped: 'Not running' },
  goesOn: (reason: string) => `${reason}. "zorkgpt experiment resume" goes on with it.`,
  notBegun: 'Nothing was played yet',
  played: (done: number, planned: number) => `${formatNumber(done)} of ${formatNumber(planned)} played`,
  failed: (count: number) => `${formatNumber(count)} failed`,
  playing: (count: number) => `${formatNumber(count)} being played`,
  left: (ms: number) => {
    const minutes = Math.ceil(ms / 60_000)
    return minutes < 60 ? `about ${minutes} min to go` : `about ${Math.floor(minutes / 60)} h ${minutes % 60} min to go`
  },
  pause: 'Begin no more',
  goOn: 'Go on',
  cancel: 'Let go of all',
  cancelHint: 'The episodes stay where they are, and "zorkgpt experiment resume" goes on with them',
  budget: {
    cost_usd: (spent: number, most: number | null) =>
      most === null ? `${formatCost(spent)} spent` : `${formatCost(spent)} of ${formatCost(most)}`,
    tokens: (spent: number, most: number | null) =>
      most === null ? `${formatCompact(spent)} tokens` : `${formatCompact(spent)} of ${formatCompact(most)} tokens`,
    wall_minutes: (spent: number, most: number | null) =>
      most === null
        ? `${formatNumber(Math.ceil(spent))} min`
        : `${formatNumber(Math.ceil(spent))} of ${formatNumber(most)} min`,
  },
  section: {
    arms: 'Arms',
    differences: (baseline: string) => `Against ${baseline}`,
    grid: 'All episodes',
    overall: 'All stories together',
    pairs: 'Seed by seed',
    missing: (count: number) => `Missing: ${formatNumber(count)}`,
  },
  gridHint: 'A square an episode, the stronger its color the more it came to. A click opens it.',
  unit: {
    waiting: 'not begun',
    playing: (turns: number) => `being played, turn ${formatNumber(turns)}`,
    played: (value: string, turns: number) => `${value === '' ? 'no value' : value}, ${formatNumber(turns)} turns`,
    failed: 'could not be played',
  },
  seed: (seed: number, repeat: number) => (repeat > 1 ? `seed ${seed}, repeat ${repeat}` : `seed ${seed}`),
  column: {
    arm: 'Arm',
    player: 'Player',
    mind: 'Mind',
    handicap: 'Handicap',
    story: 'Story',
    seed: 'Seed',
    n: 'n',
    mean: 'Mean',
    interval: 'These stories, 95 %',
    likeThese: 'Stories like these',
    iqm: 'IQM',
    wins: 'Wins',
    deaths: 'Deaths',
    tokens: 'Tokens',
    cost: 'Cost',
    missing: 'Missing',
    pairs: 'Pairs',
    difference: 'Difference',
    p: 'p (Holm)',
    improves: 'Improves',
    correlation: 'Correlation',
    more: 'Seeds missing',
    reason: 'Reason',
    compare: 'Both',
  },
  compareBoth: 'Compare',
  choose: { one: 'Arm', other: 'beside' },
  range: (low: string, high: string) => `${low} to ${high}`,
  nothing: '–',
  allRows: (count: number) => `All ${formatNumber(count)} rows`,
  seeds: (seeds: string) => `seeds ${seeds}`,
}

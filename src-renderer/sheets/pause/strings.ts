/**
 * What the pause rules are called. What they say when they stop is in src-shared/episode/pause-rules.ts: it is in the
 * log.
 */
export const pauseStrings = {
  title: 'Pause rules',
  explanation: 'While an agent plays they pause it after a turn; in playback they stop the playhead.',
  rules: {
    scoreChange: 'The score changes',
    newRoom: 'A new room',
    death: 'The player dies',
    loop: 'Same room and action 3 times',
    noScore: 'So many turns without score',
    toolError: 'A tool fails',
    cost: 'Cost over so many US dollars',
  },
  turns: 'Turns without score',
  usd: 'US dollars',
  done: 'Done',
} as const

/** Names of the pause rules. The sentences for a pause are in src-shared/episode/projections/pause-rules.ts. */
export const pauseStrings = {
  title: 'Pause rules',
  explanation: 'While an agent plays they pause it after a turn; in playback they stop the playhead.',
  rules: {
    score_change: 'The score changes',
    new_location: 'A new room',
    died: 'The player dies',
    repeated_action: 'Same room and action 3 times',
    turns_without_score: 'So many turns without score',
    tool_error: 'A tool fails',
    cost_usd: 'Cost over so many US dollars',
  },
  turns: 'Turns without score',
  usd: 'US dollars',
  done: 'Done',
} as const

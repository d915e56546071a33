/** Names of the pause rules. The reasons of a pause are in src-shared/episode/projections/pause-rules.ts. */
export const pauseStrings = {
  title: 'Pause rules',
  explanation: (isRunning: boolean) =>
    `A rule pauses the agent after the turn in which it applies, and stops playback there. The rules apply to ${isRunning ? 'this episode and to each' : 'each episode'} that you start or resume from now on.`,
  rules: {
    score_change: 'Score changes',
    new_location: 'New room',
    died: 'Player dies',
    repeated_action: 'Same room and action 3 times',
    turns_without_score: 'Turns without a score change',
    tool_error: 'Tool call fails',
    cost_usd: 'Cost reaches a limit in US dollars',
  },
  turns: 'Number of turns without a score change',
  usd: 'Limit in US dollars',
  done: 'Done',
} as const

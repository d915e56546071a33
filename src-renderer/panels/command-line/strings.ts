import { formatNumber } from '../../kit/text/format'

/** What the command line says. */
export const commandStrings = {
  label: 'Your action',
  placeholder: 'What now?',
  key: 'One key: a character, or space, escape, up …',
  send: 'Send',
  hint: 'Tab completes, ↑ and ↓ recall.',
  completions: 'Completions',
  waiting: 'The game is answering.',
  refused: (action: string, reason: string) => `“${action}” was not taken: ${reason}`,
  /** To an agent. */
  actionOf: (turn: number) => `Your action for turn ${formatNumber(turn)}`,
  play: 'Play it',
  suggest: 'Suggest it',
  noHints: 'This player reads no suggestions. Enter plays it as an action.',
  suggestKey: (isMac: boolean) => (isMac ? '⌘Enter' : 'Ctrl+Enter'),
  helpHint: (turn: number, isPaused: boolean, suggestKey: string | null) =>
    [
      `Enter plays it as turn ${formatNumber(turn)}; ${isPaused ? 'the agent stays paused' : 'then the agent goes on'}.`,
      ...(suggestKey === null ? [] : [`${suggestKey} only tells the agent.`]),
    ].join(' '),
  suggested: (turn: number, text: string) => `Suggested for turn ${formatNumber(turn)}: “${text}”`,
  past: (seen: number, next: number) =>
    `You look at ${seen === 0 ? 'the opening' : `turn ${formatNumber(seen)}`}. At the end you can say the action of turn ${formatNumber(next)}; a fork goes on from here.`,
  goToEnd: 'Go to the end',
  announce: (answer: string, turn: number) => `${answer} Your turn, ${formatNumber(turn)}.`,
} as const

import { formatNumber } from '../../kit/format'

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
  announce: (answer: string, turn: number) => `${answer} Your turn, ${formatNumber(turn)}.`,
} as const

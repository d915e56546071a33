import { visibleLine } from '@shared/base/visible-text'
import { hintLine } from '@shared/episode/projections/help'
import type { Hint } from '@shared/episode/state/episode'
import { formatNumber } from '../../kit/text/format'

export const commandStrings = {
  label: 'Your action',
  placeholder: 'Type an action',
  disconnected: 'Not possible while disconnected',
  key: 'One key: a character, or space, escape, up …',
  send: 'Send',
  hint: 'Tab completes, ↑ and ↓ recall.',
  completions: 'Completions',
  waiting: 'Waiting for the game.',
  queued: 'Sent as soon as the game waits for it. Change the text to take it back.',
  refused: (action: string, reason: string) => `“${action}” was not accepted: ${reason}`,
  actionOf: (turn: number) => `Your action for turn ${formatNumber(turn)}`,
  play: 'Play',
  suggest: 'Suggest',
  noHints: 'This player cannot read suggestions. Enter plays the action.',
  suggestKey: (isMac: boolean) => (isMac ? '⌘Enter' : 'Ctrl+Enter'),
  helpHint: (isPaused: boolean, suggestKey: string | null) =>
    [
      isPaused ? 'Enter plays it; the agent stays paused.' : 'Enter plays it, then the agent continues.',
      ...(suggestKey === null ? [] : [`${suggestKey} only suggests it.`]),
    ].join(' '),
  suggested: (hint: Hint) =>
    `${hint.source?.kind === 'resource' ? 'Attached' : 'Suggested'} for turn ${formatNumber(hint.turn)}: “${visibleLine(hintLine(hint), 2000)}”`,
  withdraw: 'Take back',
  past: (seen: number, next: number) =>
    `Viewing ${seen === 0 ? 'the opening' : `turn ${formatNumber(seen)}`}. Go to the end to enter the action for turn ${formatNumber(next)}, or fork to continue from here.`,
  goToEnd: 'Go to the end',
  announce: (answer: string, turn: number) => `${answer} Your turn, ${formatNumber(turn)}.`,
} as const

import { visibleLine } from '@shared/base/visible-text'
import { hintLine } from '@shared/episode/projections/help'
import type { Hint } from '@shared/episode/state/episode'
import { count, formatNumber } from '../../kit/text/format'

export const forkStrings = {
  title: 'Fork',
  explain: 'The fork is a new episode with the turns up to this one. Settings you do not change stay as they were.',
  turn: (last: number) => (last === 0 ? 'Turn (only 0)' : `Turn, 0 to ${formatNumber(last)}`),
  seed: 'Seed',
  seedHint: 'Leave empty to continue with the seed of the parent.',
  turnLimit: 'Turn limit',
  turnLimitHint: (limit: number | undefined, isOfParent: boolean) =>
    isOfParent
      ? 'Leave empty to use the limit of the parent.'
      : `Leave empty to use ${limit === undefined ? 'the limit of the settings' : count(limit, 'turn', 'turns')}.`,
  name: 'Name',
  player: 'Player',
  unchanged: (name: string) => `${name} (unchanged)`,
  prompt: 'Prompt',
  promptIs: { own: 'default', parent: 'unchanged', changed: 'changed' },
  promptLabel: 'System prompt',
  promptHint: (letters: number, most: number) =>
    `${count(letters, 'character', 'characters')} of ${formatNumber(most)}. Keep the last lines: they describe the JSON object that the model must answer with.`,
  promptBack: 'Restore prompt',
  mind: 'Mind',
  samplingGroup: 'Sampling',
  changes: (changes: number) => count(changes, 'change', 'changes'),
  unchangedAll: 'unchanged',
  /** For another player than the parent's. */
  fromSettings: (value?: string) => (value === undefined ? 'from settings' : `from settings: ${value}`),
  preset: 'Mind preset',
  presetNone: 'None (unchanged)',
  tools: 'Offer tools of MCP servers',
  sampling: {
    temperature: 'Temperature',
    top_p: 'Top p',
    top_k: 'Top k',
    min_p: 'Min p',
    max_tokens: 'Longest answer, in tokens',
  },
  effort: 'Reasoning effort',
  valueOf: (value: string, source: string) => `${value} (${source})`,
  hints: (hints: readonly Hint[], turn: number) => {
    const texts = hints.map((hint) => `“${visibleLine(hintLine(hint), 200)}”`)
    return `Keep ${texts.length === 1 ? 'the hint' : 'the hints'} for turn ${formatNumber(turn)}: ${texts.join(', ')}`
  },
  fork: 'Fork',
  forking: 'Forking…',
  kept: 'Your changes for the fork are kept. Nothing was forked yet.',
} as const

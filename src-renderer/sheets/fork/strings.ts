import { count, formatNumber } from '../../kit/text/format'

/** What the sheet to fork by says. */
export const forkStrings = {
  title: 'Fork',
  explain: 'A new episode has the turns up to this one. What you do not change is as it was, but for the turn limit.',
  turn: (last: number) => (last === 0 ? 'Turn, 0 alone' : `Turn, 0 to ${formatNumber(last)}`),
  seed: 'Seed',
  seedHint: 'Empty: chance goes on as it was.',
  turnLimit: 'Turn limit',
  turnLimitUsual: 'that of the settings',
  turnLimitHint: (before: number | null) =>
    before === null
      ? 'Empty: that of the settings. It was none.'
      : `Empty: that of the settings. It was ${formatNumber(before)}.`,
  name: 'Name',
  player: 'Player',
  asItWas: (name: string) => `${name}, as it was`,
  prompt: 'Prompt',
  promptIs: { own: 'the prompt of the app', parent: 'as it was', changed: 'changed' },
  promptLabel: 'What the model is told first',
  promptHint: (letters: number, most: number) =>
    `${count(letters, 'character', 'characters')} of ${formatNumber(most)}. The answer must stay one that can be read: a JSON object as the last lines say.`,
  promptBack: 'The prompt as it was',
  mind: 'Mind',
  mindIs: (changes: number) => (changes === 0 ? 'as it was' : `${count(changes, 'change', 'changes')}`),
  preset: 'What helps the model',
  presetNone: 'none, as it was',
  presetOfSettings: 'as the settings say',
  tools: 'Offer the tools of the MCP servers',
  sampling: {
    temperature: 'Temperature',
    top_p: 'Top p',
    top_k: 'Top k',
    min_p: 'Min p',
    max_tokens: 'Longest answer, in tokens',
  },
  effort: 'Reasoning effort',
  effortAsItWas: (effort: string) => `${effort}, as it was`,
  asBefore: 'as it was',
  fork: 'Fork',
  forking: 'Forking…',
  kept: 'Your choices for the fork are kept here, not forked yet.',
} as const

import type { Handicap, OnDeath } from '@shared/episode/log/event'
import type { MindPreset } from '@shared/episode/log/mind'
import { count } from '../../kit/text/format'

/** What the start sheet says. */
export const startStrings = {
  title: 'New episode',
  story: 'Story',
  bundled: 'bundled',
  player: 'Player',
  turnLimit: 'Turn limit',
  seed: 'Seed',
  mcp: 'Offer the tools of the MCP servers',
  paused: 'Begin paused, so that the first step is yours',

  presets: 'Preset',
  lastValues: 'Last values',
  changedValues: 'Changed values',
  changedPreset: (name: string) => `${name}, changed`,
  save: 'Save as…',
  name: 'Name of the preset',
  keep: 'Save',
  delete: 'Delete',
  deleted: (name: string) => `The preset “${name}” was deleted.`,
  undo: 'Undo',
  export: 'Export zorkgpt.toml',
  import: 'Import…',
  imported: (fileName: string, passedOver: readonly string[]) =>
    passedOver.length === 0
      ? `${fileName} was read.`
      : `${fileName} was read. ${count(passedOver.length, 'key is', 'keys are')} for the app and not for a run: ${passedOver.join(', ')}.`,
  cannotImport: (fileName: string, why: string) => `${fileName} was not imported: ${why}`,

  library: 'Stories…',
  seedHint: 'Of game and player. Empty: drawn, and written in the log.',
  limits: 'Limits and pace',
  delay: 'Seconds between turns',
  wordsPerSecond: "Explorer's words a second",
  atOnce: '0: at once',
  pauses: 'Pause when',
  pausesOn: (rules: number) => count(rules, 'rule on', 'rules on'),
  mind: 'Mind',
  mindLabel: 'What helps the model',
  mindIs: { none: 'none', standard: 'standard', full: 'full' } satisfies Record<MindPreset, string>,
  minds: {
    none: 'None · the last twenty turns alone',
    standard: 'Standard · memory, untried ways, a note on being stuck; no further calls',
    full: 'Full · and notes, aims that close, a guard, and a reflector',
  } satisfies Record<MindPreset, string>,
  mindHint: 'Its parts can be switched one by one in the settings. It is written in the log.',
  rules: 'Handicap and death',
  handicap: 'What the player is told',
  handicaps: {
    L0: 'L0 · the text alone',
    L1: 'L1 · and location, score, own exits',
    L2: 'L2 · and what is carried and seen',
    L3: "L3 · and the parser's words",
    L4: 'L4 · and actions that would do something',
    L5: 'L5 · and turns can be taken back',
  } satisfies Record<Handicap, string>,
  handicapHint: 'Scores compare only at the same level. It is written in the log.',
  onDeath: 'After a death',
  onDeaths: {
    continue: 'As the story goes on',
    restart: 'Restart the story',
    restore: 'Go back to the last gain of score',
    stop: 'End the episode',
  } satisfies Record<OnDeath, string>,
  usual: 'as usual',
  noLimit: 'usual limit',
  turns: (turns: number) => count(turns, 'turn', 'turns'),
  kept: 'Your choices for a new episode are kept here, not started yet.',
  starting: 'Starting…',
  needsStory: 'There is no story to play. Add one.',
} as const

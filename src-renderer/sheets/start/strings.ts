import type { Disguise, Handicap, OnDeath } from '@shared/episode/log/event'
import type { KnowledgeLevel } from '@shared/episode/log/knowledge-schema'
import type { MindPreset } from '@shared/episode/log/mind-schema'
import { count } from '../../kit/text/format'
import { sessionStrings } from '../../session/strings'

export const startStrings = {
  title: 'New episode',
  story: 'Story',
  bundled: 'bundled',
  player: 'Player',
  turnLimit: 'Turn limit',
  seed: 'Seed',
  mcp: 'Offer tools of MCP servers',
  paused: 'Start paused',

  presets: 'Preset',
  lastValues: 'Last used',
  changedValues: 'Custom',
  changedPreset: (name: string) => `${name} (changed)`,
  save: 'Save as…',
  name: 'Preset name',
  keep: 'Save',
  delete: 'Delete',
  deleted: (name: string) => `Preset “${name}” was deleted.`,
  undo: 'Undo',
  export: 'Export zorkgpt.toml',
  import: 'Import…',
  imported: (fileName: string, passedOver: readonly string[]) =>
    passedOver.length === 0
      ? `${fileName} was imported.`
      : `${fileName} was imported. ${count(passedOver.length, 'key does', 'keys do')} not apply to a single episode: ${passedOver.join(', ')}.`,
  cannotImport: (fileName: string, why: string) => `${fileName} was not imported: ${why}`,

  library: 'Stories…',
  seedIsRandom: 'random',
  seedHint: 'Seed of game and player. Leave empty for a random one; the log records it.',
  limits: 'Limits and speed',
  delay: 'Seconds between turns',
  wordsPerSecond: 'Explorer’s words per second',
  atOnce: '0 for no delay',
  pauses: 'Pause rules',
  pausesOn: (rules: number) => count(rules, 'rule on', 'rules on'),
  mind: 'Mind',
  mindLabel: 'Mind preset',
  mindInForce: (preset: MindPreset, knowledge: KnowledgeLevel) =>
    [preset, ...(knowledge === 'K0' ? [] : [`knowledge ${knowledge}`])].join(' · '),
  minds: {
    none: 'None · only the last twenty turns',
    standard: 'Standard · memory, untried exits, a hint when stuck; no extra model calls',
    full: 'Full · also notes, objectives, a guard and a reflector',
  } satisfies Record<MindPreset, string>,
  knowledge: 'Knowledge',
  knowledges: {
    K0: 'K0 · nothing of earlier episodes',
    K1: 'K1 · entries that hold in every story',
    K2: 'K2 · also what was learned about this story',
  } satisfies Record<KnowledgeLevel, string>,
  knowledgeHint: 'Scores are comparable only at the same level and version. The log records both.',
  mindHint: 'Each part can be switched in the settings. The log records the mind.',
  rules: 'Handicap and death',
  handicap: 'Handicap',
  handicaps: {
    L0: 'L0 · text only',
    L1: 'L1 · also location, score, exits used',
    L2: 'L2 · also inventory and visible objects',
    L3: 'L3 · also the parser’s vocabulary',
    L4: 'L4 · also valid actions',
    L5: 'L5 · also undo',
  } satisfies Record<Handicap, string>,
  handicapHint: 'Scores are comparable only at the same level. The log records the level.',
  onDeath: 'After a death',
  onDeaths: {
    continue: 'Continue as the story does',
    restart: 'Restart the story',
    restore: 'Go back to the highest score',
    stop: 'End the episode',
  } satisfies Record<OnDeath, string>,
  disguise: 'Disguise',
  disguiseLabel: 'How the story is shown',
  disguiseIs: { none: 'none', mirror: sessionStrings.mirrored } satisfies Record<Disguise, string>,
  disguises: {
    none: 'As it is',
    mirror: 'Mirrored · east and west exchanged',
  } satisfies Record<Disguise, string>,
  defaultText: 'default',
  noLimit: 'default limit',
  turns: (turns: number) => count(turns, 'turn', 'turns'),
  kept: 'Your changes for a new episode are kept. No episode has been started yet.',
  starting: 'Starting…',
  needsStory: 'There is no story to play. Add one.',
} as const

import { EXPORT_FORMATS } from '@shared/episode/export/formats'
import { DISGUISES, HANDICAPS, ON_DEATH, PLAYER_KINDS } from '@shared/episode/log/event'
import { KNOWLEDGE_LEVELS } from '@shared/episode/log/knowledge-schema'
import { MIND_PRESETS } from '@shared/episode/log/mind-schema'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

const HOST_OPTIONS = { data: text, config: text, 'mcp-config': text } as const

/** The choices of the window's start sheet, as options. */
export const RUN_OPTIONS = {
  game: text,
  player: text,
  model: text,
  'base-url': text,
  turns: text,
  seed: text,
  'no-mcp': flag,
  handicap: text,
  'on-death': text,
  disguise: text,
  mind: text,
  knowledge: text,
  delay: text,
  'words-per-second': text,
  sampling: text,
  'pause-on': text,
  paused: flag,
  preset: text,
} as const

/** Every command with its options, for the parser and for shell completion. */
export const COMMAND_OPTIONS = {
  play: {
    ...HOST_OPTIONS,
    ...RUN_OPTIONS,
    resume: text,
    'from-last-good': flag,
    agree: flag,
    'send-key-to': text,
    json: flag,
  },
  replay: { data: text, turn: text, json: flag },
  compare: { data: text, json: flag },
  export: { data: text, format: text, from: text, to: text, out: text, force: flag, thoughts: flag, whole: flag },
  import: { data: text },
  game: {
    story: text,
    seed: text,
    profile: text,
    commands: text,
    json: flag,
    'valid-actions': flag,
    exits: flag,
    objects: flag,
  },
  serve: { ...HOST_OPTIONS, port: text },
  experiment: {
    data: text,
    'mcp-config': text,
    'dry-run': flag,
    // Accepted for scripts of version 0.1: the stories that it fetched ship with the app.
    download: flag,
    limit: text,
    workers: text,
    'retry-failed': flag,
    agree: flag,
    'send-key-to': text,
    queue: text,
    store: text,
    slice: text,
    'exit-when-empty': flag,
    watch: flag,
    json: flag,
    html: flag,
    csv: flag,
    parquet: flag,
    replays: flag,
    format: text,
    whole: flag,
    out: text,
    force: flag,
  },
  probe: {
    data: text,
    config: text,
    story: text,
    'base-url': text,
    questions: text,
    commands: text,
    'send-key-to': text,
    json: flag,
  },
  ablate: {
    data: text,
    model: text,
    'base-url': text,
    stories: text,
    parts: text,
    seeds: text,
    turns: text,
    'max-usd': text,
    price: text,
    'dry-run': flag,
    download: flag,
    workers: text,
    'retry-failed': flag,
    'send-key-to': text,
  },
  config: {
    config: text,
    'mcp-config': text,
    model: text,
    'base-url': text,
    turns: text,
    'no-mcp': flag,
    json: flag,
  },
  model: { config: text, port: text, json: flag },
  knowledge: {
    ...HOST_OPTIONS,
    story: text,
    hash: text,
    replace: flag,
    out: text,
    force: flag,
    json: flag,
  },
  completion: {},
} as const

export type CommandName = keyof typeof COMMAND_OPTIONS

export const PROFILES = ['plain', 'app'] as const
const CONFIG_ACTIONS = ['check', 'show'] as const
export const MODEL_VERBS = ['list', 'get', 'serve', 'remove'] as const
export const KNOWLEDGE_VERBS = ['list', 'show', 'learn', 'import', 'export'] as const
export const EXPERIMENT_VERBS = [
  'run',
  'status',
  'resume',
  'pause',
  'cancel',
  'report',
  'compare',
  'export',
  'publish',
  'worker',
  'follow',
] as const
export const SHELLS = ['bash', 'zsh', 'fish'] as const

/** The words that may follow a command. */
export const COMMAND_WORDS: Readonly<Partial<Record<CommandName, readonly string[]>>> = {
  experiment: EXPERIMENT_VERBS,
  config: CONFIG_ACTIONS,
  model: MODEL_VERBS,
  knowledge: KNOWLEDGE_VERBS,
  completion: SHELLS,
}

/** The values of an option, if they are a few words or a file. */
export const OPTION_VALUES: Readonly<Record<string, readonly string[] | 'file'>> = {
  player: PLAYER_KINDS,
  handicap: HANDICAPS,
  'on-death': ON_DEATH,
  disguise: DISGUISES,
  mind: MIND_PRESETS,
  knowledge: KNOWLEDGE_LEVELS,
  format: EXPORT_FORMATS,
  profile: PROFILES,
  data: 'file',
  config: 'file',
  'mcp-config': 'file',
  out: 'file',
  commands: 'file',
  story: 'file',
  game: 'file',
}

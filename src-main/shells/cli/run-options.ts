import type { StartMemory, StartParams } from '@shared/contract/contract'
import { HANDICAPS, ON_DEATH, PLAYER_KINDS } from '@shared/episode/event'
import { DEFAULT_PAUSE_RULES, type PauseRules } from '@shared/episode/pause-rules'
import { readNumber } from './arguments'
import { UsageError } from './usage'

/** The choices of the window's start sheet, as options. */
export const RUN_OPTIONS = {
  game: { type: 'string' },
  player: { type: 'string' },
  model: { type: 'string' },
  'base-url': { type: 'string' },
  turns: { type: 'string' },
  seed: { type: 'string' },
  'no-mcp': { type: 'boolean' },
  handicap: { type: 'string' },
  'on-death': { type: 'string' },
  delay: { type: 'string' },
  'words-per-second': { type: 'string' },
  'pause-on': { type: 'string' },
  paused: { type: 'boolean' },
  preset: { type: 'string' },
} as const

type Values = Readonly<Partial<Record<keyof typeof RUN_OPTIONS, string | boolean>>>

/**
 * A run: a preset, else what the settings say, with the options in their place. Throws a UsageError that names the
 * option.
 */
export function readRun(values: Values, { presets, defaults }: Pick<StartMemory, 'presets' | 'defaults'>): StartParams {
  const preset = presets.find(({ name }) => name === values.preset)
  if (values.preset !== undefined && !preset)
    throw new UsageError(
      `There is no preset "${String(values.preset)}"; there are ${presets.map(({ name }) => `"${name}"`).join(', ') || 'none'}.`,
    )
  const given = Object.fromEntries(Object.entries(optionsOf(values)).filter(([, value]) => value !== undefined))
  return { ...(preset?.params ?? defaults), pace: 'batch', ...given }
}

function optionsOf(values: Values): Partial<StartParams> {
  const text = (name: keyof Values) => (typeof values[name] === 'string' ? values[name] : undefined)
  return {
    game: text('game'),
    player: oneOf(text('player'), 'player', PLAYER_KINDS),
    model: text('model'),
    baseUrl: text('base-url'),
    turnLimit: readNumber(text('turns'), 'turns', 1),
    seed: readNumber(text('seed'), 'seed', 0),
    mcp: values['no-mcp'] ? false : undefined,
    handicap: oneOf(text('handicap'), 'handicap', HANDICAPS),
    onDeath: oneOf(text('on-death'), 'on-death', ON_DEATH),
    turnDelaySeconds: readNumber(text('delay'), 'delay', 0, 3600),
    explorerWordsPerSecond: readNumber(text('words-per-second'), 'words-per-second', 0, 10_000),
    pauseRules: readPauseRules(text('pause-on')),
    paused: values.paused ? true : undefined,
  }
}

function oneOf<Name extends string>(
  value: string | undefined,
  option: string,
  names: readonly Name[],
): Name | undefined {
  if (value === undefined) return undefined
  const known = names.find((name) => name === value)
  if (known === undefined) throw new UsageError(`--${option} is "${value}"; it takes ${names.join(', ')}.`)
  return known
}

const RULES: Readonly<Record<string, keyof PauseRules>> = {
  tool: 'toolError',
  score: 'scoreChange',
  location: 'newRoom',
  death: 'death',
  repeat: 'loop',
}

/** `score,death,stuck=25,cost=2`: what is not named does not pause. */
function readPauseRules(list: string | undefined): PauseRules | undefined {
  if (list === undefined) return undefined
  let rules: PauseRules = { ...DEFAULT_PAUSE_RULES, toolError: false, cost: false }
  for (const part of list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')) {
    const [name = '', number] = part.split('=', 2)
    const rule = RULES[name]
    const amount = Number(number)
    if (rule !== undefined && number === undefined) rules = { ...rules, [rule]: true }
    else if (name === 'stuck' && Number.isInteger(amount) && amount > 0)
      rules = { ...rules, noScore: true, noScoreTurns: amount }
    else if (name === 'cost' && amount > 0) rules = { ...rules, cost: true, costUsd: amount }
    else
      throw new UsageError(
        `--pause-on has "${part}"; it takes ${Object.keys(RULES).join(', ')}, stuck=TURNS and cost=DOLLARS, with commas between.`,
      )
  }
  return rules
}

import { samplingChoices, type StartMemory, type StartParams } from '@shared/contract/start'
import { DISGUISES, HANDICAPS, ON_DEATH, PLAYER_KINDS } from '@shared/episode/log/event'
import { KNOWLEDGE_LEVELS } from '@shared/episode/log/knowledge-schema'
import { MIND_PRESETS } from '@shared/episode/log/mind-schema'
import { pauseRules } from '@shared/episode/log/pause-rules-schema'
import { NO_PAUSE_RULES, PAUSE_RULES, type PauseRules } from '@shared/episode/projections/pause-rules'
import { badUsage, readName, readNumber, type Values } from '../command/arguments'
import type { RUN_OPTIONS } from '../command/command-table'

type RunValues = Pick<Values<'play'>, keyof typeof RUN_OPTIONS>

/**
 * The parameters of a run: a preset or the settings, overridden by options. Throws `bad_input` with the name of the
 * option.
 */
export function readRun(
  values: RunValues,
  { presets, defaults }: Pick<StartMemory, 'presets' | 'defaults'>,
): StartParams {
  const preset = presets.find(({ name }) => name === values.preset)
  if (values.preset !== undefined && !preset)
    throw badUsage(
      `There is no preset "${values.preset}"; there are ${presets.map(({ name }) => `"${name}"`).join(', ') || 'none'}.`,
    )
  const given = Object.fromEntries(Object.entries(optionsOf(values)).filter(([, value]) => value !== undefined))
  return { ...(preset?.params ?? defaults), pace: 'batch', ...given }
}

/** Throws `bad_input` for the first option with an invalid value. */
export const checkRun = (values: RunValues): void => void optionsOf(values)

function optionsOf(values: RunValues): Partial<StartParams> {
  return {
    game: values.game,
    player: readName(values.player, 'player', PLAYER_KINDS),
    model: values.model,
    baseUrl: readAddress(values['base-url']),
    turnLimit: readNumber(values.turns, 'turns', 1),
    seed: readNumber(values.seed, 'seed', 0),
    mcp: values['no-mcp'] ? false : undefined,
    handicap: readName(values.handicap, 'handicap', HANDICAPS),
    onDeath: readName(values['on-death'], 'on-death', ON_DEATH),
    disguise: readName(values.disguise, 'disguise', DISGUISES),
    mind: readName(values.mind, 'mind', MIND_PRESETS),
    knowledge: readName(values.knowledge, 'knowledge', KNOWLEDGE_LEVELS),
    sampling: readSampling(values.sampling),
    turnDelaySeconds: readNumber(values.delay, 'delay', 0, 3600),
    explorerWordsPerSecond: readNumber(values['words-per-second'], 'words-per-second', 0, 10_000),
    pauseRules: readPauseRules(values['pause-on']),
    paused: values.paused ? true : undefined,
  }
}

function readAddress(value: string | undefined): string | undefined {
  if (value === undefined || /^https?:\/\/[^/]/i.test(value)) return value
  throw badUsage(`--base-url is "${value}". It must be an address that begins with http:// or https://.`)
}

/** Parses `temperature=0.2,top_k=,max_tokens=500`. A setting with an empty value is not sent. */
function readSampling(list: string | undefined): StartParams['sampling'] {
  if (list === undefined) return undefined
  const names = Object.keys(samplingChoices.shape)
  const given = list.split(',').map((part) => {
    const [name = '', ...rest] = part.trim().split('=')
    const text = rest.join('=').trim()
    const value = Number.isFinite(Number(text)) && text !== '' ? Number(text) : text
    const read = samplingChoices.safeParse({ [name]: text === '' ? null : value })
    if (rest.length === 0 || !read.success)
      throw badUsage(
        `--sampling has "${part}"; it takes ${names.join('=, ')}= with a value each and commas between. An empty value is not sent.`,
      )
    return read.data
  })
  return Object.assign({}, ...given) as StartParams['sampling']
}

/** Old names, for existing scripts. */
const OLD_RULES: Readonly<Record<string, string>> = {
  tool: 'tool_error',
  score: 'score_change',
  location: 'new_location',
  death: 'died',
  repeat: 'repeated_action',
  stuck: 'turns_without_score',
  cost: 'cost_usd',
}

/** Parses `score_change,died,turns_without_score=25,cost_usd=2`. Rules that are not named do not pause. */
function readPauseRules(list: string | undefined): PauseRules | undefined {
  if (list === undefined) return undefined
  const parts = list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.reduce((rules, part) => ({ ...rules, ...readPauseRule(part) }), NO_PAUSE_RULES)
}

function readPauseRule(part: string): Partial<PauseRules> {
  const [word = '', number] = part.split('=', 2)
  const name = Object.hasOwn(OLD_RULES, word) ? OLD_RULES[word] : word
  const rule = PAUSE_RULES.find((known) => known === name)
  const value = number === undefined ? true : Number(number)
  if (rule && value && pauseRules.shape[rule].safeParse(value).success) return { [rule]: value }
  const names = PAUSE_RULES.map((known) => (NO_PAUSE_RULES[known] === 0 ? `${known}=NUMBER` : known))
  throw badUsage(`--pause-on has "${part}". It must be a list, separated by commas, of: ${names.join(', ')}.`)
}

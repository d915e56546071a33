import { stringify } from 'smol-toml'
import { ExpectedError } from '@shared/base/expected-error'
import type { StartParams } from '@shared/contract/start'
import { NO_PAUSE_RULES, samePauseRules } from '@shared/episode/projections/pause-rules'
import type { Settings } from '@shared/settings/settings'
import { checkSettings, describeProblem, isError } from '../settings/load-settings'

/**
 * Settings outside `run` and `pause` that describe a run, with the start parameter of each. All others are the app's.
 */
const RUN_SETTINGS = {
  'mind.preset': 'mind',
  'mind.knowledge': 'knowledge',
  'orchestrator.max_turns_per_episode': 'turnLimit',
  'gameplay.turn_delay_seconds': 'turnDelaySeconds',
  'gameplay.explorer_words_per_second': 'explorerWordsPerSecond',
  'llm.agent_model': 'model',
  'llm.client_base_url': 'baseUrl',
  'mcp.enabled': 'mcp',
} as const satisfies Readonly<Record<string, keyof StartParams>>

const places = Object.entries(RUN_SETTINGS).map(([path, param]) => {
  const [table = '', key = ''] = path.split('.')
  return { path, table, key, param }
})

/** The run settings of an episode as a zorkgpt.toml, without keys and paths of this machine. */
export function runFileOf(params: StartParams): string {
  const { game, player, seed, handicap, onDeath, disguise, paused, pauseRules } = params
  const tables: Record<string, Record<string, unknown>> = {
    run: { player, story: game, seed, handicap, on_death: onDeath, disguise, begin_paused: paused },
    ...(pauseRules && { pause: { ...pauseRules } }),
  }
  for (const { table, key, param } of places)
    if (params[param] !== undefined) (tables[table] ??= {})[key] = params[param]
  return `# A run of ZorkGPT. Play it with: zorkgpt play --config FILE, or import it in the window.\n\n${stringify(tables)}`
}

/** Reads a run file. Throws `bad_file`. `passedOver`: paths of its settings that are not part of a run. */
export function readRunFile(
  text: string,
  name = 'the file',
): { readonly params: StartParams; readonly passedOver: readonly string[] } {
  const { settings, given, servers, problems } = checkSettings(name, text)
  const problem = problems.find(isError)
  if (settings === null)
    throw new ExpectedError('bad_file', problem ? describeProblem(name, problem) : `${name} cannot be used.`)
  const tables: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { ...settings }
  const own = places
    .filter(({ path }) => Object.hasOwn(given, path))
    .map(({ table, key, param }) => [param, tables[table]?.[key]])
  return {
    params: { ...startParamsOf(settings), ...(Object.fromEntries(own) as Partial<StartParams>) },
    passedOver: [
      ...Object.keys(given).filter((path) => !Object.hasOwn(RUN_SETTINGS, path) && !/^(?:run|pause)\./.test(path)),
      ...servers.map((server) => `mcp.${server}`),
      ...problems.flatMap(({ path }) => path ?? []),
    ],
  }
}

/** The start parameters that the settings describe. Settings for all runs stay in the settings file. */
export function startParamsOf({ run, pause, mind }: Pick<Settings, 'run' | 'pause' | 'mind'>): StartParams {
  const { player, story, seed, handicap, on_death: onDeath, disguise, begin_paused: paused } = run
  return {
    game: story,
    player,
    handicap,
    onDeath,
    paused,
    ...(disguise !== 'none' && { disguise }),
    ...(seed >= 0 && { seed }),
    ...(mind.preset !== 'standard' && { mind: mind.preset }),
    ...(mind.knowledge !== 'K0' && { knowledge: mind.knowledge }),
    ...(!samePauseRules(pause, NO_PAUSE_RULES) && { pauseRules: pause }),
  }
}

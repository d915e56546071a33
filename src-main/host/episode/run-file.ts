import { stringify } from 'smol-toml'
import type { Settings } from '@shared/settings/settings'
import type { StartParams } from '@shared/contract/start'
import { NO_PAUSE_RULES, samePauseRules } from '@shared/episode/projections/pause-rules'
import { ExpectedError } from '@shared/base/expected-error'
import { checkSettings, describeProblem, isError } from '../settings/load-settings'

/**
 * The run settings of an episode as a zorkgpt.toml: `zorkgpt play --config FILE` plays the same. It contains no keys
 * and no paths of this machine.
 */
export function runFileOf(params: StartParams): string {
  const {
    game,
    player,
    model,
    baseUrl,
    turnLimit,
    seed,
    mcp,
    paused,
    pauseRules,
    onDeath,
    handicap,
    turnDelaySeconds,
    explorerWordsPerSecond,
    mind,
  } = params
  const tables = {
    run: { player, story: game, seed, handicap, on_death: onDeath, begin_paused: paused },
    pause: pauseRules,
    mind: { preset: mind },
    orchestrator: { max_turns_per_episode: turnLimit },
    gameplay: { turn_delay_seconds: turnDelaySeconds, explorer_words_per_second: explorerWordsPerSecond },
    llm: { agent_model: model, client_base_url: baseUrl },
    mcp: { enabled: mcp },
  }
  const said = Object.entries(tables).map(
    ([name, table]) =>
      [name, Object.fromEntries(Object.entries(table ?? {}).filter(([, value]) => value !== undefined))] as const,
  )
  return `# A run of ZorkGPT. Play it with: zorkgpt play --config FILE, or import it in the window.\n\n${stringify(Object.fromEntries(said.filter(([, table]) => Object.keys(table).length > 0)))}`
}

/** Tables of a settings file that describe a run, beside `run` and `pause`. The others are for the app. */
const OF_A_RUN: ReadonlySet<string> = new Set([
  'orchestrator.max_turns_per_episode',
  'gameplay.turn_delay_seconds',
  'gameplay.explorer_words_per_second',
  'llm.agent_model',
  'llm.client_base_url',
  'mcp.enabled',
  'mind.preset',
])

/**
 * Reads such a file. Throws `bad_file` with the line, or the key and the problem. `passedOver` lists settings that are
 * not part of a run.
 */
export function readRunFile(
  text: string,
  name = 'the file',
): { readonly params: StartParams; readonly passedOver: readonly string[] } {
  const { settings, given, servers, problems } = checkSettings(name, text)
  const problem = problems.find(isError)
  if (settings === null)
    throw new ExpectedError('bad_file', problem ? describeProblem(name, problem) : `${name} cannot be used.`)
  const has = (path: string) => Object.hasOwn(given, path)
  const { llm, mcp, mind, orchestrator, gameplay } = settings
  return {
    params: {
      ...startParamsOf(settings),
      ...(has('llm.agent_model') && { model: llm.agent_model }),
      ...(has('llm.client_base_url') && { baseUrl: llm.client_base_url }),
      ...(has('mcp.enabled') && { mcp: mcp.enabled }),
      ...(has('mind.preset') && { mind: mind.preset }),
      ...(has('orchestrator.max_turns_per_episode') && { turnLimit: orchestrator.max_turns_per_episode }),
      ...(has('gameplay.turn_delay_seconds') && { turnDelaySeconds: gameplay.turn_delay_seconds }),
      ...(has('gameplay.explorer_words_per_second') && { explorerWordsPerSecond: gameplay.explorer_words_per_second }),
    },
    passedOver: [
      ...Object.keys(given).filter((path) => !OF_A_RUN.has(path) && !/^(?:run|pause)\./.test(path)),
      ...servers.map((server) => `mcp.${server}`),
      ...problems.flatMap(({ path }) => path ?? []),
    ],
  }
}

/** The run that the settings describe. Settings for all runs stay in the settings file. */
export function startParamsOf({ run, pause, mind }: Pick<Settings, 'run' | 'pause' | 'mind'>): StartParams {
  const { player, story, seed, handicap, on_death: onDeath, begin_paused: paused } = run
  return {
    game: story,
    player,
    handicap,
    onDeath,
    paused,
    ...(seed >= 0 && { seed }),
    ...(mind.preset !== 'standard' && { mind: mind.preset }),
    ...(!samePauseRules(pause, NO_PAUSE_RULES) && { pauseRules: pause }),
  }
}

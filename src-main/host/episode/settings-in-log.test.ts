import { describe, expect, it } from 'vitest'
import type { LoggedOf } from '@shared/episode/log/event'
import { NO_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { type Settings, settings as schema, SETTINGS_ON_RESUME } from '@shared/settings/settings'
import { settingsInLog } from './settings-in-log'

const today = schema.parse({})
/** Every table differs from its defaults. */
const logged = schema.parse({
  mcp: { tool_call_timeout_seconds: 7 },
  llm: { agent_model: 'logged-model' },
  agent_sampling: { temperature: 0.125 },
  limits: { tokens_per_episode: 7 },
  gameplay: { turn_delay_seconds: 7 },
  game: { pass_pauses: false },
  run: { begin_paused: true },
  pause: { died: true },
  mind: { preset: 'none' },
  orchestrator: { max_turns_per_episode: 7 },
  retry: { max_retries: 7 },
  local_models: { threads: 7 },
  mcp_server: { port: 7 },
})
const tables = Object.keys(SETTINGS_ON_RESUME) as (keyof Settings)[]

const manifestWith = (settings: Readonly<Record<string, unknown>>): LoggedOf<'episode_started'> => ({
  ...(sampleEpisode({ turns: 0 })[0] as LoggedOf<'episode_started'>),
  handicap: today.run.handicap,
  on_death: today.run.on_death,
  settings,
})
const read = (settings: Readonly<Record<string, unknown>>) => settingsInLog(manifestWith(settings), logged.pause, today)

describe('the settings of a resumed or forked episode', () => {
  it.each(tables)('take the table %s from the log or from the current settings, as the schema says', (table) => {
    expect(logged[table]).not.toEqual(today[table])
    const from = { log: logged, today }[SETTINGS_ON_RESUME[table]]
    expect(read({ ...logged, pace: 'watch' }).settings[table]).toEqual(from[table])
  })

  it('have the rules of the manifest', () => {
    const manifest = { ...manifestWith({}), handicap: 'L4', on_death: 'restart' } as const
    expect(settingsInLog(manifest, NO_PAUSE_RULES, today).settings.run).toMatchObject({
      handicap: 'L4',
      on_death: 'restart',
    })
  })

  it("have today's pace where the episode was played as a batch", () => {
    expect(read({ ...logged, pace: 'batch' }).settings.gameplay).toEqual(today.gameplay)
  })

  it("have today's value where the log has none or an impossible one", () => {
    expect(read({}).settings.agent_sampling).toEqual(today.agent_sampling)
    expect(read({ agent_sampling: { temperature: 99 } }).settings.agent_sampling).toEqual(today.agent_sampling)
  })

  it('pass no pauses if the log lacks the setting, as in older versions', () => {
    for (const game of [undefined, 'x', {}, { pass_pauses: 3 }])
      expect(read({ game }).settings.game).toEqual({ pass_pauses: false })
  })

  it('drop a setting that this version does not know', () => {
    expect(read({ mind: { ...logged.mind, gone: 1 } }).settings.mind).toEqual(logged.mind)
  })
})

import type { StartApi, StartParams } from '@shared/contract/start'
import type { StoryLibrary } from '../../story/catalog/story-library'
import { startEpisode } from '../episode/open-episode'
import { readRunFile, runFileOf, startParamsOf } from '../episode/run-file'
import type { RunningEpisodes } from '../episode/running-episodes'
import type { OpenOptionsFor } from '../episode/with-resources'
import { requireWritable } from '../episodes/data-folder'
import { readDemo } from '../episodes/shipped-files'
import type { HostOptions } from '../host'
import type { SettingsInForce } from '../settings/load-settings'
import {
  type Remembered,
  StartMemory,
  withFilter,
  withoutFilter,
  withoutPreset,
  withPreset,
} from '../settings/start-memory'

export function startApi(
  { shell, appRoot, dataFolder }: HostOptions,
  settings: SettingsInForce,
  running: RunningEpisodes,
  stories: StoryLibrary,
  openOptions: OpenOptionsFor,
): StartApi {
  const memory = new StartMemory(dataFolder)
  const describe = ({ last, presets, filters = [], demoIsDismissed }: Remembered) => {
    const inForce = settings.now()
    return {
      // An earlier version stored model and endpoint too.
      last: last && withoutModel(last),
      presets,
      filters,
      demoIsDismissed,
      defaults: startParamsOf(inForce),
      usualModel: { model: inForce.llm.agent_model, baseUrl: inForce.llm.client_base_url },
      usualTurnLimit: inForce.orchestrator.max_turns_per_episode,
    }
  }
  return {
    async startEpisode({ newPrograms, keysFor, unit, ...params }) {
      const episode = await running.open(async () => {
        // Checked before the story is looked up, because the folder also contains the added stories.
        await requireWritable(dataFolder)
        return startEpisode(
          await stories.find(params.game),
          { ...params, unit },
          await openOptions({ newPrograms, keysFor }),
        )
      })
      // A start from a terminal does not change the window's defaults. An unreadable file of defaults is reported when
      // the window reads it.
      if (shell !== 'cli')
        await memory.change((before) => ({ ...before, last: withoutModel(params) })).catch(() => undefined)
      return { episodeId: episode.id }
    },
    async readStart() {
      // The user may have edited the file; a damaged one is reported when it is used.
      await settings.readAgain().catch(() => undefined)
      return describe(await memory.read())
    },
    savePreset: async (preset) => describe(await memory.change((before) => withPreset(before, preset))),
    deletePreset: async ({ name }) => describe(await memory.change((before) => withoutPreset(before, name))),
    saveFilter: async (filter) => describe(await memory.change((before) => withFilter(before, filter))),
    deleteFilter: async ({ name }) => describe(await memory.change((before) => withoutFilter(before, name))),
    exportRun: async ({ params }) => runFileOf(params),
    importRun: async ({ text }) => readRunFile(text),
    readDemo: () => readDemo(appRoot),
    async dismissDemo() {
      await memory.change((before) => ({ ...before, demoIsDismissed: true }))
      return {}
    },
  }
}

/** Removes model and endpoint, because only the settings and the parameters of a run decide them. */
const withoutModel = ({ model: _model, baseUrl: _baseUrl, ...rest }: StartParams): StartParams => rest

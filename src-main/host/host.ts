import { createHash } from 'node:crypto'
import { isAbsolute, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { APP_VERSION } from '@shared/base/app-version'
import type { AppInfo } from '@shared/contract/app'
import type { HostApi } from '@shared/contract/contract'
import type { Settings } from '@shared/settings/settings'
import { removeLeaseDrafts } from '../episode/writer-lease'
import { openEndpoint, type RequestGate } from '../llm/endpoint'
import { openKeyGrants } from '../llm/key-grants'
import { KEY_VARIABLES } from '../llm/profiles'
import { openLearned } from '../llm/request/learned'
import { openAgreements } from '../mcp/agreement/agreements'
import { openBundles } from '../mcp/bundle/bundles'
import { createMcpConfigService } from '../mcp/panel/mcp-config-service'
import { openQuestions } from '../mcp/questions/questions'
import { openSignIns } from '../mcp/sign-in/sign-in-store'
import { spawnInThread } from '../mcp/transport/spawn-in-thread'
import type { ModelProcesses } from '../models/process/model-processes'
import { maskError, maskErrors } from '../secrets/mask-errors'
import type { SecretStore } from '../secrets/secret-store'
import { isOwnSecret, openSecrets } from '../secrets/secrets'
import { openEpisodeGame } from '../story/episode/episode-game'
import { openGameThread } from '../story/episode/game-thread'
import { STORY_RULES } from '../story/episode/ruled-game'
import { openTracing } from '../telemetry/tracing'
import { appApi } from './api/app'
import { bundlesApi } from './api/bundles'
import { episodeApi } from './api/episodes'
import { experimentApi, type ExperimentRuns, type RunMachine } from './api/experiments'
import { knowledgeApi } from './api/knowledge'
import { libraryApi } from './api/library'
import { localModelsApi } from './api/local-models'
import { mcpApi } from './api/mcp'
import { mcpAppApi } from './api/mcp-apps'
import { mcpVisitApi } from './api/mcp-visits'
import { modelApi } from './api/models'
import { questionApi } from './api/questions'
import { registryApi } from './api/registry'
import { secretApi } from './api/secrets'
import { settingsApi } from './api/settings'
import { startApi } from './api/start'
import { storyApi } from './api/stories'
import { ChangeSignal } from './episode/change-signal'
import { type Keys, whyNoModel } from './episode/players/players'
import { type Played, watchPlayed } from './episode/watch-played'
import type { OpenOptions, OpenOptionsFor } from './episode/with-resources'
import { restrictPermissions, isOwnSettings, machineFolder, makeDataFolder } from './episodes/data-folder'
import { EpisodeStore } from './episodes/episode-store'
import { openLocalModels } from './open-local-models'
import { openSettings } from './settings/load-settings'
import { createStoryShelf } from './stories/story-shelf'
import { openWorkPool } from './work/work-pool'

export interface Host {
  readonly api: HostApi
  /** The settings at start; each episode reads the file again. */
  readonly settings: Settings
  /** For shells that, for example, prevent sleep while episodes run. */
  watchPlayed(signal: AbortSignal): AsyncIterable<Played>
  /** Masks secret values in a shell's output. */
  readonly mask: (text: string) => string
  /** Suspends running episodes, so that they can be resumed, and ends all child processes. Idempotent. */
  close(): Promise<void>
}

/** The app without a window. Throws `bad_file` for an unusable settings file or data folder. */
export async function createHost(options: HostOptions): Promise<Host> {
  const { appRoot, dataFolder, env, now } = options
  await makeDataFolder(dataFolder)
  await restrictPermissions(dataFolder, env)
  await removeLeaseDrafts(dataFolder)
  const settings = await openSettings(options.configFile, appRoot)
  const atStart = settings.now()

  const library = new EpisodeStore(dataFolder)
  const pool = openWorkPool(options.workFile)
  const namedConfig = options.mcpConfigFile ?? atStart.mcp.config_file
  const configFile = isAbsolute(namedConfig)
    ? namedConfig
    : join(options.mcpConfigFile === null ? appRoot : process.cwd(), namedConfig)
  const secrets = openSecrets(options.secrets, env, KEY_VARIABLES)
  const { mask } = secrets
  const agreements = openAgreements({
    folder: join(machineFolder(env, process.platform), 'agreed-programs'),
    configFile,
    appRoot,
  })
  const bundles = openBundles({
    folder: join(
      machineFolder(env, process.platform),
      'bundles',
      createHash('sha256').update(configFile).digest('hex').slice(0, 16),
    ),
    platform: process.platform,
    now,
    work: pool.work,
  })
  const questions = openQuestions({
    limitMs: () => settings.now().mcp.question_timeout_seconds * 1000,
    now,
    mask,
    openAddress: options.openAddress,
  })
  const mcpOptions = {
    signIns: openSignIns(secrets),
    configFile,
    settingsFile: settings.file,
    appRoot,
    env,
    secrets,
    agreements,
    questions,
    startProgram: options.spawnFile === undefined ? undefined : spawnInThread(options.spawnFile),
    now: () => performance.now(),
  }
  const mcpConfigService = createMcpConfigService({
    ...mcpOptions,
    settings: () => settings.now().mcp,
    openAddress: options.openAddress,
  })
  const modelsChanged = new ChangeSignal()
  const localModels = openLocalModels({
    appRoot,
    env,
    settings: () => settings.now().local_models,
    canReveal: options.reveal !== undefined,
    onChange: () => modelsChanged.fire(),
    processes: options.modelProcesses,
  })
  const keys: Keys = {
    settingsAreOwn: isOwnSettings(settings.file, appRoot, env, process.platform),
    keyGrants: openKeyGrants(join(machineFolder(env, process.platform), 'key-addresses')),
    learned: openLearned(join(machineFolder(env, process.platform), 'refused-parameters')),
    secrets,
    env,
    builtIn: localModels,
    ...(options.requestGate && { gate: options.requestGate }),
  }
  const endpointAt = (baseUrl: string) => openEndpoint(baseUrl, { ...keys, settings: settings.now().llm })
  const tracing = openTracing({
    env,
    appVersion: APP_VERSION,
    toolTimeoutSeconds: atStart.mcp.tool_call_timeout_seconds,
  })
  // Watched games run in their own thread; a batch has nothing else to serve.
  const openGame: OpenOptions['openGame'] = (story, batch, rules) =>
    batch || options.gameWorkerFile === undefined
      ? openEpisodeGame(story, rules)
      : openGameThread(story, options.gameWorkerFile, rules)
  const shelf = createStoryShelf({
    bundledFolder: join(appRoot, 'build', 'story'),
    ownFolder: join(dataFolder, '.stories'),
    openGame: (story) => openGame(story, false, STORY_RULES),
  })
  const openOptions: OpenOptionsFor = async ({ newPrograms = 'refuse', keysFor }) => ({
    dataFolder,
    newPrograms,
    keysFor,
    settingsToday: await settings.readAgain(),
    appVersion: APP_VERSION,
    now,
    mcpOptions: { ...mcpOptions, ...mcpConfigService.forEpisodes },
    secrets,
    keys,
    onFault: (error) => options.onFault(maskError(error, mask)),
    observe: tracing?.observe,
    traceparentOf: tracing?.traceparentOf,
    openGame,
    signal: library.running.closing,
  })
  const runs =
    options.openExperimentRuns?.({
      appRoot,
      dataFolder,
      mcpConfigFile: configFile,
      stories: shelf.library,
      async keepOwnKeys() {
        if (keys.settingsAreOwn) await endpointAt(settings.now().llm.client_base_url).keepKeys()
      },
      whyNoModel: (ofArm) => whyNoModel(ofArm, keys),
      readSecrets: () =>
        // Sign-ins are not passed on, because a sign-in that two processes renew would become invalid.
        Object.fromEntries(
          options.secrets
            .names()
            .filter((name) => !isOwnSecret(name))
            .map((name) => [name, options.secrets.get(name) ?? '']),
        ),
      onFault: (error) => options.onFault(maskError(error, mask)),
    }) ?? null
  const refreshServers = () => mcpConfigService.refresh()

  const api: HostApi = {
    ...appApi(options, settings, keys),
    ...storyApi(shelf),
    ...startApi(options, settings, library.running, shelf.library, openOptions),
    ...episodeApi(library, shelf.library, openOptions, now, pool),
    ...libraryApi(library, pool, options),
    ...knowledgeApi(library, shelf.library, openGame, () => settings.now(), now),
    ...experimentApi(dataFolder, runs, pool.work),
    ...mcpApi(mcpConfigService, agreements, bundles, mask),
    ...registryApi(() => settings.now().mcp, bundles),
    ...bundlesApi(bundles),
    ...mcpVisitApi(mcpConfigService, mask),
    ...mcpAppApi(mcpConfigService, mask),
    ...questionApi(questions, mask),
    ...modelApi(options, settings, endpointAt, mask, library.running, shelf.library),
    ...localModelsApi(localModels, modelsChanged, options.reveal),
    ...settingsApi(settings, endpointAt, refreshServers),
    ...secretApi(secrets, keys.keyGrants, refreshServers),
  }

  let closing: Promise<void> | null = null
  const closeAll = async () => {
    await library.running.suspendAll()
    await Promise.all([mcpConfigService.close(), tracing?.close(), runs?.close(), localModels.close(), pool.close()])
  }
  return {
    api: maskErrors(api, mask),
    settings: atStart,
    watchPlayed: (signal) => watchPlayed(library.running.byId, library.changed, signal),
    mask: (text) => mask.text(text),
    close: () => (closing ??= closeAll()),
  }
}

/** Options of a shell: its paths, and functions that only the shell can provide. */
export interface HostOptions {
  readonly shell: AppInfo['shell']
  /** Folder that holds `out/`, `build/story`, `zorkgpt.toml` and `mcp_config.json`. */
  readonly appRoot: string
  readonly dataFolder: string
  /** A zorkgpt.toml or a pyproject.toml; null for the one in `appRoot`. */
  readonly configFile: string | null
  /** Overrides the `config_file` of the settings. */
  readonly mcpConfigFile: string | null
  /** The built game-worker.ts, for watched games; without it games run in the host's own thread. */
  readonly gameWorkerFile?: string
  /** The built work-thread.ts, for shells with a window; without it long work is done in the host's own thread. */
  readonly workFile?: string | undefined
  /** The built spawn-thread.ts, for shells with a window; without it servers are started in the host's own thread. */
  readonly spawnFile?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly secrets: SecretStore
  /** Opens the system's folder dialog; absent if the shell has none. Resolves to null if the user cancels. */
  readonly pickFolder?: (from: string) => Promise<string | null>
  /** Opens an address in the system's browser, for a sign-in that a person began; absent if the shell cannot. */
  readonly openAddress?: (address: string) => Promise<void>
  /** Shows a folder in the system's file manager; absent if the shell cannot. */
  readonly reveal?: (path: string) => void
  /** Absent in shells without a window. */
  readonly openExperimentRuns?: (machine: RunMachine) => ExperimentRuns
  /** See `RequestGate`; without it every request is sent at once. */
  readonly requestGate?: RequestGate
  /** Shared by the hosts of this process, so that each model is loaded only once. Closed when any of them closes. */
  readonly modelProcesses?: ModelProcesses
  readonly now: () => Date
  /** Called with a bug that the log could not record. */
  readonly onFault: (error: Error) => void
}

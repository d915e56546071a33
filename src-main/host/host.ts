import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { APP_VERSION } from '@shared/app-version'
import { whyNotSetting } from '@shared/config/describe-settings'
import type { Settings } from '@shared/config/settings'
import type { AppInfo } from '@shared/contract/app'
import type { HostApi } from '@shared/contract/contract'
import { oneAhead } from '@shared/contract/one-ahead'
import { contractError } from '@shared/contract/rpc'
import { annotate, annotationOf, titleFrom } from '@shared/episode/annotate'
import type { Annotations } from '@shared/episode/annotations'
import { PLAYER_KINDS } from '@shared/episode/event'
import { PLAYER_TRAITS } from '@shared/episode/players'
import { AnnotationWriter } from '../episodes/annotation-file'
import { readOutline } from '../episodes/read-outline'
import { eraseFromTrash, isInTrash, listTrash, moveToTrash, restoreFromTrash } from '../episodes/trash'
import { refuseOtherWriter } from '../episodes/writer-mark'
import { openEpisodeGame } from '../game/episode/episode-game'
import { openGameThread } from '../game/episode/game-thread'
import { STORY_RULES } from '../game/episode/ruled-game'
import { describeEndpoint, openEndpoint, refuseStrayKeys } from '../llm/endpoint'
import { addressOf, openKeyAddresses } from '../llm/key-addresses'
import { listModels } from '../llm/list-models'
import { createChatClient } from '../llm/openai-client'
import { probeModel } from '../llm/probe-model'
import { KEY_VARIABLES } from '../llm/profiles'
import { openAgreements } from '../mcp/agree/agreements'
import { createMcpConfigService } from '../mcp/panel/mcp-config-service'
import { openQuestions } from '../mcp/questions/questions'
import { maskError, maskErrors } from '../secrets/mask-errors'
import { openSecrets } from '../secrets/secrets'
import { openTracing } from '../telemetry/tracing'
import { closeToOthers } from './library/close-to-others'
import { isOwnSettings, machineFolder, makeDataFolder, requireWritable } from './library/data-folder'
import { readDemo, readReplayPage } from './library/shipped-files'
import { endInterrupted } from './episode/end-interrupted'
import { forkEpisode } from './episode/fork-episode'
import type { HostOptions } from './host-options'
import { defaultSettings, isError, loadSettings } from './settings/load-settings'
import { mcpCommands } from './settings/mcp-commands'
import { resumeEpisode, startEpisode } from './episode/open-episode'
import type { OpenOptions } from './episode/with-resources'
import { OpenReads } from './library/open-reads'
import { isModelReady, type Keys, PLAYER_LABELS } from './episode/players'
import { ChangeSignal } from './episode/change-signal'
import { RunningEpisodes } from './episode/running-episodes'
import { readRunFile, runFileOf, startParamsOf } from './episode/run-file'
import { readSettingsFile, saveSettingsFile } from './settings/settings-file'
import { type Remembered, StartMemory, withoutPreset, withPreset } from './settings/start-memory'
import { createStoryShelf } from './stories/story-shelf'
import { watchEpisode } from './episode/watch-episode'
import { watchLibrary } from './library/watch-library'
import { hasLog } from '../episodes/library'

export interface Host {
  readonly api: HostApi
  /** In force when it was opened; each episode reads the file anew. */
  readonly settings: Settings
  /** Suspends what runs, so that it can be resumed, and ends every process of ours. Idempotent. */
  close(): Promise<void>
}

/**
 * The product without a window: every shell calls the `api` of one of these. Throws `SettingsError` for a settings file
 * that cannot be used, and a contract error `data_folder` for a data folder that cannot be one.
 */
export async function createHost(options: HostOptions): Promise<Host> {
  const { appRoot, dataFolder, env, now } = options
  await makeDataFolder(dataFolder)
  await closeToOthers(dataFolder, env)
  const settingsFile = options.configFile ?? join(appRoot, 'zorkgpt.toml')
  /** Read again for every episode: whoever changed the file meant the next one. */
  const readSettings = async () =>
    options.configFile !== null || existsSync(settingsFile) ? loadSettings(settingsFile) : defaultSettings()
  let settings = await readSettings()

  const libraryChanged = new ChangeSignal()
  const running = new RunningEpisodes(() => libraryChanged.fire())
  const edits = new Map<string, number>()
  const openReads = new OpenReads()
  const annotationWriter = new AnnotationWriter()
  const namedConfig = options.mcpConfigFile ?? settings.mcp.config_file
  const configFile = isAbsolute(namedConfig)
    ? namedConfig
    : join(options.mcpConfigFile === null ? appRoot : process.cwd(), namedConfig)
  const secrets = openSecrets(options.secrets, env, KEY_VARIABLES)
  const agreements = openAgreements({
    folder: join(machineFolder(env, process.platform), 'agreed-programs'),
    configFile,
    appRoot,
  })
  const questions = openQuestions({
    limitMs: () => settings.mcp.question_timeout_seconds * 1000,
    now,
    mask: secrets.mask,
  })
  const mcpOptions = {
    configFile,
    settingsFile,
    appRoot,
    env,
    secrets,
    agreements,
    questions,
    now: () => performance.now(),
  }
  const mcpConfigService = createMcpConfigService({ ...mcpOptions, settings: () => settings.mcp })
  const keys: Keys = {
    settingsAreOwn: isOwnSettings(settingsFile, appRoot, env, process.platform),
    keyAddresses: openKeyAddresses(join(machineFolder(env, process.platform), 'key-addresses')),
    secrets,
    env,
  }
  const endpointAt = (baseUrl: string) => openEndpoint(baseUrl, { ...keys, settings: settings.llm })
  /** A window that asks wants to know now: what fails is not tried again. */
  const clientAt = async (baseUrl: string, keysFor: string | undefined) => {
    const endpoint = endpointAt(baseUrl)
    await refuseStrayKeys(endpoint, keysFor)
    return createChatClient({
      endpoint,
      mask: secrets.mask,
      retry: { ...settings.retry, max_retries: 0 },
      limits: settings.limits,
    })
  }
  const tracing = openTracing({
    env,
    appVersion: APP_VERSION,
    toolTimeoutSeconds: settings.mcp.tool_call_timeout_seconds,
  })
  // At the watcher's pace a game thinks in a thread of its own; a batch has nobody to hold up.
  const openGame: OpenOptions['openGame'] = (story, batch, rules) =>
    batch || options.gameWorkerFile === undefined
      ? openEpisodeGame(story, rules)
      : openGameThread(story, options.gameWorkerFile, rules)
  const shelf = createStoryShelf({
    bundledFolder: join(appRoot, 'build', 'story'),
    ownFolder: join(dataFolder, '.stories'),
    mirror: env.ZORKGPT_STORY_MIRROR,
    openGame: (story) => openGame(story, false, STORY_RULES),
  })
  const stories = shelf.library
  const memory = new StartMemory(dataFolder)
  const describeMemory = ({ last, presets, demoIsDismissed }: Remembered) => ({
    last,
    presets,
    demoIsDismissed,
    defaults: startParamsOf(settings),
  })
  const openOptions = async ({ newPrograms = 'refuse', keysFor }: Consent): Promise<OpenOptions> => ({
    dataFolder,
    newPrograms,
    keysFor,
    settings: (settings = await readSettings()),
    appVersion: APP_VERSION,
    now,
    mcpOptions: { ...mcpOptions, ...mcpConfigService.forEpisodes },
    secrets,
    keys,
    onFault: (error) => options.onFault(maskError(error, secrets.mask)),
    observe: tracing?.observe,
    openGame,
  })

  const folderOf = (id: string): string => {
    const folder = join(dataFolder, id)
    if (hasLog(folder)) return folder
    throw contractError(
      'no_episode',
      isInTrash(dataFolder, id)
        ? `Episode ${id} was deleted. It lies in the trash, and can be put back from there.`
        : `There is no episode ${id} in ${dataFolder}.`,
    )
  }
  const played = async (id: string) => {
    if (!running.isPlayed(id)) await refuseOtherWriter(folderOf(id))
    return running.get(id)
  }
  /** What lies beside or at the end of an episode at rest is another now: its row is read again. */
  const noteEdit = (id: string) => {
    edits.set(id, (edits.get(id) ?? 0) + 1)
    libraryChanged.fire()
    return {}
  }
  const changeAnnotations = async (id: string, change: (before: Annotations) => Annotations) => {
    await annotationWriter.change(folderOf(id), change)
    return noteEdit(id)
  }

  const api: HostApi = {
    async getAppInfo(): Promise<AppInfo> {
      const { profile } = endpointAt(settings.llm.client_base_url)
      const llmReady = isModelReady(settings, keys)
      const players = PLAYER_KINDS.map((kind) => ({
        kind,
        label: kind === 'mcp' && !llmReady ? `${PLAYER_LABELS.explorer}, through MCP tools` : PLAYER_LABELS[kind],
        unavailable:
          PLAYER_TRAITS[kind].isChosenModel && !llmReady
            ? `No API key for ${profile.name}: set ${profile.keyVariable}, or use a local endpoint.`
            : null,
      }))
      // Electron's types say that they are always there.
      const {
        node,
        electron,
        chrome,
      }: { readonly node: string; readonly electron?: string; readonly chrome?: string } = process.versions
      return {
        version: APP_VERSION,
        shell: options.shell,
        dataFolder,
        canPickFolders: options.pickFolder !== undefined,
        versions: { node, electron: electron ?? null, chrome: chrome ?? null },
        players,
      }
    },
    ...shelf.api,
    readStart: async () => describeMemory(await memory.read()),
    savePreset: async ({ name, params }) =>
      describeMemory(await memory.change((before) => withPreset(before, { name, params }))),
    deletePreset: async ({ name }) => describeMemory(await memory.change((before) => withoutPreset(before, name))),
    exportRun: async ({ params }) => runFileOf(params),
    importRun: async ({ text }) => readRunFile(text),
    readDemo: () => readDemo(appRoot),
    async dismissDemo() {
      await memory.change((before) => ({ ...before, demoIsDismissed: true }))
      return {}
    },
    async startEpisode({ newPrograms, keysFor, ...params }) {
      const episode = await running.open(async () => {
        // The library of stories lies in it.
        await requireWritable(dataFolder)
        return startEpisode(await stories.find(params.game), params, await openOptions({ newPrograms, keysFor }))
      })
      // What is started from a terminal is no habit of whoever uses the window. An unreadable file is told where
      // presets are asked for.
      if (options.shell !== 'cli') await memory.change((before) => ({ ...before, last: params })).catch(() => undefined)
      return { episodeId: episode.id }
    },
    async resumeEpisode({ episodeId, turnLimit, pace, pauseRules, fromLastGood = false, ...consent }) {
      await refuseOtherWriter(folderOf(episodeId))
      const open = async () =>
        resumeEpisode(
          episodeId,
          (sha256, path) => stories.findBySha256(sha256, path),
          { turnLimit, batch: pace === 'batch', pauseRules, fromLastGood },
          await openOptions(consent),
        )
      await running.takeUp(episodeId, () => running.open(open))
      return {}
    },
    async forkEpisode({ newPrograms, keysFor, ...params }) {
      const folder = folderOf(params.episodeId)
      const fork = await running.open(async () =>
        forkEpisode(
          folder,
          params,
          (sha256, path) => stories.findBySha256(sha256, path),
          await openOptions({ newPrograms, keysFor }),
        ),
      )
      return { episodeId: fork.id }
    },
    async controlEpisode({ episodeId, command }) {
      if (command === 'stop' && !running.isPlayed(episodeId)) {
        const folder = folderOf(episodeId)
        await refuseOtherWriter(folder)
        await running.takeUp(episodeId, () => endInterrupted(episodeId, folder, now))
        return noteEdit(episodeId)
      }
      ;(await played(episodeId)).control(command)
      return {}
    },
    async setPauseRules({ episodeId, rules }) {
      ;(await played(episodeId)).setPauseRules(rules)
      return {}
    },
    readVocabulary: async ({ episodeId }) => (await played(episodeId)).vocabulary(),
    async submitAction({ episodeId, action, reasoning = '' }) {
      if (!(await played(episodeId)).submit(action, reasoning))
        throw contractError('not_waiting', `Episode ${episodeId} is not waiting for an action of yours.`)
      return {}
    },
    renameEpisode: ({ episodeId, title }) =>
      changeAnnotations(episodeId, (before) => ({ ...before, title: titleFrom(title) })),
    annotateTurn: ({ episodeId, turn, change }) =>
      changeAnnotations(episodeId, (before) => annotate(before, { ...annotationOf(before, turn), ...change })),
    async deleteEpisode({ episodeId }) {
      folderOf(episodeId)
      await running.settle(episodeId)
      if (running.isPlayed(episodeId))
        throw contractError('running', `Episode ${episodeId} is running. Stop it before you delete it.`)
      await moveToTrash(dataFolder, episodeId)
      libraryChanged.fire()
      return {}
    },
    async restoreEpisode({ episodeId }) {
      await restoreFromTrash(dataFolder, episodeId)
      libraryChanged.fire()
      return {}
    },
    readTrash: () => listTrash(dataFolder),
    async eraseEpisodes({ episodeIds }) {
      await eraseFromTrash(dataFolder, episodeIds)
      return {}
    },
    readReplayPage: () => readReplayPage(appRoot),
    ...mcpCommands(mcpConfigService, agreements, questions, secrets.mask),
    async pickFolder({ from }) {
      if (!options.pickFolder)
        throw contractError('no_dialog', 'There is no dialog for folders here: write the path of the folder.')
      return { path: await options.pickFolder(from) }
    },
    describeEndpoint: async ({ baseUrl, model }) => describeEndpoint(endpointAt(baseUrl), model),
    listModels: async ({ baseUrl, keysFor }) =>
      listModels(await clientAt(baseUrl, keysFor), baseUrl, AbortSignal.timeout(MODEL_LIST_LIMIT_MS)),
    readSettings: async () => readSettingsFile(settingsFile),
    checkSetting: async ({ path, value }) => whyNotSetting(path, value),
    async saveSettings({ version, changes }) {
      const saved = await saveSettingsFile(settingsFile, version, changes)
      if (!saved.problems.some(isError)) settings = await readSettings()
      // Whoever writes into the page of the endpoint has it before their eyes.
      if (changes.some(({ path }) => ADDRESSED.has(path))) await endpointAt(settings.llm.client_base_url).giveKeys()
      mcpConfigService.refresh()
      return saved
    },
    async setSecret({ name, value, address }) {
      secrets.set(name, value)
      if (address !== undefined) await keys.keyAddresses.give(name, addressOf(address))
      mcpConfigService.refresh()
      return {}
    },
    listSecrets: async () => secrets.list(),
    async deleteSecret({ name }) {
      secrets.delete(name)
      mcpConfigService.refresh()
      return {}
    },

    watchLibrary: (_params, signal) =>
      watchLibrary(
        { dataFolder, running: running.byId, edits, changed: libraryChanged, makeWay: () => openReads.makeWay(signal) },
        signal,
      ),
    async *readOutline({ episodeId, aroundTurn }, signal) {
      yield* openReads.during(
        oneAhead(readOutline(folderOf(episodeId), aroundTurn, running.byId.has(episodeId), signal)),
      )
    },
    watchEpisode({ episodeId, fromSeq, draftLength = 0, asLines = false }, signal) {
      return openReads.during(
        watchEpisode(
          folderOf(episodeId),
          () => running.byId.get(episodeId)?.recorder ?? null,
          { fromSeq, draftLength, asLines },
          signal,
        ),
        ({ live }) => live,
      )
    },
    async *probeModel({ baseUrl, model, keysFor }, signal) {
      yield* probeModel(await clientAt(baseUrl, keysFor), model, signal, () => performance.now())
    },
  }

  let closing: Promise<void> | null = null
  const closeAll = async () => {
    shelf.close()
    await running.suspendAll()
    await Promise.all([mcpConfigService.close(), tracing?.close()])
  }
  return { api: maskErrors(api, secrets.mask), settings, close: () => (closing ??= closeAll()) }
}

type Consent = Pick<Partial<OpenOptions>, 'newPrograms' | 'keysFor'>

/** Settings that say where a model is asked and with what. */
const ADDRESSED: ReadonlySet<string> = new Set(['llm.client_base_url', 'llm.api_key', 'llm.headers'])

/** The endpoint's own limit is shorter; this one is for an address that takes no connection. */
const MODEL_LIST_LIMIT_MS = 15_000

import { existsSync } from 'node:fs'
import { access, constants, mkdir } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { APP_VERSION } from '@shared/app-version'
import { whyNotSetting } from '@shared/config/describe-settings'
import type { Settings } from '@shared/config/settings'
import type { AppInfo, HostApi, NewPrograms } from '@shared/contract/contract'
import { oneAhead } from '@shared/contract/one-ahead'
import { contractError } from '@shared/contract/rpc'
import { annotate, annotationOf, titleFrom } from '@shared/episode/annotate'
import type { Annotations } from '@shared/episode/annotations'
import { AnnotationWriter } from '../episodes/annotation-file'
import { LOG_FILE } from '../episodes/episode-log'
import { exportLog } from '../episodes/export-log'
import { readTurns } from '../episodes/log-index'
import { readOutline } from '../episodes/read-outline'
import { searchLog } from '../episodes/search-log'
import { eraseFromTrash, isInTrash, listTrash, moveToTrash, restoreFromTrash } from '../episodes/trash'
import { refuseOtherWriter } from '../episodes/writer-mark'
import { openEpisodeGame } from '../game/episode-game'
import { openGameThread } from '../game/game-thread'
import { STORY_RULES } from '../game/ruled-game'
import { describeEndpoint, openEndpoint } from '../llm/endpoint'
import { listModels } from '../llm/list-models'
import { createChatClient } from '../llm/openai-client'
import { probeModel } from '../llm/probe-model'
import { KEY_VARIABLES } from '../llm/profiles'
import { openAgreements } from '../mcp/agreements'
import { createMcpPanel } from '../mcp/mcp-panel'
import { maskError, maskErrors } from '../secrets/mask-errors'
import { openSecrets } from '../secrets/secrets'
import { openTracing } from '../telemetry/tracing'
import { machineFolder } from './data-folder'
import { readDemo } from './demo'
import { endInterrupted } from './end-interrupted'
import { forkEpisode } from './fork-episode'
import type { HostOptions } from './host-options'
import { defaultSettings, loadSettings } from './load-settings'
import { mcpCommands } from './mcp-commands'
import { resumeEpisode, startEpisode } from './open-episode'
import type { OpenOptions } from './open-parts'
import { Openings } from './openings'
import { isModelReady, PLAYER_LABELS } from './players'
import { Pulse } from './pulse'
import { readReplayPage } from './replay-page'
import { RunningEpisodes } from './running-episodes'
import { readRunFile, runFileOf, startParamsOf } from './run-file'
import { readSettingsFile, saveSettingsFile } from './settings-file'
import { type Remembered, renamedPreset, StartMemory, withoutPreset, withPreset } from './start-memory'
import { createStoryShelf } from './story-shelf'
import { watchEpisode } from './watch-episode'
import { watchLibrary } from './watch-library'

export interface Host {
  readonly api: HostApi
  /** In force when it was opened; each episode reads the file anew. */
  readonly settings: Settings
  /** Suspends what runs, so that it can be resumed, and ends every process of ours. Idempotent. */
  close(): Promise<void>
}

/** The product without a window: every shell calls the `api` of one of these. Throws `SettingsError` for a settings file that cannot be used. */
export async function createHost(options: HostOptions): Promise<Host> {
  const { appRoot, dataFolder, env, now } = options
  const settingsFile = options.configFile ?? join(appRoot, 'zorkgpt.toml')
  /** Read again for every episode: whoever changed the file meant the next one. */
  const readSettings = async () => (options.configFile !== null || existsSync(settingsFile) ? loadSettings(settingsFile) : defaultSettings())
  let settings = await readSettings()

  const libraryChanged = new Pulse()
  const running = new RunningEpisodes(() => libraryChanged.fire())
  const edits = new Map<string, number>()
  const openings = new Openings()
  const annotationWriter = new AnnotationWriter()
  const namedConfig = options.mcpConfigFile ?? settings.mcp.config_file
  const configFile = isAbsolute(namedConfig) ? namedConfig : join(options.mcpConfigFile === null ? appRoot : process.cwd(), namedConfig)
  const secrets = openSecrets(options.secrets, env, KEY_VARIABLES)
  const agreements = openAgreements({ folder: join(machineFolder(env, process.platform), 'agreed-programs'), configFile, appRoot })
  const mcpOptions = { configFile, appRoot, env, secrets, agreements, now: () => performance.now() }
  const mcpPanel = createMcpPanel({ ...mcpOptions, settings: () => settings.mcp })
  const endpointAt = (baseUrl: string) => openEndpoint(baseUrl, settings.llm, secrets, env)
  /** A window that asks wants to know now: what fails is not tried again. */
  const clientAt = (baseUrl: string) => createChatClient({ endpoint: endpointAt(baseUrl), mask: secrets.mask, retry: { ...settings.retry, max_retries: 0 } })
  const tracing = openTracing({ env, appVersion: APP_VERSION, toolTimeoutSeconds: settings.mcp.tool_call_timeout_seconds })
  // At the watcher's pace a game thinks in a thread of its own; a batch has nobody to hold up.
  const openGame: OpenOptions['openGame'] = (story, batch, rules) => (batch || options.gameWorkerFile === undefined ? openEpisodeGame(story, rules) : openGameThread(story, options.gameWorkerFile, rules))
  const shelf = createStoryShelf({ bundledFolder: join(appRoot, 'build', 'story'), ownFolder: join(dataFolder, '.stories'), mirror: env.ZORKGPT_STORY_MIRROR, openGame: (story) => openGame(story, false, STORY_RULES) })
  const stories = shelf.library
  const memory = new StartMemory(join(dataFolder, '.start.json'))
  const describeMemory = ({ last, presets, demoIsDismissed }: Remembered) => ({ last, presets, demoIsDismissed, defaults: startParamsOf(settings) })
  const openOptions = async (newPrograms: NewPrograms = 'refuse'): Promise<OpenOptions> => ({ dataFolder, newPrograms, settings: (settings = await readSettings()), appVersion: APP_VERSION, now, mcpOptions: { ...mcpOptions, ...mcpPanel.forEpisodes }, secrets, env, onFault: (error) => options.onFault(maskError(error, secrets.mask)), observe: tracing?.observe, openGame })

  const folderOf = (id: string): string => {
    const folder = join(dataFolder, id)
    if (existsSync(join(folder, LOG_FILE))) return folder
    throw contractError('no_episode', isInTrash(dataFolder, id) ? `Episode ${id} was deleted. It lies in the trash, and can be put back from there.` : `There is no episode ${id} in ${dataFolder}.`)
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
      const llmReady = isModelReady(settings, secrets, env)
      const players = Object.entries(PLAYER_LABELS).map(([kind, label]) => ({
        kind: kind as keyof typeof PLAYER_LABELS,
        label: kind === 'mcp' && !llmReady ? `${PLAYER_LABELS.explorer}, through MCP tools` : label,
        unavailable: kind === 'llm' && !llmReady ? `No API key for ${profile.name}: set ${profile.keyVariable}, or use a local endpoint.` : null,
      }))
      // Electron's types say that they are always there.
      const { node, electron, chrome }: { readonly node: string; readonly electron?: string; readonly chrome?: string } = process.versions
      return { version: APP_VERSION, shell: options.shell, dataFolder, canPickFolders: options.pickFolder !== undefined, versions: { node, electron: electron ?? null, chrome: chrome ?? null }, players }
    },
    ...shelf.api,
    readStart: async () => describeMemory(await memory.read()),
    savePreset: async ({ name, params }) => describeMemory(await memory.change((before) => withPreset(before, { name, params }))),
    renamePreset: async ({ name, to }) => describeMemory(await memory.change((before) => renamedPreset(before, name, to))),
    deletePreset: async ({ name }) => describeMemory(await memory.change((before) => withoutPreset(before, name))),
    exportRun: async ({ params }) => runFileOf(params),
    importRun: async ({ text }) => readRunFile(text),
    readDemo: () => readDemo(appRoot),
    async dismissDemo() {
      await memory.change((before) => ({ ...before, demoIsDismissed: true }))
      return {}
    },
    async startEpisode({ newPrograms, ...params }) {
      const episode = await running.open(async () => {
        // The library of stories lies in it.
        await checkDataFolder(dataFolder)
        return startEpisode(await stories.find(params.game), params, await openOptions(newPrograms))
      })
      // What is started from a terminal is no habit of whoever uses the window. An unreadable file is told where presets are asked for.
      if (options.shell !== 'cli') await memory.change((before) => ({ ...before, last: params })).catch(() => undefined)
      return { episodeId: episode.id }
    },
    async resumeEpisode({ episodeId, turnLimit, pace, pauseRules = null, newPrograms }) {
      await refuseOtherWriter(folderOf(episodeId))
      const open = async () => resumeEpisode(episodeId, (sha256, path) => stories.findBySha256(sha256, path), { turnLimit, batch: pace === 'batch', pauseRules }, await openOptions(newPrograms))
      await running.takeUp(episodeId, () => running.open(open))
      return {}
    },
    async forkEpisode({ newPrograms, ...params }) {
      const folder = folderOf(params.episodeId)
      const fork = await running.open(async () => forkEpisode(folder, params, (sha256, path) => stories.findBySha256(sha256, path), await openOptions(newPrograms)))
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
    readTurns: async ({ episodeId, fromTurn, toTurn }) => ({ bytes: await readTurns(folderOf(episodeId), fromTurn, toTurn, running.byId.has(episodeId)) }),
    readVocabulary: async ({ episodeId }) => (await played(episodeId)).vocabulary(),
    async submitAction({ episodeId, action, reasoning = '' }) {
      if (!(await played(episodeId)).submit(action, reasoning)) throw contractError('not_waiting', `Episode ${episodeId} is not waiting for an action of yours.`)
      return {}
    },
    renameEpisode: ({ episodeId, title }) => changeAnnotations(episodeId, (before) => ({ ...before, title: titleFrom(title) })),
    annotateTurn: ({ episodeId, turn, change }) => changeAnnotations(episodeId, (before) => annotate(before, { ...annotationOf(before, turn), ...change })),
    async deleteEpisode({ episodeId }) {
      const folder = folderOf(episodeId)
      if (running.isPlayed(episodeId)) throw contractError('running', `Episode ${episodeId} is running. Stop it before you delete it.`)
      await refuseOtherWriter(folder)
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
    ...mcpCommands(mcpPanel, agreements, secrets.mask),
    async pickFolder({ from }) {
      if (!options.pickFolder) throw contractError('no_dialog', 'There is no dialog for folders here: write the path of the folder.')
      return { path: await options.pickFolder(from) }
    },
    describeEndpoint: async ({ baseUrl, model }) => describeEndpoint(endpointAt(baseUrl), model),
    listModels: ({ baseUrl }) => listModels(clientAt(baseUrl), baseUrl, AbortSignal.timeout(MODEL_LIST_LIMIT_MS)),
    readSettings: async () => readSettingsFile(settingsFile),
    checkSetting: async ({ path, value }) => whyNotSetting(path, value),
    async saveSettings({ version, changes }) {
      const saved = await saveSettingsFile(settingsFile, version, changes)
      if (saved.problems.length === 0) settings = await readSettings()
      mcpPanel.refresh()
      return saved
    },
    async setSecret({ name, value }) {
      secrets.set(name, value)
      mcpPanel.refresh()
      return {}
    },
    listSecrets: async () => secrets.list(),
    async deleteSecret({ name }) {
      secrets.delete(name)
      mcpPanel.refresh()
      return {}
    },

    watchLibrary: (_params, signal) => watchLibrary({ dataFolder, running: running.byId, edits, changed: libraryChanged, makeWay: () => openings.makeWay(signal) }, signal),
    async *readOutline({ episodeId, aroundTurn }, signal) {
      yield* openings.during(oneAhead(readOutline(folderOf(episodeId), aroundTurn, running.byId.has(episodeId), signal)))
    },
    searchEpisode: ({ episodeId, search }, signal) => oneAhead(searchLog(folderOf(episodeId), search, running.byId.has(episodeId), signal)),
    exportEpisode: ({ episodeId, ...asked }, signal) => oneAhead(exportLog(folderOf(episodeId), asked, running.byId.has(episodeId), signal)),
    watchEpisode({ episodeId, fromSeq, draftLength = 0, asLines = false }, signal) {
      return openings.during(watchEpisode(folderOf(episodeId), () => running.byId.get(episodeId)?.recorder ?? null, { fromSeq, draftLength, asLines }, signal), ({ live }) => live)
    },
    probeModel: ({ baseUrl, model }, signal) => probeModel(clientAt(baseUrl), model, signal, () => performance.now()),
  }

  let closing: Promise<void> | null = null
  const closeAll = async () => {
    shelf.close()
    await running.suspendAll()
    await Promise.all([mcpPanel.close(), tracing?.close()])
  }
  return { api: maskErrors(api, secrets.mask), settings, close: () => (closing ??= closeAll()) }
}

/** The endpoint's own limit is shorter; this one is for an address that takes no connection. */
const MODEL_LIST_LIMIT_MS = 15_000

async function checkDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (error) {
    throw contractError('data_folder', `The data folder ${folder} cannot be written (${(error as NodeJS.ErrnoException).code}). Choose another with --data, or make it writable.`)
  }
}

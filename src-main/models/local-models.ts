import { readFile, statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { ExpectedError, messageOf } from '@shared/base/expected-error'
import { parseJson } from '@shared/base/json/bound-json'
import { whyNotValidIn } from '@shared/base/why-not-valid'
import type { ListedModel, LocalModel, LocalModels, LocalServer } from '@shared/contract/local-models'
import type { WeightsFile } from '@shared/episode/log/event'
import { fitOf, isTooSmallToPlayWell, memoryNeeded } from '@shared/models/fit'
import { goodModels, type GoodModel } from '@shared/models/good-models'
import type { Settings } from '@shared/settings/settings'
import { createBuiltInFetch } from './process/built-in-fetch'
import { contextOf, ModelProcesses, type RunSettings } from './process/model-processes'
import { takesTools } from './runtime/chat-prompt'
import { hasBinding } from './runtime/native-model'
import { findServers, type KnownServer, USUAL_SERVERS } from './servers/find-servers'
import { nameOfDownload } from './store/download'
import { Downloads } from './store/downloads'
import { type ModelFile, ModelFolder } from './store/model-folder'
import { Uploads } from './store/uploads'

interface LocalModelsOptions {
  readonly folder: string
  /** The app's own list, build/models/good-models.json. */
  readonly ownList: string
  readonly settings: () => Settings['local_models']
  readonly workerFile: string
  readonly processes: ModelProcesses
  readonly canReveal: boolean
  readonly onChange: () => void
  readonly servers?: readonly KnownServer[]
}

/** The models on this computer, for all shells. */
export class LocalModelsService {
  readonly folder: ModelFolder
  readonly processes: ModelProcesses
  readonly downloads: Downloads
  readonly uploads: Uploads
  /** See `createBuiltInFetch`. */
  readonly send: typeof fetch
  readonly #options: LocalModelsOptions

  constructor(options: LocalModelsOptions) {
    const { settings, processes, onChange } = options
    this.#options = options
    this.folder = new ModelFolder(options.folder)
    this.processes = processes
    this.uploads = new Uploads(this.folder)
    this.downloads = new Downloads({
      folder: this.folder,
      address: () => settings().download_address,
      contextTokens: () => settings().context_tokens,
      onChange,
    })
    this.send = createBuiltInFetch({
      folder: this.folder,
      processes: this.processes,
      settings: () => this.runSettings(),
    })
  }

  runSettings(): RunSettings {
    const { context_tokens: contextTokens, threads } = this.#options.settings()
    return { contextTokens, threads }
  }

  async describeAll(): Promise<LocalModels> {
    const { models, unusable } = await this.folder.list()
    const listed = await this.listGoodModels()
    return {
      folder: this.folder.path,
      canReveal: this.#options.canReveal,
      unavailable: hasBinding(this.#options.workerFile)
        ? null
        : `This app has no llama.cpp for ${process.platform} on ${process.arch}.`,
      memoryBytes: totalmem(),
      freeBytes: await freeBytesOf(this.folder.path),
      models: models.map((model) => this.#describe(model, listed)),
      unusable,
      listed: await Promise.all(listed.map((model) => this.#describeListed(model, models))),
    }
  }

  /** Rejects with `bad_file` if the list, or the one named in the settings, cannot be read. */
  async listGoodModels(): Promise<readonly GoodModel[]> {
    const file = this.#options.settings().list_file || this.#options.ownList
    const list = await readFile(file, 'utf8')
      .then((text) => goodModels.safeParse(parseJson(text)))
      .catch((error: unknown) => {
        throw new ExpectedError('bad_file', `The list of models ${file} cannot be read: ${messageOf(error)}`)
      })
    if (!list.success)
      throw new ExpectedError('bad_file', `The list of models ${file}: ${whyNotValidIn('list', list.error)}`)
    return list.data
  }

  /** Rejects with `not_found`. */
  async listedModel(id: string): Promise<GoodModel> {
    const listed = await this.listGoodModels()
    const found = listed.find((model) => model.id === id)
    if (found) return found
    const ids = listed.map((model) => model.id).join(', ')
    throw new ExpectedError('not_found', `The list of models has no "${id}". It has: ${ids}.`)
  }

  findServers(): Promise<readonly LocalServer[]> {
    return findServers(this.#options.servers ?? USUAL_SERVERS)
  }

  /** The model for the log. Computes the hash of the file if it is unknown, which takes seconds. */
  async describe(name: string): Promise<WeightsFile> {
    const { header, sizeBytes } = await this.folder.find(name)
    const sha256 = await this.folder.hashOf(name, this.#closing.signal)
    const { quantization, parameters } = header
    return { sha256, quantization, size_bytes: sizeBytes, parameters }
  }

  /** Rejects with `running` while the model answers. */
  async remove(name: string): Promise<void> {
    if (this.processes.isBusy(name))
      throw new ExpectedError('running', `The model ${name} is in use. Stop its episode first.`)
    await this.processes.end(name)
    await this.folder.remove(name)
    this.#options.onChange()
  }

  readonly #closing = new AbortController()

  async close(): Promise<void> {
    this.#closing.abort(new ExpectedError('not_possible', 'The host is closing.'))
    await Promise.all([this.downloads.close(), this.uploads.close(), this.processes.close()])
  }

  #describe(model: ModelFile, listed: readonly GoodModel[]): LocalModel {
    const { name, header, sizeBytes, sha256, isInPlace } = model
    const settings = this.runSettings()
    const memoryBytes = memoryNeeded({ sizeBytes, ...header }, contextOf(header, settings))
    const state = this.processes.stateOf(name)
    return {
      name,
      title: header.title ?? name,
      architecture: header.architecture,
      quantization: header.quantization,
      parameters: header.parameters,
      sizeBytes,
      contextTokens: contextOf(header, settings),
      memoryBytes,
      fit: fitOf(memoryBytes, totalmem()),
      isTooSmall: isTooSmallToPlayWell(header.parameters),
      takesTools: takesTools(header.template),
      sha256,
      verified: sha256 !== null && listed.some((one) => one.sha256 === sha256) ? 'listed' : 'none',
      isInPlace,
      state: state?.kind ?? 'idle',
      loadedShare: state?.kind === 'loading' ? state.share : 0,
    }
  }

  async #describeListed(model: GoodModel, models: readonly ModelFile[]): Promise<ListedModel> {
    const memoryBytes = memoryNeeded(model, this.runSettings().contextTokens)
    const own = models.find(({ name, sha256 }) => name === nameOfDownload(model) || (sha256 && sha256 === model.sha256))
    return {
      ...model,
      memoryBytes,
      fit: fitOf(memoryBytes, totalmem()),
      isTooSmall: isTooSmallToPlayWell(model.parameters),
      installedAs: own?.name ?? null,
      download: await this.downloads.stateOf(model),
    }
  }
}

/** Free bytes on the disk of the folder, or of the nearest existing folder above it; null if unknown. */
async function freeBytesOf(folder: string): Promise<number | null> {
  for (let path = folder; ; path = `${path}/..`) {
    const stats = await statfs(path).catch(() => null)
    if (stats) return stats.bavail * stats.bsize
    if (path.length > folder.length + 60) return null
  }
}

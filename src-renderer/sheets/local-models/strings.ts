import type { ListedModel, LocalModel, ModelDownload } from '@shared/contract/local-models'
import { count, formatCompact, formatNumber, formatShare, formatSpan, formatTenths } from '../../kit/text/format'

const size = (bytes: number) => (bytes < 1e9 ? `${formatNumber(bytes / 1e6)} MB` : `${formatTenths(bytes / 1e9)} GB`)
const FIT = {
  fits: null,
  tight: 'tight on this computer: close other programs',
  too_large: 'more than this computer has',
} as const

export const localModelStrings = {
  title: 'Models on this computer',
  intro:
    'An AI plays here without an account or a key, and what it reads and writes stays on this computer. It answers in seconds to minutes, because an ordinary processor runs it.',
  reading: 'Looking for models…',

  installed: 'Ready to play',
  none: 'No model yet. Download one below, or add a file.',
  play: 'Play',
  playModel: (title: string) => `Play with ${title}`,
  facts: ({ name, quantization, parameters, sizeBytes, isInPlace }: LocalModel) =>
    [
      name,
      `${formatCompact(parameters)} parameters`,
      quantization,
      `${size(sizeBytes)}${isInPlace ? ', used where it is' : ''}`,
    ].join(' · '),
  memory: ({ memoryBytes, fit }: Pick<LocalModel, 'memoryBytes' | 'fit'>) =>
    [`Needs ${size(memoryBytes)} of memory`, FIT[fit]].filter((fact) => fact !== null).join(', '),
  tooSmall: 'Too small to play well',
  loading: (share: number) => `Loading, ${formatShare(share)}`,
  loaded: 'In memory',
  unload: 'Free its memory',
  unloadModel: (title: string) => `Free the memory of ${title}`,
  notVerified: 'Its hash is not in the list of models',
  remove: 'Remove…',
  removeModel: (title: string) => `Remove ${title}`,
  removeQuestion: ({ title, sizeBytes, isInPlace }: LocalModel) =>
    isInPlace
      ? `Remove ${title} from this list? Its file stays where it is.`
      : `Delete ${title}? Its ${size(sizeBytes)} must be downloaded again.`,
  removeNow: 'Remove',
  keep: 'Cancel',
  unusable: 'Files that cannot be used',

  listed: 'To download',
  offerFacts: ({ licence, sizeBytes }: ListedModel) => `${size(sizeBytes)} · ${licence}`,
  download: 'Download',
  downloadModel: (title: string) => `Download ${title}`,
  pause: 'Pause',
  pauseModel: (title: string) => `Pause the download of ${title}`,
  resume: 'Continue',
  resumeModel: (title: string) => `Continue the download of ${title}`,
  cancel: 'Cancel',
  cancelModel: (title: string) => `Cancel the download of ${title} and delete the received part`,
  progressOf: (title: string) => `Download of ${title}`,
  progress: ({ state, receivedBytes, bytesPerSecond }: ModelDownload, sizeBytes: number) => {
    const received = `${size(receivedBytes)} of ${size(sizeBytes)}`
    if (state === 'checking') return `Checking the received part: ${received}`
    if (state === 'paused') return `Paused: ${received}`
    if (state === 'failed') return `Stopped: ${received}`
    if (bytesPerSecond === null || bytesPerSecond <= 0) return received
    const left = formatSpan(((sizeBytes - receivedBytes) / bytesPerSecond) * 1000)
    return `${received} · ${formatTenths(bytesPerSecond / 1e6)} MB/s · ${left} left`
  },
  isReady: (title: string) => `${title} is ready to play.`,

  servers: 'Servers that run here',
  searching: 'Looking for Ollama, LM Studio, llama.cpp, vLLM and Jan…',
  noServers: 'None of Ollama, LM Studio, llama.cpp, vLLM and Jan answers on its usual port.',
  searchAgain: 'Look again',
  otherServer: (baseUrl: string) => `A program at ${baseUrl}`,
  serverModels: (models: number) => count(models, 'model', 'models'),
  modelOf: (server: string) => `Model of ${server}`,
  use: 'Use',
  useServer: (server: string) => `Play with a model of ${server}`,

  add: 'Add a file',
  addHint: 'Any instruct model as one GGUF file. A chosen file is copied; one that is named by its path is used there.',
  choose: 'Choose a file…',
  copying: (fileName: string) => `Copy of ${fileName}`,
  path: 'Path of a GGUF file',
  addPath: 'Add',
  added: (name: string) => `${name} was added.`,

  computer: ({ memoryBytes, freeBytes }: { readonly memoryBytes: number; readonly freeBytes: number | null }) =>
    `This computer has ${size(memoryBytes)} of memory${freeBytes === null ? '' : `, and ${size(freeBytes)} free on the disk of the models`}.`,
  folder: 'Folder',
  reveal: 'Show folder',
} as const

import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { bindingName } from './binding-name'

/** A loaded model with one context. This is the whole interface to llama.cpp, which tests replace. */
export interface NativeModel {
  /** In tokens, request and answer together. */
  readonly contextLength: number
  /** The tokens at the beginning and end of a text, as text for chat templates. */
  readonly special: { readonly bos: string; readonly eos: string }
  /** Renders a chat template with llama.cpp's own engine. Throws if the template refuses its values. */
  render(template: string, values: Readonly<Record<string, unknown>>): string
  /** Recognizes special tokens in the text. */
  tokenize(text: string): Uint32Array
  textOf(tokens: readonly number[]): string
  /** Whether the token ends an answer. */
  isEnd(token: number): boolean
  /** Evaluates at most `MAX_BATCH` tokens from position `at` on. */
  evaluate(tokens: Uint32Array, at: number): Promise<void>
  /** Forgets the tokens from position `from` on. False if the model can only forget all tokens. */
  forgetFrom(from: number): boolean
  /** Starts sampling after the last evaluated token. `next` resolves to null if the grammar allows no token. */
  startSampling(sampling: NativeSampling): NativeSampler
}

export interface NativeSampling {
  readonly temperature: number
  readonly topP: number
  readonly topK: number
  readonly minP: number
  readonly seed: number
  /** GBNF with the rule `root`; null for free text. */
  readonly grammar: string | null
}

export interface NativeSampler {
  next(): Promise<number | null>
  close(): void
}

/** Maximum number of tokens per evaluation, so that progress and cancellation take effect within seconds. */
export const MAX_BATCH = 128

export interface LoadOptions {
  readonly file: string
  readonly contextTokens: number
  /** 0: the number that llama.cpp chooses. */
  readonly threads: number
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** The reason why llama.cpp refused a model, from its log if possible. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
}

/** Loads llama.cpp and a model. Rejects with a `LoadError`. */
export async function loadNativeModel(options: LoadOptions): Promise<NativeModel> {
  const { file, contextTokens, threads, onProgress } = options
  let firstError = ''
  const llama = openBinding((text) => void (firstError ||= text))
  const refuse = async (otherwise: string) => {
    await setTimeout(LOG_MS)
    throw new LoadError(firstError || otherwise)
  }
  await llama.init()
  const model = new llama.AddonModel(file, {
    addonExports: llama,
    useMmap: true,
    gpuLayers: llama.getGpuType() === false ? 0 : ALL_LAYERS,
    onLoadProgress: onProgress,
  })
  if (!(await model.init())) await refuse('llama.cpp cannot read it')
  const context = new llama.AddonContext(model, {
    contextSize: contextTokens,
    batchSize: MAX_BATCH,
    sequences: 1,
    flashAttention: 'auto',
    // Needed to reuse the beginning of the previous prompt.
    swaFullCache: true,
    threads: threads || llama.getMathCores(),
  })
  if (!(await context.init())) await refuse('there is not enough memory for its context')
  return wrap(llama, model, context)
}

const ALL_LAYERS = 999
/** Log lines arrive from another thread after the result. */
const LOG_MS = 50

function wrap(llama: Binding, model: AddonModel, context: AddonContext): NativeModel {
  let logits = -1
  const textOfToken = (token: number) => (token < 0 ? '' : model.getTokenString(token))
  const renderers = new Map<string, { render(values: Readonly<Record<string, unknown>>): string }>()
  return {
    contextLength: context.getContextSize(),
    special: { bos: textOfToken(model.tokenBos()), eos: textOfToken(model.tokenEos()) },
    render(template, values) {
      const renderer = renderers.get(template) ?? new llama.AddonJinjaRenderer(template)
      renderers.set(template, renderer)
      return renderer.render(values)
    },
    tokenize: (text) => model.tokenize(text, true),
    textOf: (tokens) => model.detokenize(Uint32Array.from(tokens), false),
    isEnd: (token) => model.isEogToken(token),
    async evaluate(tokens, at) {
      context.initBatch(tokens.length)
      const [last = -1] = context.addToBatch(SEQUENCE, at, tokens, Uint32Array.of(tokens.length - 1))
      await context.decodeBatch()
      logits = last
    },
    forgetFrom: (from) => context.removeTokenCellsFromSequence(SEQUENCE, from, -1),
    startSampling({ grammar, ...sampling }) {
      const sampler = new llama.AddonSampler(model)
      const rules = grammar === null ? null : new llama.AddonGrammar(grammar, { addonExports: llama })
      const state = rules && new llama.AddonGrammarEvaluationState(model, rules)
      sampler.applyConfig({ ...sampling, ...(state && { grammarEvaluationState: state }) })
      return {
        async next() {
          const token = await context.sampleToken(logits, sampler)
          return token === -1 ? null : token
        },
        close: () => sampler.dispose(),
      }
    },
  }
}

/** The only sequence of the context. */
const SEQUENCE = 0

/** Severities of llama.cpp's log: 1 is fatal, 2 an error. */
const ERROR_LEVEL = 2

function openBinding(onError: (text: string) => void): Binding {
  const name = bindingName()
  const folder = name === null ? null : bindingFolder(name, import.meta.url)
  if (folder === null) throw new LoadError(`this app has no llama.cpp for ${process.platform} on ${process.arch}`)
  const llama = createRequire(import.meta.url)(join(folder, 'llama-addon.node')) as Binding
  llama.setLogger((level, text) => {
    if (level <= ERROR_LEVEL) onError(text.trim())
  })
  llama.setLoggerLogLevel(ERROR_LEVEL)
  llama.loadBackends()
  // The libraries for this processor are beside the binding.
  if (llama.getGpuType() === undefined) llama.loadBackends(folder)
  return llama
}

function bindingFolder(name: string, from: string): string | null {
  try {
    const main = createRequire(from).resolve(`@node-llama-cpp/${name}`)
    return join(dirname(main), '..', 'bins', name)
  } catch {
    return null
  }
}

/** Whether `file` can load llama.cpp. In a packed app the host is in an archive, and the binding beside it. */
export const hasBinding = (file: string = import.meta.url): boolean => {
  const name = bindingName()
  return name !== null && bindingFolder(name, file) !== null
}

/**
 * The used part of the binding, the native module of node-llama-cpp 3.21.1, which declares it in its AddonTypes. The
 * rest of that package adds 56 MB and 87 packages, and is not needed.
 */
interface Binding {
  readonly AddonModel: new (
    file: string,
    options: {
      readonly addonExports: Binding
      readonly useMmap: boolean
      readonly gpuLayers: number
      readonly onLoadProgress: (share: number) => void
    },
  ) => AddonModel
  readonly AddonContext: new (
    model: AddonModel,
    options: {
      readonly contextSize: number
      readonly batchSize: number
      readonly sequences: number
      readonly flashAttention: 'auto'
      readonly swaFullCache: boolean
      readonly threads: number
    },
  ) => AddonContext
  readonly AddonSampler: new (model: AddonModel) => AddonSampler
  readonly AddonGrammar: new (grammar: string, options: { readonly addonExports: Binding }) => AddonGrammar
  readonly AddonGrammarEvaluationState: new (model: AddonModel, grammar: AddonGrammar) => AddonGrammarState
  readonly AddonJinjaRenderer: new (template: string) => { render(values: Readonly<Record<string, unknown>>): string }
  setLogger(logger: (level: number, text: string) => void): void
  setLoggerLogLevel(level: number): void
  loadBackends(folder?: string): void
  /** Undefined before a backend is loaded; false without a GPU. */
  getGpuType(): string | false | undefined
  getMathCores(): number
  init(): Promise<void>
}

interface AddonModel {
  init(): Promise<boolean>
  tokenize(text: string, specialTokens: boolean): Uint32Array
  detokenize(tokens: Uint32Array, specialTokens: boolean): string
  tokenBos(): number
  tokenEos(): number
  getTokenString(token: number): string
  isEogToken(token: number): boolean
}

interface AddonContext {
  init(): Promise<boolean>
  getContextSize(): number
  initBatch(size: number): void
  addToBatch(sequence: number, at: number, tokens: Uint32Array, logitsOf: Uint32Array): Uint32Array
  decodeBatch(): Promise<void>
  sampleToken(logits: number, sampler: AddonSampler): Promise<number>
  removeTokenCellsFromSequence(sequence: number, from: number, to: number): boolean
}

interface AddonSampler {
  applyConfig(config: Readonly<Record<string, unknown>>): void
  dispose(): void
}

declare const grammarBrand: unique symbol
interface AddonGrammar {
  readonly [grammarBrand]: 'grammar'
}
interface AddonGrammarState {
  readonly [grammarBrand]: 'state'
}

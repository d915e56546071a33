import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { bindingName } from './binding-name'

/** A loaded model with one context: the smallest interface between this app and llama.cpp, which tests replace. */
export interface NativeModel {
  /** In tokens, request and answer together. */
  readonly contextLength: number
  /** The tokens, as text, that begin and end a text; chat templates use them. */
  readonly special: { readonly bos: string; readonly eos: string }
  /** Renders a chat template with llama.cpp's own engine. Throws if the template refuses its values. */
  render(template: string, values: Readonly<Record<string, unknown>>): string
  /** Special tokens in the text count as such. */
  tokenize(text: string): Uint32Array
  textOf(tokens: readonly number[]): string
  /** Whether the token ends an answer. */
  isEnd(token: number): boolean
  /** Evaluates at most `MAX_BATCH` tokens from position `at` on. */
  evaluate(tokens: Uint32Array, at: number): Promise<void>
  /** Forgets what was evaluated from position `from` on. False: the model can forget only everything. */
  forgetFrom(from: number): boolean
  /** Draws the next token after the last evaluated one; null if the grammar allows none. */
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

/** Tokens that are evaluated at once: small enough that progress and cancellation follow within seconds. */
export const MAX_BATCH = 128

export interface LoadOptions {
  readonly file: string
  readonly contextTokens: number
  /** 0: as many as llama.cpp finds best. */
  readonly threads: number
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** Why llama.cpp refused a model, in its own words where it has any. */
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
    // A prompt that begins like the previous one needs the states of that beginning.
    swaFullCache: true,
    threads: threads || llama.getMathCores(),
  })
  if (!(await context.init())) await refuse('there is not enough memory for its context')
  return wrap(llama, model, context)
}

const ALL_LAYERS = 999
/** Lines of the log come from another thread, after the result. */
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

/** The one sequence of the context. */
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

/** Whether the program `file` can run models: in a packed app the host is in an archive, the binding beside it. */
export const hasBinding = (file: string = import.meta.url): boolean => {
  const name = bindingName()
  return name !== null && bindingFolder(name, file) !== null
}

/**
 * The part of the binding that is used. It is the native module of node-llama-cpp 3.21.1, which declares it in its
 * AddonTypes. The rest of that package adds 56 MB and 87 packages, and nothing of it is needed here.
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
  /** Undefined before a backend is loaded; false for the processor alone. */
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

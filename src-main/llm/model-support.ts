import { z } from 'zod'

/** Reasoning models without tool support (requirement 12.2). */
const WITHOUT_TOOLS = ['o1-', 'o3-', 'qwq', 'deepseek-r1', 'deepseek-reasoner', '-reasoning', 'r1-']

/**
 * Whether a model supports tools, by its name (requirement 12.1). A name that matches no pattern counts as supporting
 * (12.3); a wrong guess fails at the first request.
 */
export function looksToolCapable(model: string): boolean {
  const name = model.toLowerCase()
  return !WITHOUT_TOOLS.some((pattern) => name.includes(pattern))
}

/**
 * The part of `GET /models` that OpenRouter adds to OpenAI's form. An entry without it, or an unreadable one, is
 * ignored.
 */
const modelList = z.object({
  data: z.array(
    z
      .object({
        id: z.string(),
        supported_parameters: z.array(z.string()),
        context_length: z.number().int().positive().nullish().catch(null),
      })
      .nullable()
      .catch(null),
  ),
})

/** Facts about a model that are known before its first request. */
interface ModelSupport {
  /** Throws the signal's reason when aborted. */
  readonly takesTools: (model: string, signal: AbortSignal) => Promise<boolean>
  /**
   * Context length in tokens, request and answer together; null if the endpoint does not report it. Throws as
   * `takesTools`.
   */
  readonly contextLength: (model: string, signal: AbortSignal) => Promise<number | null>
}

/**
 * Whether a model supports tools: by the endpoint's list if it publishes one (decision 14), else by the model's name.
 * `readModels` gets the endpoint's model list, or is null if the list has no parameters. It is read once; if that
 * fails, the name decides.
 */
export function createModelSupport(readModels: ((signal: AbortSignal) => Promise<unknown>) | null): ModelSupport {
  let published: Promise<ReadonlyMap<string, Published>> | null = null

  const readPublished = async (signal: AbortSignal): Promise<ReadonlyMap<string, Published>> => {
    const list = modelList.safeParse(await readModels?.(signal).catch(() => null))
    const entries = list.success ? list.data.data.filter((entry) => entry !== null) : []
    return new Map(
      entries.map(({ id, supported_parameters, context_length }) => [
        id,
        { takesTools: supported_parameters.includes('tools'), contextLength: context_length ?? null },
      ]),
    )
  }

  const find = async (model: string, signal: AbortSignal): Promise<Published | undefined> => {
    published ??= readPublished(signal)
    const known = await published
    signal.throwIfAborted()
    return known.get(model) ?? known.get(withoutVariant(model))
  }

  return {
    takesTools: async (model, signal) => (await find(model, signal))?.takesTools ?? looksToolCapable(model),
    contextLength: async (model, signal) => (await find(model, signal))?.contextLength ?? null,
  }
}

interface Published {
  readonly takesTools: boolean
  readonly contextLength: number | null
}

/** OpenRouter routes `name:nitro` and the like as `name`, and lists only some of these. */
const withoutVariant = (model: string): string => model.replace(/:[^:/]*$/, '')

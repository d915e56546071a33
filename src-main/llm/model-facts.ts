import { z } from 'zod'
import { ExpectedError } from '@shared/base/expected-error'
import { visibleLine } from '@shared/base/visible-text'
import type { ModelListing } from '@shared/contract/models'
import type { ProfileName } from '@shared/settings/profile-names'
import { type ChatClient, LlmError, type ModelReader, type ReadServer } from './chat-client'
import { CONTEXT_SOURCES, type ContextLength } from './context-sources'

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

const tokens = z.number().int().positive().nullish().catch(null)

/** `GET /models` in OpenAI's form, with fields that other providers add. Unreadable entries are left out. */
const modelList = z.object({
  data: z.array(
    z
      .object({
        id: z.string(),
        owned_by: z.string().nullish().catch(null),
        /** OpenRouter, Together and the endpoint of this app. */
        context_length: tokens,
        /** vLLM. */
        max_model_len: tokens,
        /** Groq. */
        context_window: tokens,
        /** Mistral. */
        max_context_length: tokens,
        /** OpenRouter and the endpoint of this app. */
        supported_parameters: z.array(z.string()).nullish().catch(null),
      })
      .nullable()
      .catch(null),
  ),
})

interface ListedModel {
  readonly id: string
  readonly owner: string
  readonly contextLength: number | null
  readonly takesTools: boolean | null
}

/** Null if the answer is not a list of models. */
function readModelList(answer: unknown): readonly ListedModel[] | null {
  const { data } = modelList.safeParse(answer)
  return (
    data?.data.flatMap((entry): readonly ListedModel[] => {
      if (entry === null) return []
      const { id, owned_by, context_length, max_model_len, context_window, max_context_length } = entry
      return [
        {
          id,
          owner: owned_by ?? '',
          contextLength: context_length ?? max_model_len ?? context_window ?? max_context_length ?? null,
          takesTools: entry.supported_parameters?.includes('tools') ?? null,
        },
      ]
    }) ?? null
  )
}

/** A server is recognized by its profile, or by the owner in its list of models. */
const sourceOf = (profile: ProfileName, owner: string) =>
  Object.entries(CONTEXT_SOURCES).find(([name, source]) => name === profile || source.owner.test(owner))?.[1] ?? null

/** Facts about a model that are known before its first request. Both throw the signal's reason when aborted. */
interface ModelFacts {
  /** From the endpoint's list if it has this fact (decision 14), else from the model's name. */
  readonly takesTools: (model: string, signal: AbortSignal) => Promise<boolean>
  /** In tokens, request and answer together; null if the endpoint does not report it. */
  readonly contextLength: (model: string, signal: AbortSignal) => Promise<number | null>
}

/**
 * The facts of one endpoint. Its list is read once; if that fails, tool support is guessed from the model's name.
 * `reader` is null for an endpoint whose list has no facts.
 */
export function createModelFacts(reader: ModelReader | null): ModelFacts {
  let listed: Promise<ReadonlyMap<string, ListedModel>> | null = null
  const contexts = new Map<string, ContextLength | null>()

  const find = async (model: string, signal: AbortSignal): Promise<ListedModel | undefined> => {
    listed ??= (reader?.readModels(signal) ?? Promise.resolve(null))
      .catch(() => null)
      .then((answer) => new Map((readModelList(answer) ?? []).map((entry) => [entry.id, entry])))
    const known = await listed
    // An aborted request has no list, so the next call reads it again.
    if (signal.aborted) listed = null
    signal.throwIfAborted()
    return known.get(model) ?? known.get(`${model}:latest`) ?? known.get(withoutVariant(model))
  }

  return {
    takesTools: async (model, signal) => (await find(model, signal))?.takesTools ?? looksToolCapable(model),
    async contextLength(model, signal) {
      const entry = await find(model, signal)
      if (reader === null || entry?.contextLength) return entry?.contextLength ?? null
      const known = contexts.get(model)
      if (known === null || known?.isFinal) return known?.tokens ?? null
      const length = (await sourceOf(reader.profile, entry?.owner ?? '')?.of(model, reader.readServer(signal))) ?? null
      signal.throwIfAborted()
      contexts.set(model, length)
      return length?.tokens ?? null
    },
  }
}

/** OpenRouter routes variants such as `name:nitro` to `name`, and lists only some of them. */
const withoutVariant = (model: string): string => model.replace(/:[^:/]*$/, '')

/** Several times as many as in any known list; a hundred thousand names would freeze the window. */
const MAX_MODELS = 2000
/** The contract's limit, in characters. */
const LONGEST_NAME = 200
/** Maximum number of models of one server whose context length is requested; a local server has a few dozen. */
const MAX_ASKED = 50

/** Whether a name is visible and short enough to be selected. */
const isName = (id: string): boolean => id.trim() !== '' && id.length <= LONGEST_NAME && visibleLine(id) === id

/**
 * The models of the endpoint, unique and sorted by name, up to the limit. Throws `bad_key`, or `not_received` with the
 * reason.
 */
export async function listModels(
  client: Pick<ChatClient, 'reader'>,
  baseUrl: string,
  signal: AbortSignal,
): Promise<readonly ModelListing[]> {
  const { profile, readModels, readServer } = client.reader
  const answer = await readModels(signal).catch((error: unknown) => {
    if (!(error instanceof LlmError)) throw error
    throw new ExpectedError(
      ['401', '403', 'missing_key', 'missing_secret'].includes(error.code) ? 'bad_key' : 'not_received',
      error.message,
    )
  })
  const list = readModelList(answer)
  if (list === null)
    throw new ExpectedError(
      'not_received',
      `${baseUrl} answers, but not with a list of models. Enter the name of the model instead.`,
    )
  const models = new Map<string, ListedModel>()
  for (const entry of list) {
    if (models.size === MAX_MODELS) break
    if (!models.has(entry.id) && isName(entry.id)) models.set(entry.id, entry)
  }
  const read = once(readServer(signal))
  const listings = [...models.values()].map(async ({ id, owner, contextLength, takesTools }, index) => {
    const source = contextLength === null && index < MAX_ASKED ? sourceOf(profile, owner) : null
    return { id, contextLength: contextLength ?? (await source?.of(id, read))?.tokens ?? null, takesTools }
  })
  return (await Promise.all(listings)).toSorted((one, other) => one.id.localeCompare(other.id))
}

/** Sends each request once. */
function once(read: ReadServer): ReadServer {
  const asked = new Map<string, Promise<unknown>>()
  return (path, body) => {
    const key = JSON.stringify([path, body])
    const answer = asked.get(key) ?? read(path, body)
    asked.set(key, answer)
    return answer
  }
}

import { z } from 'zod'
import { ExpectedError } from '@shared/base/expected-error'
import { visibleLine } from '@shared/base/visible-text'
import type { ModelListing } from '@shared/contract/models'
import type { ChatClient } from './chat-client'
import { LlmError } from './chat-client'

/** `GET /models` in OpenAI's form, with what OpenRouter adds. An entry that cannot be read is left out. */
const modelList = z.object({
  data: z.array(
    z
      .object({
        id: z.string(),
        context_length: z.number().int().positive().nullish().catch(null),
        supported_parameters: z.array(z.string()).nullish().catch(null),
      })
      .nullable()
      .catch(null),
  ),
})

/** Several times the longest known list; a window with a hundred thousand names would freeze. */
const MAX_MODELS = 2000
/** The contract's limit. */
const LONGEST_NAME = 200

/** A visible, selectable name. */
const isName = (id: string): boolean => id.trim() !== '' && id.length <= LONGEST_NAME && visibleLine(id) === id

/**
 * The models of the endpoint, unique and sorted by name, up to the limit. Throws `bad_key`, or `not_received` with the
 * reason.
 */
export async function listModels(
  client: ChatClient,
  baseUrl: string,
  signal: AbortSignal,
): Promise<readonly ModelListing[]> {
  const answer = await client.readModels(signal).catch((error: unknown) => {
    if (!(error instanceof LlmError)) throw error
    throw new ExpectedError(
      ['401', '403', 'missing_key', 'missing_secret'].includes(error.code) ? 'bad_key' : 'not_received',
      error.message,
    )
  })
  const list = modelList.safeParse(answer)
  if (!list.success)
    throw new ExpectedError(
      'not_received',
      `${baseUrl} answers, but not with a list of models. The name of a model can be typed in.`,
    )
  const models = new Map<string, ModelListing>()
  for (const entry of list.data.data) {
    if (models.size === MAX_MODELS) break
    if (entry === null || models.has(entry.id) || !isName(entry.id)) continue
    models.set(entry.id, {
      id: entry.id,
      contextLength: entry.context_length ?? null,
      takesTools: entry.supported_parameters?.includes('tools') ?? null,
    })
  }
  return [...models.values()].toSorted((one, other) => one.id.localeCompare(other.id))
}

import type { ModelListing } from '@shared/contract/models'
import { contractError } from '@shared/contract/rpc'
import { z } from 'zod'
import type { ChatClient } from './chat-client'
import { LlmError } from './chat-client'

/** `GET /models` in OpenAI's form, with what OpenRouter adds. An entry that cannot be read is left out. */
const modelList = z.object({
  data: z.array(
    z
      .object({
        id: z.string(),
        context_length: z.number().nullish().catch(null),
        supported_parameters: z.array(z.string()).nullish().catch(null),
      })
      .nullable()
      .catch(null),
  ),
})

/** Every model of the endpoint, by name. Throws a contract error: `bad_key`, or `no_models` with the reason. */
export async function listModels(
  client: ChatClient,
  baseUrl: string,
  signal: AbortSignal,
): Promise<readonly ModelListing[]> {
  const answer = await client.readModels(signal).catch((error: unknown) => {
    if (!(error instanceof LlmError)) throw error
    throw contractError(
      ['401', '403', 'missing_key', 'missing_secret'].includes(error.code) ? 'bad_key' : 'no_models',
      error.message,
    )
  })
  const list = modelList.safeParse(answer)
  if (!list.success)
    throw contractError(
      'no_models',
      `${baseUrl} answers, but not with a list of models. The name of a model can be typed in.`,
    )
  return list.data.data
    .flatMap((entry) =>
      entry === null
        ? []
        : [
            {
              id: entry.id,
              contextLength: entry.context_length ?? null,
              takesTools: entry.supported_parameters?.includes('tools') ?? null,
            },
          ],
    )
    .toSorted((one, other) => one.id.localeCompare(other.id))
}

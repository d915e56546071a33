import { z } from 'zod'
import { parseJson } from '@shared/base/json/bound-json'
import type { LocalServer } from '@shared/contract/local-models'
import { boundFetch } from '../../base/limits/bound-fetch'
import { CONTEXT_SOURCES } from '../../llm/context-sources'

/** Programs that people use to serve models, and the default port of each. */
export const USUAL_SERVERS: readonly KnownServer[] = [
  { name: 'Ollama', port: 11_434, owner: CONTEXT_SOURCES.ollama.owner },
  { name: 'LM Studio', port: 1234, owner: CONTEXT_SOURCES.lmstudio.owner },
  { name: 'llama.cpp', port: 8080, owner: CONTEXT_SOURCES.llamacpp.owner },
  { name: 'vLLM', port: 8000, owner: /^vllm$/ },
  { name: 'Jan', port: 1337, owner: null },
]

export interface KnownServer {
  readonly name: string
  readonly port: number
  /** The `owned_by` of its models, because any program may listen on a port; null if unknown. */
  readonly owner: RegExp | null
}

/** A local server that does not answer within this time counts as missing. */
const LIMIT_MS = 500
const MAX_LIST_BYTES = 1 << 20
const MAX_NAMES = 200

/** `GET /v1/models`; all of these servers answer in OpenAI's form. */
const modelList = z.object({
  data: z.array(z.object({ id: z.string().min(1).max(200), owned_by: z.string().optional() })),
})

/** The servers that answer with a list of models now, on 127.0.0.1 only. Sends no key. */
export async function findServers(
  servers: readonly KnownServer[],
  limitMs = LIMIT_MS,
): Promise<readonly LocalServer[]> {
  const found = await Promise.all(servers.map((server) => askServer(server, limitMs)))
  return found.filter((server) => server !== null)
}

async function askServer({ name, port, owner }: KnownServer, limitMs: number): Promise<LocalServer | null> {
  const baseUrl = `http://127.0.0.1:${port}/v1`
  try {
    const fetchList = boundFetch({ maxMessageBytes: MAX_LIST_BYTES })
    const response = await fetchList(`${baseUrl}/models`, { signal: AbortSignal.timeout(limitMs) })
    if (!response.ok) return null
    const { data } = modelList.parse(parseJson(await response.text()))
    const isKnown = owner === null || data.some(({ owned_by = '' }) => owner.test(owned_by))
    return { name: isKnown ? name : null, baseUrl, models: data.slice(0, MAX_NAMES).map(({ id }) => id) }
  } catch {
    return null
  }
}

import { ExpectedError, messageOf } from '@shared/base/expected-error'
import { parseJson } from '@shared/base/json/bound-json'
import { visibleLine } from '@shared/base/visible-text'
import { type RegistryPage, readRegistryPage } from '@shared/mcp/registry/registry-server'
import { boundFetch } from '../../base/limits/bound-fetch'
import { hostOf } from '../sign-in/authorization-fetch'

const MAX_ANSWER_BYTES = 4 << 20
/** Time limit from the request to the last byte of the answer. */
const ANSWER_MS = 60_000
/** Number of servers per page. The official registry allows at most 100. */
const PAGE = 50

/**
 * The servers of an MCP registry whose names contain the text, each in its latest version (`GET /v0.1/servers`).
 * `cursor` is that of the previous page; null for the first. Rejects with `not_received` and one sentence, or with the
 * signal's reason.
 */
export function searchRegistry(
  registry: string,
  search: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<RegistryPage> {
  const query = new URLSearchParams({ version: 'latest', limit: String(PAGE) })
  if (search !== '') query.set('search', search)
  if (cursor !== null) query.set('cursor', cursor)
  return readPage(registry, `servers?${query.toString()}`, signal)
}

/** The versions of a server, the newest first (`GET /v0.1/servers/{name}/versions`). Rejects like `searchRegistry`. */
export const listVersions = (registry: string, name: string, signal: AbortSignal): Promise<RegistryPage> =>
  readPage(registry, `servers/${encodeURIComponent(name)}/versions`, signal)

async function readPage(registry: string, path: string, signal: AbortSignal): Promise<RegistryPage> {
  const host = hostOf(registry)
  const deadline = AbortSignal.timeout(ANSWER_MS)
  const failed = (reason: string) => new ExpectedError('not_received', `The registry ${host} ${reason}`)
  let text: string
  try {
    const send = boundFetch({ maxMessageBytes: MAX_ANSWER_BYTES })
    const response = await send(`${registry.replace(/\/+$/, '')}/v0.1/${path}`, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.any([signal, deadline]),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw failed(`answered with status ${response.status}.`)
    }
    text = await response.text()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ExpectedError) throw error
    throw failed(deadline.aborted ? `sent no complete answer within ${ANSWER_MS / 1000} seconds.` : whyUnreached(error))
  }
  const page = readRegistryPage(valueOf(text))
  if (page === null) throw failed('sent something other than a list of servers. Check its address in the settings.')
  return page
}

function valueOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

/** Why a request had no answer, to follow the name of the server. `fetch` wraps the error of the connection. */
export function whyUnreached(error: unknown): string {
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'cannot be found. Check the connection to the network.'
  if (code === 'ECONNREFUSED') return 'refuses connections.'
  return `cannot be reached: ${visibleLine(messageOf((error as Error).cause ?? error), 300)}.`
}

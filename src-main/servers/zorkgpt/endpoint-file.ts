import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { notWritten } from '../../files/not-written'
import { replaceFile } from '../../files/replace-file'

/** Where the host of a data folder can be reached, in a file that only its user can read: whoever can read it could read the episodes as well. */
const ENDPOINT_FILE = '.mcp-endpoint.json'

const endpoint = z.object({ url: z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ }), token: z.string().min(1) })
export type Endpoint = Readonly<z.infer<typeof endpoint>>

export const endpointFile = (dataFolder: string): string => join(dataFolder, ENDPOINT_FILE)

/** Writes the file; of several hosts the one that came last is found. Returns what takes the file away again, unless it is another's by then. Rejects with `cannot_write`. */
export async function publishEndpoint(dataFolder: string, published: Endpoint): Promise<() => Promise<void>> {
  const path = endpointFile(dataFolder)
  try {
    await mkdir(dataFolder, { recursive: true })
    await replaceFile(path, `${JSON.stringify(published)}\n`, 0o600)
  } catch (error) {
    throw notWritten('The episodes cannot be served', path, error)
  }
  return async () => {
    if ((await readEndpoint(dataFolder))?.token === published.token) await rm(path, { force: true })
  }
}

/** The host that answers now; null if there is none, also when one died and left its file. */
export async function findEndpoint(dataFolder: string): Promise<Endpoint | null> {
  const found = await readEndpoint(dataFolder)
  if (found === null) return null
  const response = await fetch(found.url, { headers: { Authorization: `Bearer ${found.token}`, Accept: 'text/event-stream' }, redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null)
  await response?.body?.cancel()
  return response?.status === NO_SESSION ? found : null
}

const PATIENCE_MS = 2000
/** What a server of ours says to a stream without a session. Another program on a port that was ours once would hardly. */
const NO_SESSION = 400

async function readEndpoint(dataFolder: string): Promise<Endpoint | null> {
  try {
    return endpoint.parse(JSON.parse(await readFile(endpointFile(dataFolder), 'utf8')))
  } catch {
    return null
  }
}

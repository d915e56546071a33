import { createHmac, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '@shared/base/json/bound-json'
import { makeFolder, pathIn, readPlain } from '../../base/files/plain-file'
import { replacePlain } from '../../base/files/replace-file'
import { writeError } from '../../base/files/write-error'
import { CHALLENGE_HEADER, PROOF_HEADER } from '../serving/serve-http'

/** The address of the host of a data folder, in a file that only its user can read, like the episodes. */
const ENDPOINT_FILE = '.mcp-endpoint.json'
const MAX_BYTES = 4096

const endpoint = z.object({
  url: z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ }),
  /** The token for clients that can read the file. */
  token: z.string().min(1),
  /** Proves that the host wrote the file. It is never sent. */
  secret: z.string().min(1),
})
export type Endpoint = Readonly<z.infer<typeof endpoint>>

export const endpointFile = (dataFolder: string): string => join(dataFolder, ENDPOINT_FILE)

/** Writes the file. The result removes it, unless another host replaced it. Rejects with `cannot_write`. */
export async function publishEndpoint(dataFolder: string, published: Endpoint): Promise<() => Promise<void>> {
  const path = endpointFile(dataFolder)
  try {
    await makeFolder(dataFolder)
    await replacePlain(pathIn(dataFolder, ENDPOINT_FILE), `${JSON.stringify(published)}\n`)
  } catch (error) {
    throw writeError('The episodes cannot be served', path, error)
  }
  return async () => {
    if ((await readEndpoint(dataFolder))?.token === published.token) await rm(path, { force: true })
  }
}

/** The host that answers now; null if there is none, or only the file of a dead host. */
export async function findEndpoint(dataFolder: string): Promise<Endpoint | null> {
  const found = await readEndpoint(dataFolder)
  return found !== null && (await isProven(found)) ? found : null
}

async function readEndpoint(dataFolder: string): Promise<Endpoint | null> {
  try {
    return endpoint.parse(parseJson((await readPlain(pathIn(dataFolder, ENDPOINT_FILE), MAX_BYTES)).toString()))
  } catch {
    return null
  }
}

/** The answer to a challenge, which requires the secret of the endpoint file. */
export const proofOf = (secret: string, challenge: string): string =>
  createHmac('sha256', secret).update(challenge).digest('base64url')

/** Whether the host that wrote the file answers. Sends no token, because another program may use the port. */
export async function isProven({ url, secret }: Endpoint): Promise<boolean> {
  const challenge = randomBytes(24).toString('base64url')
  const headers = { [CHALLENGE_HEADER]: challenge }
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const response = await fetch(url, { method: 'HEAD', headers, redirect: 'error', signal }).catch(() => null)
  return response?.headers.get(PROOF_HEADER) === proofOf(secret, challenge)
}

const PATIENCE_MS = 2000

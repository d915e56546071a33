import { randomBytes } from 'node:crypto'
import type { HostApi } from '@shared/contract/contract'
import { serveHttp } from '../serving/serve-http'
import { type Endpoint, publishEndpoint } from './endpoint-file'
import { proofOf } from './endpoint-proof'
import { LibraryWatch } from './library-watch'
import { createZorkgptServer } from './server'

const IDLE_MS = 30 * 60_000
const MAX_SESSIONS = 50

export interface ServedHost {
  readonly api: HostApi
  readonly dataFolder: string
  /** 0 takes any free port. */
  readonly port: number
  /** A token that somebody gave to clients over HTTP. It is let in as well, and is not written anywhere. */
  readonly ownToken: string | null
}

/**
 * Serves a host to MCP clients over Streamable HTTP on 127.0.0.1, and writes where into the data folder. The host is
 * the caller's to close.
 */
export async function serveHost({
  api,
  dataFolder,
  port,
  ownToken,
}: ServedHost): Promise<Endpoint & { close(): Promise<void> }> {
  const library = new LibraryWatch(api)
  // New ones at every start: what is known of a host that died is of no use with the next.
  const [token, secret] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')]
  const http = await serveHttp({
    port,
    tokens: ownToken === null ? [token] : [token, ownToken],
    prove: (challenge) => proofOf(secret, challenge),
    open: () => createZorkgptServer({ api, library }),
    idleMs: IDLE_MS,
    maxSessions: MAX_SESSIONS,
    plainAnswers: false,
  })
  const published = { url: http.url, token, secret }
  const withdraw = await publishEndpoint(dataFolder, published).catch(async (error: unknown) => {
    await http.close()
    throw error
  })
  return {
    ...published,
    async close() {
      await withdraw()
      library.close()
      await http.close()
    },
  }
}

import { randomBytes } from 'node:crypto'
import type { HostApi } from '@shared/contract/contract'
import { serveHttp } from '../serving/serve-http'
import { type Endpoint, proofOf, publishEndpoint } from './endpoint-file'
import { EpisodeListWatch } from './episode-list-watch'
import { createZorkgptServer } from './server'

const IDLE_MS = 30 * 60_000
const MAX_SESSIONS = 50

interface ServedHost {
  readonly api: HostApi
  readonly dataFolder: string
  readonly port: number
  /** A token that the user gave to clients over HTTP. It is accepted as well, and never written to a file. */
  readonly ownToken: string | null
}

/** Serves a host to MCP clients on 127.0.0.1, and writes the endpoint file. The caller closes the host. */
export async function serveHost(served: ServedHost): Promise<Endpoint & { close(): Promise<void> }> {
  const { api, dataFolder, port, ownToken } = served
  const episodeList = new EpisodeListWatch(api)
  // New at every start, so that those of a dead host are useless.
  const [token, secret] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')]
  const http = await serveHttp({
    port,
    tokens: ownToken === null ? [token] : [token, ownToken],
    prove: (challenge) => proofOf(secret, challenge),
    open: () => createZorkgptServer({ api, episodeList }),
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
      episodeList.close()
      await http.close()
    },
  }
}

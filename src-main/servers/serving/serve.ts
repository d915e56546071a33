import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { printError } from '../../base/terminal/terminal'
import { exitWithParent } from './exit-with-parent'
import { type HttpOptions, serveHttp } from './serve-http'
import { UniqueIdsTransport } from './unique-ids-transport'

interface ServeOptions extends Omit<HttpOptions, 'port'> {
  /** Null: one client over standard input and output, and the process ends with it. */
  readonly httpPort: number | null
  /** Releases what all clients share, after the last one has left. */
  readonly shutDown?: () => Promise<void>
}

/**
 * Serves until the client leaves or, over HTTP, until a signal. Over HTTP, prints one line to standard error: `ready
 * URL`.
 */
export async function serve({ httpPort, shutDown = async () => {}, ...http }: ServeOptions): Promise<void> {
  if (httpPort === null) {
    const { server, close } = http.open()
    exitWithParent(async () => {
      await close()
      await shutDown()
    })
    return server.connect(new UniqueIdsTransport(new StdioServerTransport()))
  }
  const endpoint = await serveHttp({ ...http, port: httpPort })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(
      signal,
      () =>
        void endpoint
          .close()
          .then(shutDown)
          .finally(() => process.exit(0)),
    )
  printError(`ready ${endpoint.url}`)
}

import { leaveWithHost } from './leave-with-host'
import { LineTransport } from './line-transport'
import { type HttpOptions, serveHttp } from './serve-http'
import { complain } from '../../base/terminal/say'

/**
 * How the MCP servers we ship meet their clients. An entry is `runEntry(async () => { … })`, and in it:
 *
 * readCommandLine(args, own) `--http PORT` and the server's own options command-line.ts new McpServer(about) one for
 * each client, made by `open` offerTools(server, tools) each tool made by `defineTool`: schemas, checks and answers
 * offer-tools.ts offerResources(server, resources) lists, reads and watches; returns what ends the subscriptions
 * offer-resources.ts serve({ httpPort, open, … }) stdio, or Streamable HTTP with a session for each client
 */
export interface ServeOptions extends Omit<HttpOptions, 'port'> {
  /** Null: one client over standard input and output, and the process ends with it. */
  readonly httpPort: number | null
  /** Lets go of what all clients share, after the last of them has left. */
  readonly shutDown?: () => Promise<void>
}

/**
 * Serves until the client or, over HTTP, a signal ends it. Over HTTP one line on standard error, `ready URL`, tells
 * where.
 */
export async function serve({ httpPort, shutDown = async () => {}, ...http }: ServeOptions): Promise<void> {
  if (httpPort === null) {
    const { server, close } = http.open()
    leaveWithHost(async () => {
      await close()
      await shutDown()
    })
    return server.connect(new LineTransport())
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
  complain(`ready ${endpoint.url}`)
}

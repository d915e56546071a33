import { parseArgs } from 'node:util'
import { printError } from '../../base/terminal/terminal'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { exitWithParent, UniqueIdsTransport } from './stdio'
import { type HttpOptions, serveHttp } from './serve-http'

interface CommandLine {
  /** Null: standard input and output. */
  readonly httpPort: number | null
}

/** Reads `[--http PORT]`; further options are the server's own. Throws an Error with one sentence for anything else. */
export function readCommandLine<Options extends Record<string, { type: 'string' }>>(
  args: readonly string[],
  own: Options,
): CommandLine & { readonly values: { readonly [Name in keyof Options]?: string } } {
  const { values } = parseArgs({ args: [...args], strict: true, options: { ...own, http: { type: 'string' } } }) as {
    values: Record<string, string | undefined>
  }
  const { http, ...rest } = values
  if (http !== undefined && !(/^\d{1,5}$/.test(http) && Number(http) <= 65_535))
    throw new Error(`--http must be a port from 0 to 65535, not "${http}".`)
  return {
    httpPort: http === undefined ? null : Number(http),
    values: rest as { readonly [Name in keyof Options]?: string },
  }
}

/** Runs a server's entry; a failure is one sentence on standard error and exit status 2. */
export function runEntry(start: () => Promise<void>): void {
  start().catch((error: unknown) => {
    printError(error instanceof Error ? error.message : String(error))
    process.exit(2)
  })
}

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

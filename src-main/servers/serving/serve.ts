import { parseArgs } from 'node:util'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { messageOf } from '@shared/base/expected-error'
import { printError } from '../../base/terminal/terminal'
import { type HttpOptions, type OpenServer, serveHttp } from './serve-http'
import { exitWithParent, UniqueIdsTransport } from './stdio'

/** Reads `[--http PORT]`, null without it, and the server's own options. Throws an Error for anything else. */
export function readCommandLine<Options extends Record<string, { type: 'string' }>>(
  args: readonly string[],
  own: Options,
): { readonly httpPort: number | null; readonly values: { readonly [Name in keyof Options]?: string } } {
  const options = { ...own, http: { type: 'string' } } as const
  const values = parseArgs({ args: [...args], strict: true, options }).values as Record<string, string | undefined>
  const { http, ...rest } = values
  if (http !== undefined && !(/^\d{1,5}$/.test(http) && Number(http) <= 65_535))
    throw new Error(`--http must be a port from 0 to 65535, not "${http}".`)
  return { httpPort: http === undefined ? null : Number(http), values: rest as Partial<Record<keyof Options, string>> }
}

/** Runs a server's entry; a failure is one sentence on standard error and exit status 2. */
export function runEntry(start: () => Promise<void>): void {
  start().catch((error: unknown) => {
    printError(messageOf(error))
    process.exit(2)
  })
}

interface ServeOptions extends Omit<HttpOptions, 'port'> {
  /** Null to serve one client over standard input and output, with which the process ends. */
  readonly httpPort: number | null
}

/** Serves one client until it leaves, or over HTTP until a signal, after printing `ready URL` to standard error. */
export async function serve({ httpPort, ...http }: ServeOptions): Promise<void> {
  if (httpPort === null) return serveStdio(http.open())
  const endpoint = await serveHttp({ ...http, port: httpPort })
  endAtSignal(endpoint.close)
  printError(`ready ${endpoint.url}`)
}

/** Serves one client over standard input and output; the process ends with it, after `close`. */
export async function serveStdio({ server, close }: OpenServer): Promise<void> {
  exitWithParent(async () => close())
  return server.connect(new UniqueIdsTransport(new StdioServerTransport()))
}

export function endAtSignal(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().finally(() => process.exit(0)))
}

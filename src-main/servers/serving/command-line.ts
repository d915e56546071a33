import { parseArgs } from 'node:util'
import { printError } from '../../base/terminal/terminal'

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

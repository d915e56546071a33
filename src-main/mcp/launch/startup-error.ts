import { ExpectedError } from '@shared/base/expected-error'
import type { McpServer } from '@shared/mcp/mcp-entry'
import { describeTarget } from './command-line'
import { OTHER_NODE } from './failure-fix'
import { installationHint } from './installation-hint'

interface StartFailure {
  readonly serverName: string
  /** Null if the entry of the file cannot be used. */
  readonly server: McpServer | null
  readonly error: Error
}

/**
 * Requirement 6.1, with the exact command, what happened and what to do (requirements 14.4, 14.5). One paragraph per
 * server.
 */
export const startupError = (failures: readonly StartFailure[]): ExpectedError =>
  new ExpectedError('mcp_failed', failures.map(describeFailure).join('\n\n'))

function describeFailure({ serverName, server, error }: StartFailure): string {
  const lines = [`Failed to start MCP server '${serverName}': ${error.message}`]
  if (!server) return [...lines, 'Correct its entry in the MCP config file, or set "disabled": true there.'].join('\n')
  lines.push(server.transport === 'stdio' ? `Command: ${describeTarget(server)}` : `URL: ${describeTarget(server)}`)
  const lastWords =
    'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim().split('\n').slice(-5).join('\n') : ''
  if (lastWords !== '') lines.push(`Last output of the server: ${lastWords}`)
  if (server.transport !== 'stdio') lines.push('Check that the server is running and that the URL is right.')
  else if (isUnexplained(error.message, lastWords) && !error.message.includes(installationHint(server.command)))
    lines.push(installationHint(server.command))
  return lines.join('\n')
}

/** Advice about the installation only hides the reason that a program gives itself. */
const isUnexplained = (error: string, lastWords: string): boolean =>
  OTHER_NODE.test(`${error}\n${lastWords}`) ||
  (lastWords === '' && !/not JSON-RPC|cannot be read|whole command line/.test(error))

import { ExpectedError } from '@shared/base/expected-error'
import type { McpServer } from '@shared/mcp/mcp-entry'
import { describeTarget } from './command-line'
import { type FailureKind, fixFor } from './failure-fix'

interface StartFailure {
  readonly serverName: string
  /** Null if the entry cannot be used. */
  readonly server: McpServer | null
  /** A `ConnectError` has the kind of failure and the end of standard error too. */
  readonly error: Error & { readonly kind?: FailureKind; readonly stderr?: string }
}

/**
 * The error of requirement 6.1, one paragraph per server: the exact command, what happened and what to do (requirements
 * 14.4, 14.5).
 */
export const startupError = (failures: readonly StartFailure[]): ExpectedError =>
  new ExpectedError('mcp_failed', failures.map(describeFailure).join('\n\n'))

function describeFailure({ serverName, server, error }: StartFailure): string {
  const { message, kind = 'other', stderr = '' } = error
  const lines = [`Failed to start MCP server '${serverName}': ${message}`]
  if (!server) return [...lines, 'Correct its entry in the MCP config file, or set "disabled": true there.'].join('\n')
  lines.push(`${server.transport === 'stdio' ? 'Command' : 'URL'}: ${describeTarget(server)}`)
  const lastOutput = stderr.trim().split('\n').slice(-5).join('\n')
  if (lastOutput !== '') lines.push(`Last output of the server: ${lastOutput}`)
  const fix = fixFor({ server, stage: 'handshake', kind, error: message, stderr })
  return [...lines, ...(message.includes(fix) ? [] : [fix])].join('\n')
}

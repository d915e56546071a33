import { visibleLine } from '@shared/base/visible-text'
import { isLoopback, isProtected } from '@shared/base/web-address'
import type { McpServer } from '@shared/mcp/mcp-entry'
import { BadForm } from './elicitation-form'

const LONGEST_ADDRESS = 2000

/**
 * The address that a server wants a person to open (MCP revision 2025-11-25, "Elicitation", URL mode), in its normal
 * form. Throws `BadForm` unless it is https; one of this computer is for a server that runs on it.
 */
export function readAddress(address: string, server: McpServer): string {
  if (address.length > LONGEST_ADDRESS || visibleLine(address, LONGEST_ADDRESS) !== address || !isProtected(address))
    throw new BadForm('its address cannot be opened: it must be an https address without a password')
  const isHere = server.transport === 'stdio' || isLoopback(server.url)
  if (isLoopback(address) && !isHere)
    throw new BadForm('its address is one of this computer, which is not opened for a server elsewhere')
  return new URL(address).href
}

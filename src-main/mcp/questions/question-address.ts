import { visibleLine } from '@shared/base/visible-text'
import { isLoopback, isProtected } from '@shared/base/web-address'
import type { McpServer } from '@shared/mcp/mcp-entry'
import { BadForm } from './elicitation-form'

const LONGEST_ADDRESS = 2000

/**
 * The address that a server asks a person to open (MCP revision 2025-11-25, "Elicitation", URL mode), normalized.
 * Throws `BadForm` unless it is https, or is on this computer and so is the server.
 */
export function readAddress(address: string, server: McpServer): string {
  if (address.length > LONGEST_ADDRESS || visibleLine(address, LONGEST_ADDRESS) !== address || !isProtected(address))
    throw new BadForm('its address cannot be opened: it must be an https address without a password')
  const isHere = server.transport === 'stdio' || isLoopback(server.url)
  if (isLoopback(address) && !isHere)
    throw new BadForm('its address is on this computer, and only a server on this computer may ask to open it')
  return new URL(address).href
}

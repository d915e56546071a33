import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { isRecord } from '@shared/base/json/is-record'

const LONGEST_URI = 2000

/**
 * The resource that draws the results of a tool (MCP Apps of 2026-01-26, `_meta.ui.resourceUri` or its older flat
 * form); null if the tool has none.
 */
export function viewOf({ _meta }: Pick<Tool, '_meta'>): string | null {
  const uri = (isRecord(_meta?.ui) ? _meta.ui.resourceUri : undefined) ?? _meta?.['ui/resourceUri']
  return typeof uri === 'string' && uri.startsWith('ui://') && uri.length <= LONGEST_URI ? uri : null
}

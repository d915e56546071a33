import { UriTemplate } from '@modelcontextprotocol/sdk/shared/uriTemplate.js'
import type { Prompt, Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js'
import type { McpOffered, McpOfferedPrompt, McpTemplate } from '@shared/contract/mcp-visits'
import { showIcon } from '../tools/show-icon'

export const describeResource = (resource: Resource): McpOffered => ({
  ...describe(resource.uri, resource),
  facts: factsOf(resource, resource.size),
})

/** Null if the template is invalid. */
export function describeTemplate(template: ResourceTemplate): McpTemplate | null {
  try {
    const { variableNames } = new UriTemplate(template.uriTemplate)
    return { ...describe(template.uriTemplate, template), facts: factsOf(template), variables: variableNames }
  } catch {
    return null
  }
}

export const describePrompt = (prompt: Prompt): McpOfferedPrompt => ({
  ...describe(prompt.name, prompt),
  facts: [],
  arguments: (prompt.arguments ?? []).map(({ name, description = '', required }) => ({
    name,
    description,
    isRequired: required === true,
  })),
})

const describe = (
  id: string,
  { name, title = name, description = '', icons }: Pick<Resource, 'name' | 'title' | 'description' | 'icons'>,
) => ({ id, title, description, icon: showIcon(icons) })

/** The annotations of a resource as short texts (MCP revision 2025-11-25, "Resources"). */
function factsOf({ mimeType, annotations }: Pick<Resource, 'mimeType' | 'annotations'>, size?: number): string[] {
  const { audience, priority, lastModified } = annotations ?? {}
  return [
    ...(mimeType === undefined ? [] : [mimeType]),
    ...(size === undefined ? [] : [`${size} bytes`]),
    ...(audience?.length ? [`for ${audience.join(' and ')}`] : []),
    ...(priority === undefined ? [] : [`priority ${priority}`]),
    ...(lastModified === undefined ? [] : [`changed ${lastModified}`]),
  ]
}

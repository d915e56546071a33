import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { tryParseJson } from '@shared/base/json/bound-json'
import { cutText } from '../transport/cut-text'

/** Maximum length of a result. A longer one is cut, because the model's context and the log would repeat it. */
export const MAX_RESULT_CHARACTERS = 200_000

/**
 * The content of a tool's answer as JSON for a model (requirement 11): its structured content, its one block, or a list
 * of its blocks. A text that is JSON becomes JSON; of images and sounds, only type and size remain.
 */
export function resultContent(result: CallToolResult): unknown {
  if (result.structuredContent !== undefined) return limit(result.structuredContent)
  const parts = result.content.map((block) => readBlock(block))
  return limit(parts.length === 1 ? parts[0] : parts)
}

export function readBlock(block: CallToolResult['content'][number]): unknown {
  switch (block.type) {
    case 'text':
      return parseIfStructure(block.text)
    case 'image':
    case 'audio':
      return { type: block.type, mimeType: block.mimeType, bytes: Math.floor((block.data.length * 3) / 4) }
    case 'resource':
      return 'text' in block.resource
        ? { type: 'resource', uri: block.resource.uri, text: block.resource.text }
        : { type: 'resource', uri: block.resource.uri, mimeType: block.resource.mimeType ?? null }
    case 'resource_link':
      return { type: 'resource_link', uri: block.uri, name: block.name }
  }
}

/** Parses objects and lists only: a text such as "42" stays text, and so does text that is nested too deeply. */
function parseIfStructure(text: string): unknown {
  return text.length > MAX_RESULT_CHARACTERS || !/^\s*[{[]/.test(text) ? text : (tryParseJson(text) ?? text)
}

function limit(content: unknown): unknown {
  if (typeof content === 'string') return cutText(content, MAX_RESULT_CHARACTERS)
  const json = JSON.stringify(content)
  return json.length <= MAX_RESULT_CHARACTERS ? content : cutText(json, MAX_RESULT_CHARACTERS)
}

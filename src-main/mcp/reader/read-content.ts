import {
  AudioContentSchema,
  type ContentBlock,
  EmbeddedResourceSchema,
  ImageContentSchema,
  ResourceLinkSchema,
  TextContentSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { parseCutJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import { visibleLine } from '@shared/base/visible-text'
import { fit, type Table, tableOf, withoutNulls } from './fit'

/** Receives a sentence about a part that was left out or corrected. */
export type Notice = (sentence: string) => void

const SCHEMAS = {
  text: TextContentSchema,
  image: ImageContentSchema,
  audio: AudioContentSchema,
  resource: EmbeddedResourceSchema,
  resource_link: ResourceLinkSchema,
} as const

/** The blocks of a list of content. A single block or a text counts as a list. */
export const readContent = (given: unknown, notice: Notice): ContentBlock[] =>
  [given]
    .flat()
    .filter((block) => block !== null && block !== undefined)
    .map((block: unknown) => readBlock(block, notice))

/** A block of content in MCP's form. An unknown block becomes text: JSON with its type and size. */
export function readBlock(given: unknown, notice: Notice): ContentBlock {
  if (typeof given === 'string') return text(given)
  if (!isRecord(given)) return text(JSON.stringify(given))
  const { mime_type, ...rest } = withoutNulls(given) as Table
  const block: Table = mime_type === undefined ? rest : { mimeType: mime_type, ...rest }
  const type = typeOf(block)
  const shaped = shape(type, block)
  if (shaped !== null) {
    const fitted = fit<ContentBlock>(SCHEMAS[shaped.type as keyof typeof SCHEMAS], shaped)
    if (typeof fitted !== 'string') return fitted.value
  }
  const fault = isKnown(type) ? ' that cannot be read' : ', which MCP does not have'
  notice(`An answer has content of the ${nameOf(type)}${fault}: only its type and size are passed on.`)
  return text(JSON.stringify({ type, bytes: JSON.stringify(given).length, ...shortened(block) }))
}

const text = (value: string): ContentBlock => ({ type: 'text', text: value })

const isKnown = (type: unknown): boolean => typeof type === 'string' && Object.hasOwn(SCHEMAS, type)

const nameOf = (type: unknown): string =>
  typeof type === 'string' ? `type "${visibleLine(type, 100)}"` : 'type that is missing'

/** The type in the block, or the one that its members imply. */
function typeOf(block: Table): unknown {
  if (typeof block.type === 'string') return block.type
  if (typeof block.text === 'string' && block.uri === undefined) return 'text'
  if (isRecord(block.resource) || block.blob !== undefined) return 'resource'
  if (typeof block.uri === 'string') return typeof block.text === 'string' ? 'resource' : 'resource_link'
  if (typeof block.data === 'string' && typeof block.mimeType === 'string')
    return block.mimeType.startsWith('audio/') ? 'audio' : 'image'
  return block.type ?? null
}

/** Converts a block to the form of its type; null if its meaning is not clear. */
function shape(type: unknown, block: Table): Table | null {
  switch (type) {
    case 'text':
      return { ...block, type, text: asText(block.text ?? block.content ?? block.value ?? '') }
    case 'image':
    case 'audio':
      return shapeMedia(type, block)
    case 'resource': {
      const { uri = '', ...inner } = tableOf(block.resource) ?? block
      return {
        ...block,
        type,
        resource: 'blob' in inner ? { uri, ...inner } : { uri, ...inner, text: asText(inner.text ?? '') },
      }
    }
    case 'resource_link':
      return { ...block, type, name: block.name ?? block.title ?? block.uri }
    default:
      return typeof block.text === 'string' ? { type: 'text', text: block.text } : null
  }
}

const DATA_URL = /^data:([^;,]*)[^,]*;base64,/

/**
 * Converts a picture or a sound. Some servers send a data URL, the URL-safe alphabet, an address, or a block of
 * Anthropic's API. Null without data.
 */
function shapeMedia(type: 'image' | 'audio', block: Table): Table | null {
  const { source: inner, ...rest } = block
  const source = tableOf(inner) ?? {}
  const data = inBase64(block.data ?? source.data ?? block.url ?? source.url ?? block[type])
  if (data === null) return null
  if (/^(?:https?|file):/i.test(data)) return { type: 'resource_link', uri: data, name: type }
  const prefix = DATA_URL.exec(data.slice(0, 200))
  return {
    ...rest,
    type,
    data: data
      .slice(prefix?.[0].length ?? 0)
      .replaceAll('-', '+')
      .replaceAll('_', '/'),
    mimeType: block.mimeType ?? source.media_type ?? prefix?.[1] ?? `${type}/*`,
  }
}

/** The data as base64, converted if it is a Buffer of Node in JSON. Null for anything else. */
function inBase64(data: unknown): string | null {
  if (typeof data === 'string') return data
  const isBuffer = isRecord(data) && data.type === 'Buffer' && Array.isArray(data.data)
  return isBuffer ? Buffer.from(data.data as number[]).toString('base64') : null
}

export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : ((JSON.stringify(value) as string | undefined) ?? '')

/** Maximum length of a text inside an unknown block; a longer one is most likely a file. */
const MAX_TEXT = 2000

const shortened = (block: Table): Table =>
  parseCutJson(
    JSON.stringify(block, (_key, value: unknown) =>
      typeof value === 'string' && value.length > MAX_TEXT ? `[${value.length} characters left out]` : value,
    ),
  ) as Table

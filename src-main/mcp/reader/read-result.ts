import {
  CallToolResultSchema,
  EmptyResultSchema,
  GetPromptResultSchema,
  InitializeResultSchema,
  LATEST_PROTOCOL_VERSION,
  ListPromptsResultSchema,
  ListResourcesResultSchema,
  ListToolsResultSchema,
  ReadResourceResultSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import type { z } from 'zod'
import { isRecord } from '@shared/base/json/is-record'
import { fit, type Table, tableOf, withoutNulls } from './fit'
import { asText, type Notice, readBlock, readContent } from './read-content'
import { readPrompt, readResource, readTool } from './read-tool'

/** A request to a server. */
export interface Asked {
  readonly method: string
  readonly params?: Readonly<Table> | undefined
}

interface Rule {
  /** The SDK's schema of the result. */
  readonly schema: z.ZodType<Table>
  /** Converts the result to the form of that schema, if its meaning is clear. */
  readonly shape: (result: unknown, notice: Notice, asked: Asked) => unknown
}

/** The first revision; its servers did not always name it. */
const OLD_REVISION = '2024-11-05'

const RULES: Readonly<Record<string, Rule>> = {
  initialize: { schema: InitializeResultSchema as never, shape: shapeInitialize },
  'tools/list': list(ListToolsResultSchema as never, 'tools', readTool),
  'resources/list': list(ListResourcesResultSchema as never, 'resources', readResource),
  'prompts/list': list(ListPromptsResultSchema as never, 'prompts', readPrompt),
  'tools/call': { schema: CallToolResultSchema as never, shape: shapeCall },
  'resources/read': { schema: ReadResourceResultSchema as never, shape: shapeResource },
  'prompts/get': { schema: GetPromptResultSchema as never, shape: shapePrompt },
  ping: { schema: EmptyResultSchema as never, shape: () => ({}) },
  'logging/setLevel': { schema: EmptyResultSchema as never, shape: () => ({}) },
}

/**
 * Converts the result of a request to the form that the SDK reads. Returns a clause about the fault if it cannot be
 * read.
 */
export function readResult(asked: Asked, given: unknown, notice: Notice): Table | string {
  const rule = RULES[asked.method]
  if (!rule) return tableOf(given) ?? {}
  const shaped = withMeta(rule.shape(withoutNulls(given), notice, asked))
  const fitted = fit(rule.schema, shaped)
  if (typeof fitted === 'string') return fitted
  for (const clause of fitted.leftOut)
    notice(`An answer to ${asked.method} is read without its invalid parts: ${clause}.`)
  return fitted.value
}

/** Members that identify a result without an envelope. */
const MARKS: Readonly<Record<string, readonly string[]>> = {
  initialize: ['protocolVersion', 'serverInfo'],
  'tools/list': ['tools'],
  'resources/list': ['resources'],
  'prompts/list': ['prompts'],
  'tools/call': ['content', 'structuredContent', 'toolResult'],
  'resources/read': ['contents'],
  'prompts/get': ['messages'],
}

export const isResultOf = (method: string, value: Table): boolean =>
  (MARKS[method] ?? []).some((mark) => value[mark] !== undefined)

/** Drops metadata that is not an object, without a notice, because metadata is only for programs. */
function withMeta(result: unknown): unknown {
  if (!isRecord(result) || result._meta === undefined) return result
  const { _meta, ...rest } = result
  return isRecord(_meta) ? result : rest
}

function shapeInitialize(result: unknown, notice: Notice): unknown {
  if (!isRecord(result)) return result
  const named = asText(result.protocolVersion ?? result.protocol_version ?? OLD_REVISION).trim()
  const revision = SUPPORTED_PROTOCOL_VERSIONS.includes(named) ? named : nearestRevision(named)
  if (revision !== named)
    notice(`The server speaks the revision "${named}" of the protocol, which is unknown: it is read as ${revision}.`)
  const info = result.serverInfo ?? result.server_info
  const about = isRecord(info) ? info : { name: info }
  return {
    ...result,
    protocolVersion: revision,
    capabilities: shapeCapabilities(result.capabilities),
    serverInfo: { ...about, name: asText(about.name ?? 'unnamed'), version: asText(about.version ?? '') },
    instructions: Array.isArray(result.instructions) ? result.instructions.join('\n') : result.instructions,
  }
}

/** The revision to use for an unknown name: the newest for a later date, else the oldest. Revisions are dates. */
const nearestRevision = (named: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(named) && named > LATEST_PROTOCOL_VERSION ? LATEST_PROTOCOL_VERSION : OLD_REVISION

/** Capabilities as objects; some servers write true, false or an empty list. */
const shapeCapabilities = (given: unknown): Table =>
  Object.fromEntries(
    Object.entries(tableOf(given) ?? {}).flatMap(([name, value]) =>
      value === false ? [] : [[name, value === true ? {} : (tableOf(value) ?? value)]],
    ),
  )

/** The rule for a list, which leaves out bad entries. Also accepts a bare list, and an object with names as keys. */
function list<Entry>(
  schema: z.ZodType<Table>,
  kind: string,
  read: (given: unknown, index: number, notice: Notice) => Entry | null,
): Rule {
  return {
    schema,
    shape: (result, notice) => {
      const table: Table = isRecord(result) ? result : { [kind]: result }
      const { nextCursor, ...rest } = table
      const listed = table[kind]
      const given = isRecord(listed)
        ? Object.entries(listed).map(([name, entry]) => (isRecord(entry) ? { name, ...entry } : entry))
        : (listed ?? [])
      if (!Array.isArray(given)) return { [kind]: listed }
      const entries = given.map((entry, index) => read(entry, index, notice)).filter((entry) => entry !== null)
      // An empty cursor means that there is no further page.
      const hasMore = nextCursor !== undefined && nextCursor !== ''
      return { ...rest, [kind]: entries, ...(hasMore && { nextCursor: asText(nextCursor) }) }
    },
  }
}

const CALL_MEMBERS = new Set(['content', 'structuredContent', 'isError', '_meta', 'resultType', 'task'])

function shapeCall(result: unknown, notice: Notice): unknown {
  if (Array.isArray(result)) return { content: readContent(result, notice) }
  if (!isRecord(result)) return { content: result === undefined ? [] : readContent(asText(result), notice) }
  const { toolResult, structured_content, is_error, ...rest } = result
  // This is the form of the first revision, whose content some servers wrap.
  if (toolResult !== undefined && rest.content === undefined)
    return shapeCall(
      isRecord(toolResult) && !('content' in toolResult) ? { ...rest, content: [bare(toolResult)] } : toolResult,
      notice,
    )
  const { content: given, structuredContent: structure = structured_content, isError = is_error, ...others } = rest
  const content = given === undefined ? bareContent(others) : readContent(given, notice)
  const kept = Object.fromEntries(Object.entries(others).filter(([name]) => CALL_MEMBERS.has(name)))
  return {
    ...kept,
    content: isRecord(structure) || structure === undefined ? content : [...content, bare(structure)],
    ...(isRecord(structure) && { structuredContent: structure }),
    isError:
      isError === true ||
      /^(?:true|1)$/i.test(asText(isError)) ||
      (given === undefined && others.error !== undefined) ||
      [given].flat().some((block) => isRecord(block) && block.type === 'error'),
  }
}

/** The members of an answer without `content`, as blocks of content; none if there are no such members. */
function bareContent({ _meta, ...members }: Table): ReturnType<typeof readContent> {
  const entries = Object.entries(members).filter(([name]) => !CALL_MEMBERS.has(name))
  if (entries.length === 0) return []
  const [[name, value] = ['', null]] = entries
  const isText =
    entries.length === 1 && typeof value === 'string' && /^(?:text|result|output|message|error)$/.test(name)
  return [bare(isText ? value : Object.fromEntries(entries))]
}

const bare = (value: unknown) => ({ type: 'text' as const, text: asText(value) })

function shapeResource(result: unknown, notice: Notice, { params }: Asked): unknown {
  const contents = isRecord(result) ? (result.contents ?? result.content ?? result) : result
  return {
    ...(isRecord(result) && { _meta: result._meta }),
    contents: [contents].flat().flatMap((part: unknown) => {
      const block = readBlock(isRecord(part) ? { uri: params?.uri, ...part, type: 'resource' } : part, notice)
      if (block.type === 'resource') return [block.resource]
      return block.type === 'text' ? [{ uri: asText(params?.uri), text: block.text }] : []
    }),
  }
}

/** A message of MCP has one block of content, so a list of blocks becomes several messages. */
function shapePrompt(result: unknown, notice: Notice): unknown {
  const messages = isRecord(result) ? (result.messages ?? result) : result
  return {
    ...(isRecord(result) && { description: result.description, _meta: result._meta }),
    messages: [messages].flat().flatMap((message: unknown) => {
      const { role, content = message } = isRecord(message) ? message : { role: 'user' }
      return readContent(content, notice).map((block) => ({
        role: role === 'assistant' ? role : 'user',
        content: block,
      }))
    }),
  }
}

import { tryParseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import { cutText } from '@shared/base/whole-characters'
import type { ToolCallRequest, ToolDefinition } from '@shared/episode/log/chat'
import type { ErrorBody } from '../failure/error-body'
import type { Profile } from '../profiles'
import { SCHEMA_RULES, type SchemaForm } from './schema-rules'
import type { ToolNames } from './tool-names'
import { toWireSchema, type WireParameters } from './tool-schema'

/** Tools that the endpoint refused: each is first offered under the `least` rules, then left out. */
export type RefusedTools = ReadonlyMap<string, { readonly form: 'least' | 'none'; readonly reason: string }>

export interface OfferedTool {
  readonly name: string
  readonly description: string
  readonly parameters: WireParameters['schema']
  /** Properties with another name on the wire: wire name to original name. */
  readonly renamed: WireParameters['renamed']
}

export interface OfferedTools {
  readonly tools: readonly OfferedTool[]
  /** Tools that cannot be sent, with the reason as a sentence that names the setting. */
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[]
}

const HOW_TO_SILENCE = 'To stop offering it, list it under disabledTools of its server in mcp_config.json.'

/** The tools in the form that the profile's endpoint reads. */
export function offerTools(
  tools: readonly ToolDefinition[],
  profile: Pick<Profile, 'toolSchemas' | 'maxDescriptionLength' | 'maxTools'>,
  refused: RefusedTools = new Map(),
): OfferedTools {
  const offered: OfferedTool[] = []
  const leftOut: { name: string; reason: string }[] = []
  for (const tool of tools) {
    const { name } = tool.function
    const refusal = refused.get(name)
    const converted = convert(
      tool,
      refusal?.form === 'least' ? 'least' : profile.toolSchemas,
      profile.maxDescriptionLength,
    )
    let reason = converted
    if (refusal?.form === 'none') reason = `the endpoint refuses it: ${refusal.reason}`
    else if (offered.length >= profile.maxTools) reason = `the endpoint takes at most ${profile.maxTools} tools`
    if (typeof reason === 'string') leftOut.push({ name, reason: `${reason.replace(/\.$/, '')}. ${HOW_TO_SILENCE}` })
    else offered.push(reason)
  }
  return { tools: offered, leftOut }
}

/** Conversions by tool, cached: the list of tools is the same object for a whole session. */
const known = new WeakMap<ToolDefinition, Map<string, OfferedTool | string>>()

function convert(tool: ToolDefinition, form: SchemaForm, most: number | null): OfferedTool | string {
  const forms = known.get(tool) ?? new Map<string, OfferedTool | string>()
  known.set(tool, forms)
  const key = `${form} ${most}`
  const before = forms.get(key)
  if (before !== undefined) return before
  const { name, description, parameters } = tool.function
  const wire = toWireSchema(parameters, SCHEMA_RULES[form])
  const converted =
    typeof wire === 'string'
      ? wire
      : {
          name,
          description: describe(description, wire.notes, most),
          parameters: wire.schema,
          renamed: wire.renamed,
        }
  forms.set(key, converted)
  return converted
}

/** Notes take precedence over the end of a long description. */
function describe(description: string, notes: readonly string[], most: number | null): string {
  const added = notes.join(' ')
  const text = [description, added].filter((part) => part !== '').join(' ')
  if (most === null || text.length <= most) return text
  if (added === '') return cutText(description, most)
  const rest = cutText(added, Math.floor(most / 2))
  return `${cutText(description, most - rest.length - 1)} ${rest}`
}

/** The call with the original names of its arguments. */
export function restoreArguments(call: ToolCallRequest, { tools }: OfferedTools): ToolCallRequest {
  const renamed = tools.find(({ name }) => name === call.function.name)?.renamed
  if (renamed === undefined || renamed.size === 0) return call
  const given = tryParseJson(call.function.arguments)
  if (!isRecord(given)) return call
  const restored = Object.fromEntries(Object.entries(given).map(([key, value]) => [renamed.get(key) ?? key, value]))
  return { ...call, function: { ...call.function, arguments: JSON.stringify(restored) } }
}

const STATUSES = new Set([400, 404, 422, 500])
/** "tools[3].function.parameters", "tools.3.custom.input_schema", "function_declarations[3]" */
const BY_INDEX = /(?:tools|functions|function_?declarations)(?:\[|\.)(\d+)(?:\]|\.|\b)(?!.*function_?declarations)/i

/** The tool that an endpoint refused, by its index or its name on the wire; null if it names none. */
export function refusedTool(
  { status, message, fields }: Pick<ErrorBody, 'message' | 'fields'> & { readonly status: number | null },
  { tools }: OfferedTools,
  names: ToolNames,
): string | null {
  if (status !== null && !STATUSES.has(status)) return null
  const texts = [...fields, message]
  for (const text of texts) {
    const index = BY_INDEX.exec(text)?.[1] ?? /function_?declarations\[(\d+)\]/i.exec(text)?.[1]
    const tool = index === undefined ? undefined : tools[Number(index)]
    if (tool) return tool.name
  }
  const isAboutTools = /\b(?:schema|tools?|functions?|parameters|declaration)\b/i.test(message)
  const named = tools.filter(({ name }) => mentions(message, names.encode(name)))
  return isAboutTools && named.length === 1 ? (named[0]?.name ?? null) : null
}

const mentions = (message: string, wireName: string): boolean =>
  new RegExp(String.raw`(?<![\w-])${wireName.replaceAll(/[^\w-]/g, String.raw`\$&`)}(?![\w-])`).test(message)

/** Whether a refusal says that the model takes no tools at all, as Ollama does. */
export const refusesTools = (message: string): boolean =>
  /(?:not|n't) (?:currently )?support(?:ed)?\b.{0,20}\b(?:tools?|tool (?:use|calls?|calling)|function.?calling)\b|\b(?:tools?|tool (?:use|calls?|calling)|function.?calling)\b.{0,20}\b(?:is|are) not supported/i.test(
    message,
  )

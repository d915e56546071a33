import { PromptSchema, ResourceSchema, type Tool, ToolSchema } from '@modelcontextprotocol/sdk/types.js'
import type { z } from 'zod'
import { tryParseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import { visibleLine } from '@shared/base/visible-text'
import { fit, type Table, tableOf } from './fit'
import type { Notice } from './read-content'

const shown = (value: unknown): string => visibleLine((JSON.stringify(value) as string | undefined) ?? 'missing', 60)

/** A tool in MCP's form; null if it is left out. Every change that matters to a user gets a notice. */
export function readTool(given: unknown, index: number, notice: Notice): Tool | null {
  if (!isRecord(given)) return leaveOut(`tool ${index + 1}`, `it is ${shown(given)}`, notice)
  const { input_schema, output_schema, parameters, ...tool } = given
  const what = nameOf('tool', given.name, index)
  const inputSchema = readSchema('inputSchema', tool.inputSchema ?? input_schema ?? parameters)
  if (typeof inputSchema === 'string') return leaveOut(what, inputSchema, notice)
  const outputSchema = readOutputSchema(what, tool.outputSchema ?? output_schema, notice)
  const fitted = fitEntry(ToolSchema, what, notice, { ...tool, inputSchema: inputSchema.schema, outputSchema })
  if (fitted !== null) for (const fault of inputSchema.faults) notice(`The ${what} is read with defaults: ${fault}.`)
  return fitted
}

/** The output schema; undefined if there is none or it cannot be used. The answers are then not checked. */
function readOutputSchema(what: string, given: unknown, notice: Notice): Table | undefined {
  if (given === undefined || given === null) return undefined
  const read = readSchema('outputSchema', given)
  const fault = typeof read === 'string' ? read : read.faults.join(', ')
  if (typeof read !== 'string' && fault === '') return read.schema
  notice(`The answers of the ${what} are not checked: ${fault}.`)
  return undefined
}

export function readResource(given: unknown, index: number, notice: Notice): z.infer<typeof ResourceSchema> | null {
  const resource = isRecord(given) ? { ...given, name: given.name ?? given.title ?? given.uri } : given
  return fitEntry(ResourceSchema, nameOf('resource', isRecord(given) ? given.uri : null, index), notice, resource)
}

export const readPrompt = (given: unknown, index: number, notice: Notice): z.infer<typeof PromptSchema> | null =>
  fitEntry(PromptSchema, nameOf('prompt', isRecord(given) ? given.name : null, index), notice, given)

const nameOf = (kind: string, name: unknown, index: number): string =>
  typeof name === 'string' && name !== '' ? `${kind} "${visibleLine(name, 100)}"` : `${kind} ${index + 1}`

function leaveOut(what: string, why: string, notice: Notice): null {
  notice(`The ${what} is left out: ${why}.`)
  return null
}

/** An entry of a list without its invalid optional members; null if a required member is invalid. */
function fitEntry<Value>(schema: z.ZodType<Value>, what: string, notice: Notice, given: unknown): Value | null {
  const fitted = fit(schema, given)
  if (typeof fitted === 'string') return leaveOut(what, isRecord(given) ? fitted : `it is ${shown(given)}`, notice)
  if (fitted.leftOut.length > 0) notice(`The ${what} is read without its invalid parts: ${fitted.leftOut.join(', ')}.`)
  return fitted.value
}

interface ReadSchema {
  readonly schema: Table
  /** A clause about each part that was replaced by a default. */
  readonly faults: readonly string[]
}

/** Reads a JSON schema of an object. Returns a clause about the fault if it is a schema of something else. */
function readSchema(where: string, given: unknown): ReadSchema | string {
  if (given === undefined || given === null) return { schema: EMPTY, faults: [`${where} is missing`] }
  if (given === true) return { schema: EMPTY, faults: [] }
  const written = typeof given === 'string' ? tryParseJson(given) : given
  const table = tableOf(written)
  if (table === null) return `${where} is ${shown(given)}`
  const { type, properties, required, ...rest } = withoutNullKeywords(table) as Table
  const faults: string[] = []
  if (type === undefined) faults.push(`${where}.type is missing`)
  else if (![type].flat().includes('object')) return `${where}.type is ${shown(type)}, not "object"`
  const fields = properties === undefined ? undefined : tableOf(properties)
  if (fields === null) faults.push(`${where}.properties is ${shown(properties)}`)
  const names = readRequired(required)
  if (names === null) faults.push(`${where}.required is ${shown(required)}`)
  return {
    schema: {
      ...rest,
      type: 'object',
      ...(fields && { properties: readProperties(`${where}.properties`, fields, faults) }),
      ...(names && names.length > 0 && { required: names }),
    },
    faults,
  }
}

const EMPTY = { type: 'object', properties: {} }
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']

/** Converts the schemas of properties, because the SDK's validator accepts no booleans, although JSON Schema does. */
function readProperties(where: string, properties: Table, faults: string[]): Table {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      if (isRecord(schema)) return [name, schema]
      if (schema === true) return [name, {}]
      if (schema === false) return [name, { not: {} }]
      if (TYPES.includes(schema as string)) return [name, { type: schema }]
      faults.push(`${where}.${visibleLine(name, 60)} is ${shown(schema)}`)
      return [name, {}]
    }),
  )
}

function readRequired(required: unknown): readonly string[] | null {
  if (required === undefined) return []
  if (typeof required === 'string') return [required]
  return Array.isArray(required) && required.every((name) => typeof name === 'string') ? required : null
}

/** Keywords whose value may be null. */
const MAY_BE_NULL = new Set(['default', 'const', 'examples', 'enum'])

function withoutNullKeywords(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withoutNullKeywords(each))
  if (!isRecord(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (key === 'properties' && isRecord(value))
        return [
          [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutNullKeywords(each)]))],
        ]
      if (MAY_BE_NULL.has(key)) return [[key, value]]
      return value === null ? [] : [[key, withoutNullKeywords(value)]]
    }),
  )
}

import { z } from 'zod'
import { isFormText } from '@shared/agent/form-texts'
import { tryParseJson } from '@shared/base/json/bound-json'
import { objectsIn } from '@shared/base/json/objects-in'
import { whyNotValidIn } from '@shared/base/why-not-valid'
import { NOTE_KINDS } from '@shared/episode/log/mind-events'
import type { MindPart } from '@shared/episode/log/mind-schema'

/** Maximum length in characters, about that of the longest input buffers of Z-machine stories. */
const MAX_ACTION_LENGTH = 240

const text = z.string().catch('')
/** A text by the model, trimmed; null if it is empty or copies an explanation of the prompt. */
const ownText = z
  .string()
  .nullish()
  .transform((value) => (value && !isFormText(value) && value.trim()) || null)

/** Requirement 15.2: the answer of a player. The action is one line, as a person would type it. */
export const agentResponse = z.object({
  thinking: z.string(),
  action: z
    .string()
    .transform((action) => action.replace(/[\s\p{Cc}]+/gu, ' ').trim())
    .pipe(
      z
        .string()
        .min(1, 'is empty')
        .max(MAX_ACTION_LENGTH, 'is too long for a command')
        .refine((action) => !isFormText(action), 'is the explanation of the field'),
    ),
  new_objective: ownText,
})

/** Invalid fields get a default; an invalid note, or one that copies the prompt, becomes null. */
const note = z
  .object({
    kind: z.enum(NOTE_KINDS).catch('other'),
    subject: text,
    value: text,
    text: z.string(),
    lasts: z.enum(['world', 'episode']).catch('episode'),
  })
  .nullable()
  .catch(null)
  .transform((given) => (given !== null && isFormText(given.text) ? null : given))
const mindFields = z.object({
  note,
  done_objective: z.string().max(40).nullable().catch(null),
  expect: ownText.catch(null),
})
export type MindFields = Readonly<z.output<typeof mindFields>>

type AgentResponse = Readonly<z.output<typeof agentResponse>>

/**
 * `agentResponse` as a JSON schema for `response_format`. Strict endpoints require every property to be listed as
 * required, so optional ones are nullable.
 */
export const agentResponseFormat = {
  name: 'AgentResponse',
  schema: {
    type: 'object',
    properties: {
      thinking: { type: 'string' },
      action: { type: 'string' },
      new_objective: { type: ['string', 'null'] },
    },
    required: ['thinking', 'action', 'new_objective'],
    additionalProperties: false,
  },
} as const

/** Fields that parts of the mind add. */
const NOTE_FIELDS = {
  note: {
    type: ['object', 'null'],
    properties: {
      kind: { type: 'string', enum: [...NOTE_KINDS] },
      subject: { type: 'string' },
      value: { type: 'string' },
      text: { type: 'string' },
      lasts: { type: 'string', enum: ['world', 'episode'] },
    },
    required: ['kind', 'subject', 'value', 'text', 'lasts'],
    additionalProperties: false,
  },
  expect: { type: ['string', 'null'] },
} as const
const OBJECTIVE_FIELDS = {
  done_objective: { type: ['string', 'null'] },
} as const

/**
 * The schema of the answer with the parts in force; without parts it is that of requirement 15.2. `choices` are the
 * only allowed actions; an empty list allows any.
 */
export function responseFormatOf(
  parts: readonly MindPart[],
  choices: readonly string[] = [],
): {
  readonly name: string
  readonly schema: Readonly<Record<string, unknown>>
} {
  const { name, schema } = agentResponseFormat
  const properties = {
    ...schema.properties,
    ...(choices.length > 0 && { action: { type: 'string', enum: [...choices] } }),
    ...(parts.includes('objectives') && OBJECTIVE_FIELDS),
    ...(parts.includes('notes') && NOTE_FIELDS),
  }
  return { name, schema: { ...schema, properties, required: Object.keys(properties) } }
}

type ParsedReply =
  | { readonly ok: true; readonly response: AgentResponse; readonly fields: MindFields }
  | { readonly ok: false; readonly error: string }

/**
 * Parses a reply. JSON in a code fence or with text around it is accepted (requirements.md decision 13); if several
 * objects match, the last one counts.
 */
export function parseAgentResponse(reply: string): ParsedReply {
  const read = readJsonAnswer(reply, agentResponse)
  return read.ok ? { ok: true, response: read.value, fields: mindFields.parse(read.json) } : read
}

/** Reads the JSON object in the reply of any role. Returns its value and the object itself, or the error. */
export function readJsonAnswer<Schema extends z.ZodType>(
  reply: string,
  schema: Schema,
):
  | { readonly ok: true; readonly value: z.output<Schema>; readonly json: unknown }
  | { readonly ok: false; readonly error: string } {
  let error = 'there is no JSON object in it'
  for (const text of [reply, ...objectsIn(reply).toReversed()]) {
    const json = tryParseJson(text)
    if (json === undefined) continue
    const parsed = schema.safeParse(json)
    if (parsed.success) return { ok: true, value: parsed.data, json }
    error = whyNotValidIn('the reply', parsed.error)
  }
  return { ok: false, error }
}

import { tryParseJson } from '@shared/json/bound-json'
import { whyNotValidIn } from '@shared/why-not-valid'
import { z } from 'zod'

/** More is no command: the longest input buffers of Z-machine stories hold about this much. */
const MAX_ACTION_LENGTH = 240

/** Requirement 15.2: what a player answers a turn with. The action is one line, as a person would type it. */
export const agentResponse = z.object({
  thinking: z.string(),
  action: z
    .string()
    .transform((action) => action.replace(/[\s\p{Cc}]+/gu, ' ').trim())
    .pipe(z.string().min(1, 'is empty').max(MAX_ACTION_LENGTH, 'is too long for a command')),
  new_objective: z
    .string()
    .nullish()
    .transform((objective) => objective?.trim() || null),
})
export type AgentResponse = Readonly<z.output<typeof agentResponse>>

/**
 * The same as a JSON schema for `response_format`. Strict endpoints want every property required and no others, so that
 * what is optional is nullable.
 */
export const agentResponseFormat = {
  name: 'AgentResponse',
  schema: {
    type: 'object',
    properties: {
      thinking: { type: 'string', description: 'Why this action, in a few sentences.' },
      action: { type: 'string', description: 'One command for the game, such as "open mailbox".' },
      new_objective: { type: ['string', 'null'], description: 'A new aim that takes several turns, or null.' },
    },
    required: ['thinking', 'action', 'new_objective'],
    additionalProperties: false,
  },
} as const

export type ParsedReply =
  | { readonly ok: true; readonly response: AgentResponse }
  | { readonly ok: false; readonly error: string }

/**
 * Reads a reply. JSON in a fence or with text around it is accepted (requirements.md decision 13); of several objects
 * that fit, the last counts.
 */
export function parseAgentResponse(reply: string): ParsedReply {
  let error = 'there is no JSON object in it'
  for (const json of [reply, ...objectsIn(reply).toReversed()]) {
    const value = tryParseJson(json)
    if (value === undefined) continue
    const parsed = agentResponse.safeParse(value)
    if (parsed.success) return { ok: true, response: parsed.data }
    error = whyNotValidIn('the reply', parsed.error)
  }
  return { ok: false, error }
}

/** Every outermost `{…}` of a text, found in one pass that knows strings and escapes. */
function objectsIn(text: string): readonly string[] {
  const objects: string[] = []
  let start = 0
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (depth > 0 && inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (depth > 0 && character === '"') inString = true
    else if (character === '{' && depth++ === 0) start = at
    else if (character === '}' && depth > 0 && --depth === 0) objects.push(text.slice(start, at + 1))
  }
  return objects
}

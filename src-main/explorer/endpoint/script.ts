import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { FAULT_KINDS } from './faults'

const call = z.strictObject({ name: z.string(), arguments: z.union([z.string(), z.record(z.string(), z.unknown())]) })

/**
 * A reply that a fixture fixes: `action` makes the JSON of an answer, `content` is sent as it stands, `calls` ask for
 * tools. With a fault and none of them the words are the explorer's own.
 */
const scriptedReply = z
  .strictObject({
    turn: z.int().positive(),
    action: z.string().optional(),
    thinking: z.string().default(''),
    new_objective: z.string().nullable().default(null),
    content: z.string().optional(),
    calls: z.array(call).min(1).optional(),
    reasoning: z.string().nullable().default(null),
    fault: z.enum(FAULT_KINDS).optional(),
  })
  .refine(
    (reply) => countOfWords(reply) === 1 || (countOfWords(reply) === 0 && reply.fault !== undefined),
    'a reply has one of action, content and calls, or a fault alone',
  )

type Words = Partial<Record<'action' | 'content' | 'calls', unknown>>
const countOfWords = ({ action, content, calls }: Words) =>
  [action, content, calls].filter((way) => way !== undefined).length
export const hasWords = (reply: Words): boolean => countOfWords(reply) > 0

const script = z.strictObject({ replies: z.array(scriptedReply) })

export type ScriptedReply = z.output<typeof scriptedReply>
export type Script = z.output<typeof script>

/** Reads a fixture of replies, see docs/explorer.md. Throws with the path and what is wrong in it. */
export function readScript(path: string): Script {
  const parsed = script.safeParse(parseJson(path))
  if (!parsed.success)
    throw new Error(
      `The script ${path} cannot be used: ${parsed.error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`).join('; ')}`,
    )
  return parsed.data
}

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw error instanceof SyntaxError ? new Error(`The script ${path} cannot be used: it is not JSON.`) : error
  }
}

/**
 * The n-th reply that the script has for a turn answers its n-th iteration. Null: the script leaves it to the explorer.
 */
export function scriptedReplyFor(
  { replies }: Script,
  { turn, iteration }: { readonly turn: number; readonly iteration: number },
): ScriptedReply | null {
  return replies.filter((reply) => reply.turn === turn)[iteration - 1] ?? null
}

import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { runWithin } from '../../base/limits/run-within'
import { cutText } from '../transport/cut-text'

/**
 * For making a function of a schema and calling it. A schema may hold a pattern that runs for years, or parts that
 * double twenty times.
 */
const TIME_MS = 500
/** Of all that does not fit. */
const MOST_CHARACTERS = 4000

/** What is wrong with the structured content of an answer, in words; null if nothing is. */
export type CheckOutput = (content: unknown) => string | null

/**
 * Checks answers by the tool's own schema, of which it takes no more than half a second of anybody's time: one that
 * needs more, or is broken, checks nothing from then on, and `warn` is told. Compiled at the first call, for most tools
 * are never called.
 */
export function createOutputCheck(
  { name, outputSchema }: Pick<Tool, 'name' | 'outputSchema'>,
  warn: (text: string) => void,
): CheckOutput {
  if (!outputSchema) return () => null
  let validate: ReturnType<AjvJsonSchemaValidator['getValidator']> | null = null
  let isGivenUp = false
  return (content) => {
    if (content === undefined) return 'the tool promises structured content and gave none'
    if (isGivenUp) return null
    try {
      const { valid, errorMessage } = runWithin(TIME_MS, () =>
        (validate ??= new AjvJsonSchemaValidator().getValidator(outputSchema))(content),
      )
      return valid
        ? null
        : cutText(`the structured content does not fit the tool's own schema: ${errorMessage}`, MOST_CHARACTERS)
    } catch (error) {
      isGivenUp = true
      warn(
        `The answers of ${name} are not checked by its own output schema: ${error instanceof Error ? error.message : String(error)}`,
      )
      return null
    }
  }
}

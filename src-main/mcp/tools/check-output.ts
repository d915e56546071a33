import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { isRecord } from '@shared/base/json/is-record'
import { runWithin } from '../../base/limits/run-within'
import { cutText } from '../transport/cut-text'

/**
 * Time limit for compiling a schema and checking one value. A schema may contain a pattern that runs for years, or
 * parts that double twenty times.
 */
const TIME_MS = 500
/** Maximum length of the description of a mismatch. */
const MAX_CHARACTERS = 4000

/**
 * Returns the fault in the structured content of an answer as a sentence, or null. `hasOther`: whether the answer has
 * other content.
 */
type CheckOutput = (content: unknown, hasOther?: boolean) => string | null

/**
 * Creates the check of a tool's answers by its output schema, with a time limit. A schema that exceeds the limit or is
 * invalid is no longer checked, which `warn` reports. It is compiled at the first call, because most tools are never
 * called.
 */
export function createOutputCheck(
  { name, outputSchema }: Pick<Tool, 'name' | 'outputSchema'>,
  warn: (text: string) => void,
): CheckOutput {
  if (!outputSchema) return () => null
  let validate: ReturnType<AjvJsonSchemaValidator['getValidator']> | null = null
  let isGivenUp = false
  let isNoticed = false
  return (content, hasOther = false) => {
    const missing = 'the tool promises structured content and gave none'
    // The other content can be used without the structured content.
    if (content === undefined && hasOther) {
      if (!isNoticed) warn(`${name}: ${missing}. Its other content is used.`)
      isNoticed = true
      return null
    }
    if (content === undefined) return missing
    if (isGivenUp) return null
    try {
      const { valid, errorMessage } = runWithin(TIME_MS, () => {
        validate ??= new AjvJsonSchemaValidator().getValidator(outputSchema)
        const found = validate(content)
        return found.valid ? found : validate(withNumbers(content))
      })
      return valid
        ? null
        : cutText(`the structured content does not fit the tool's own schema: ${errorMessage}`, MAX_CHARACTERS)
    } catch (error) {
      isGivenUp = true
      warn(
        `The answers of ${name} are not checked by its own output schema: ${error instanceof Error ? error.message : String(error)}`,
      )
      return null
    }
  }
}

/** Integers with many digits were read as strings. Converts them to numbers, which the schema may require. */
function withNumbers(value: unknown): unknown {
  if (typeof value === 'string') return /^-?\d{16,}$/.test(value) ? Number(value) : value
  if (Array.isArray(value)) return value.map(withNumbers)
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withNumbers(inner)]))
    : value
}

import { type AnswerContent, type AnswerValue, type QuestionField, whyNot } from '../../base/form/form-field'

/**
 * A question from an MCP server to the user, while an episode is played or a tool is tried. Plain data, because it
 * crosses the contract.
 */
export interface Question {
  readonly id: string
  /**
   * `form`: fields to fill in. `prompt`: consent to send this prompt to the model. `reply`: consent to send the model's
   * answer. `address`: an address to open. `opened`: the person was sent there, and accepts when done.
   */
  readonly kind: 'form' | 'prompt' | 'reply' | 'address' | 'opened'
  readonly server: string
  /** Null if a tool is tried in the panel. */
  readonly turn: number | null
  /** The server's description; for a prompt or a reply, the name of the model. Hidden characters are made visible. */
  readonly message: string
  readonly fields: readonly QuestionField[]
  /** An https address, or one of this computer. `address` opens it when accepted; `opened` has opened it. */
  readonly address?: string
  /** Time when it is cancelled without an answer, ISO 8601. */
  readonly until: string
}

export type Answer =
  | { readonly action: 'accept'; readonly content: AnswerContent }
  /** The person declined, or did not answer. */
  | { readonly action: 'decline' | 'cancel' }

/** The mistakes in the answers, by field; empty if there are none. */
export function faultsOf(
  { fields }: Pick<Question, 'fields'>,
  content: AnswerContent,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const fault = whyNot(field, Object.hasOwn(content, field.name) ? content[field.name] : undefined)
      return fault === null ? [] : [[field.name, fault]]
    }),
  )
}

export const defaultsOf = (fields: readonly QuestionField[]): AnswerContent =>
  Object.fromEntries(
    fields.flatMap(({ name, input: { fallback } }): [string, AnswerValue][] =>
      fallback === null ? [] : [[name, fallback]],
    ),
  )

import { type AnswerContent, type AnswerValue, type QuestionField, whyNot } from '../../base/form/form-field'

/**
 * A question of an MCP server to the user, while an episode is played or a tool is tried. Plain data: it crosses the
 * contract.
 */
export interface Question {
  readonly id: string
  /**
   * `form`: fields to fill in. `prompt`: consent to ask the model this. `reply`: consent to send the model's answer.
   * `address`: an address to open. `opened`: the person was sent there; accepted once they are done.
   */
  readonly kind: 'form' | 'prompt' | 'reply' | 'address' | 'opened'
  readonly server: string
  /** Null for a tool that is tried in the panel. */
  readonly turn: number | null
  /** The server's own description; for a prompt or a reply the name of the model. Hidden characters are shown. */
  readonly message: string
  readonly fields: readonly QuestionField[]
  /** For `address`, which opens it when it is accepted, and `opened`: https, or of this computer. */
  readonly address?: string
  /** When it is cancelled without an answer, as an ISO time. */
  readonly until: string
}

export type Answer =
  | { readonly action: 'accept'; readonly content: AnswerContent }
  /** The person does not want it, or has not answered. */
  | { readonly action: 'decline' | 'cancel' }

/** Faults of the answers, by field; empty if there are none. */
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

/** The initial values of a form. */
export const defaultsOf = (fields: readonly QuestionField[]): AnswerContent =>
  Object.fromEntries(
    fields.flatMap(({ name, input: { fallback } }): [string, AnswerValue][] =>
      fallback === null ? [] : [[name, fallback]],
    ),
  )

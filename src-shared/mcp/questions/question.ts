import { type AnswerContent, type AnswerValue, type QuestionField, whyNot } from '../../base/form/form-field'

/**
 * What an MCP server wants of a person while an episode is played or a tool is tried, and what it is told. Plain data:
 * it crosses the contract.
 */
export interface Question {
  readonly id: string
  /**
   * `form`: something to fill in. `prompt`: may the server ask the model this. `reply`: may it have what the model
   * answered.
   */
  readonly kind: 'form' | 'prompt' | 'reply'
  readonly server: string
  /** Null for a tool that is tried in the panel. */
  readonly turn: number | null
  /** What the server says it is about; of a prompt or a reply the name of the model. Nothing in it is hidden. */
  readonly message: string
  readonly fields: readonly QuestionField[]
  /** When it is cancelled if nobody has answered, as an ISO time. */
  readonly until: string
}

export type Answer =
  | { readonly action: 'accept'; readonly content: AnswerContent }
  /** The person does not want it, or has not answered. */
  | { readonly action: 'decline' | 'cancel' }

/** What is wrong with the answers, by field; empty if nothing is. */
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

/** What a form begins with. */
export const defaultsOf = (fields: readonly QuestionField[]): AnswerContent =>
  Object.fromEntries(
    fields.flatMap(({ name, input: { fallback } }): [string, AnswerValue][] =>
      fallback === null ? [] : [[name, fallback]],
    ),
  )

import { type AnswerContent, type AnswerValue, type QuestionField, readTyped } from '@shared/base/form/form-field'

/** What stands in a field: text as it is typed, a choice by its value, some of a list. */
export type Draft = string | boolean | readonly string[]

export const draftOf = ({ input }: QuestionField): Draft => {
  if (input.kind === 'choices') return input.fallback ?? []
  if (input.kind === 'yes_no' && input.fallback !== null) return input.fallback
  return input.fallback === null ? '' : String(input.fallback)
}

/** The answers that the drafts come to. What is left empty is left out. */
export const contentOf = (fields: readonly QuestionField[], drafts: Readonly<Record<string, Draft>>): AnswerContent =>
  Object.fromEntries(
    fields.flatMap((field): [string, AnswerValue][] => {
      const value = valueOf(field, drafts[field.name] ?? draftOf(field))
      return value === undefined ? [] : [[field.name, value]]
    }),
  )

function valueOf(field: QuestionField, draft: Draft): AnswerValue | undefined {
  if (typeof draft === 'boolean') return draft
  if (typeof draft !== 'string') return draft.length === 0 && !field.isRequired ? undefined : draft
  // A choice is no text to be read: what is chosen is its value.
  return field.input.kind === 'choice' ? draft || undefined : readTyped(field, draft)
}

import { useState } from 'react'
import { reasonOf } from '../draft/reason-of'

/** The last answer to a request of a person, or why it was refused. An answer to an older request is dropped. */
export function useAsked<Answer>() {
  const [state, setState] = useState<{
    readonly asked: number
    readonly answer: Answer | null
    readonly refusal: string | null
  }>({ asked: 0, answer: null, refusal: null })
  const ask = (request: () => Promise<Answer>) => {
    const mine = state.asked + 1
    setState((before) => ({ ...before, asked: mine }))
    const settle = (part: { readonly answer: Answer } | { readonly refusal: string }) =>
      setState((now) => (now.asked === mine ? { ...now, answer: null, refusal: null, ...part } : now))
    request().then(
      (answer) => settle({ answer }),
      (error: unknown) => settle({ refusal: reasonOf(error) }),
    )
  }
  return { answer: state.answer, refusal: state.refusal, ask }
}

import { type KeyboardEvent, useState } from 'react'
import { complete, completionsOf, type KnownWords } from './completions'

/** What is typed in a command line: its past by the arrows, its completions by Tab. */
export interface LineText {
  readonly text: string
  readonly completions: readonly string[]
  readonly type: (text: string) => void
  /** Puts back what was not taken, unless something else was typed since. */
  readonly putBack: (text: string) => void
  readonly completeWith: (index: number) => void
  readonly onKey: (event: KeyboardEvent) => void
}

export function useLine(past: readonly string[], known: KnownWords, isKey: boolean): LineText {
  const [text, setText] = useState('')
  /** How many commands back is shown; 0 is what is being typed. */
  const [back, setBack] = useState(0)
  const [typed, setTyped] = useState('')
  const [cycle, setCycle] = useState<{ readonly from: string; readonly next: number } | null>(null)
  const from = cycle?.from ?? text
  const completions = isKey ? [] : completionsOf(from, known)

  const recall = (further: number) => {
    const to = Math.min(past.length, Math.max(0, back + further))
    if (to === back) return
    if (back === 0) setTyped(text)
    setText(to === 0 ? typed : (past.at(-to) ?? ''))
    setBack(to)
    setCycle(null)
  }
  const completeWith = (index: number) => {
    const word = completions[index % completions.length]
    if (word === undefined) return
    setText(complete(from, word))
    setBack(0)
    setCycle({ from, next: index + 1 })
  }
  return {
    text,
    completions,
    type(value) {
      setText(value)
      setBack(0)
      setCycle(null)
    },
    putBack: (value) => setText((typedSince) => typedSince || value),
    completeWith,
    /** Tab goes on from the line when there is nothing to complete, so nobody is caught in it. */
    onKey(event) {
      if (event.key === 'ArrowUp' || event.key === 'ArrowDown') recall(event.key === 'ArrowUp' ? 1 : -1)
      else if (event.key === 'Tab' && !event.shiftKey && completions.length > 0) completeWith(cycle?.next ?? 0)
      else return
      event.preventDefault()
    },
  }
}

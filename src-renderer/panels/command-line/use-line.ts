import { type KeyboardEvent, useState } from 'react'
import { complete, completionsOf, type KnownWords } from './completions'

/** The text of a command line, with history (arrow keys) and completions (Tab). */
export interface LineText {
  readonly text: string
  readonly completions: readonly string[]
  readonly type: (text: string) => void
  /** Restores refused text, unless other text was typed since. */
  readonly restore: (text: string) => void
  readonly completeWith: (index: number) => void
  readonly onKey: (event: KeyboardEvent) => void
}

export function useLine(past: readonly string[], known: KnownWords, isKey: boolean): LineText {
  const [text, setText] = useState('')
  /** Steps back in the history; 0 is the text being typed. */
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
    restore: (value) => setText((typedSince) => typedSince || value),
    completeWith,
    /** Without completions Tab leaves the line, so it is no keyboard trap. */
    onKey(event) {
      if (event.key === 'ArrowUp' || event.key === 'ArrowDown') recall(event.key === 'ArrowUp' ? 1 : -1)
      else if (event.key === 'Tab' && !event.shiftKey && completions.length > 0) completeWith(cycle?.next ?? 0)
      else return
      event.preventDefault()
    },
  }
}

import { create } from 'zustand'

/** What a command came to that shows nowhere else, such as a copy: a few words in the status bar, for a few seconds. */
export const useNotice = create<{ readonly text: string }>()(() => ({ text: '' }))

const SHOWN_MS = 6_000

let timer: ReturnType<typeof setTimeout> | undefined

export function tell(text: string): void {
  clearTimeout(timer)
  useNotice.setState({ text })
  timer = setTimeout(() => useNotice.setState({ text: '' }), SHOWN_MS)
}

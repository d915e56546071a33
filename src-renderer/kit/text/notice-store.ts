import { create } from 'zustand'

/** The result of a command that is visible nowhere else, such as a copy: shown in the status bar for a few seconds. */
export const useNotice = create<{ readonly text: string }>()(() => ({ text: '' }))

/** Hides the notice if it is still shown. */
export const withdrawNotice = (text: string): void =>
  useNotice.setState((shown) => (shown.text === text ? { text: '' } : shown))

const SHOWN_MS = 6_000

let timer: ReturnType<typeof setTimeout> | undefined

export function showNotice(text: string): void {
  clearTimeout(timer)
  useNotice.setState({ text })
  timer = setTimeout(() => useNotice.setState({ text: '' }), SHOWN_MS)
}

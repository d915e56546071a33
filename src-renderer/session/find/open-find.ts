import { focusRegion } from '../view/regions'
import { stepToHit, useFind } from './find-store'

/** What the focus goes back to. */
let opener: Element | null = null

const field = () => document.querySelector<HTMLInputElement>('[data-find]')

/** With what is selected on the page as the question, as long as that is a few words. */
export function openFind(): void {
  const selected = getSelection()?.toString().trim() ?? ''
  const isQuestion = selected !== '' && selected.length <= 100 && !selected.includes('\n')
  if (!useFind.getState().isOpen) opener = document.activeElement
  useFind.setState({ isOpen: true, waiting: null, ...(isQuestion && { text: selected }) })
  field()?.focus()
  field()?.select()
}

/** To the next hit, or the one before; opens what is closed, with the question it had. */
export function stepOrOpenFind(by: 1 | -1): void {
  if (!useFind.getState().isOpen) openFind()
  stepToHit(by)
}

/** Leaves the playhead where it is. The focus, if it was in the bar, goes back to where it came from. */
export function closeFind(): void {
  const hasFocus = document.activeElement?.closest('[data-find-bar]') !== null
  useFind.setState({ isOpen: false, onlyHits: false })
  if (!hasFocus) return
  if (opener instanceof HTMLElement && opener !== document.body && opener.checkVisibility()) opener.focus()
  else focusRegion('story')
  opener = null
}

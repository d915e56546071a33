import { focusRegion } from '../view/regions'
import { stepToHit, useFind } from './find-store'

/** Element that gets the focus back. */
let opener: Element | null = null

const field = () => document.querySelector<HTMLInputElement>('[data-find]')

/** Opens the bar. A short selection becomes the query. */
export function openFind(): void {
  const selected = getSelection()?.toString().trim() ?? ''
  const isQuery = selected !== '' && selected.length <= 100 && !selected.includes('\n')
  if (!useFind.getState().isOpen) opener = document.activeElement
  useFind.setState({ isOpen: true, pendingStep: null, ...(isQuery && { text: selected }) })
  field()?.focus()
  field()?.select()
}

/** Goes to the next (1) or previous (-1) hit; opens the bar with its last query if it is closed. */
export function stepOrOpenFind(by: 1 | -1): void {
  if (!useFind.getState().isOpen) openFind()
  stepToHit(by)
}

/** Closes the bar without moving the playhead. Restores the focus if it was in the bar. */
export function closeFind(): void {
  const hasFocus = document.activeElement?.closest('[data-find-bar]') !== null
  useFind.setState({ isOpen: false, onlyHits: false })
  if (!hasFocus) return
  if (opener instanceof HTMLElement && opener !== document.body && opener.checkVisibility()) opener.focus()
  else focusRegion('story')
  opener = null
}

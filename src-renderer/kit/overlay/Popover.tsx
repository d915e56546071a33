import type { ReactNode } from 'react'
import styles from './popups.module.css'

interface PopoverProps {
  /** Id of the popover, by which `openPopover` finds its button. */
  readonly id: PopoverId
  readonly name: string
  readonly face: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

export type PopoverId = 'story-filter' | 'playback' | 'library-columns' | `forks-${number}` | `map-joins-${number}`

/**
 * A button that opens a native popover below it. Escape or a click outside closes the popover, and its controls follow
 * the button in the Tab order.
 */
export function Popover({ id, name, face, className, children }: PopoverProps) {
  return (
    <>
      <button type="button" popoverTarget={id} className={className} aria-label={name} title={name}>
        {face}
      </button>
      <div id={id} popover="auto" role="group" aria-label={name} className={styles.popover}>
        {children}
      </div>
    </>
  )
}

const buttonOf = (id: PopoverId) => document.querySelector<HTMLElement>(`[popovertarget="${id}"]`)
export const hasPopover = (id: PopoverId) => buttonOf(id) !== null

/**
 * Focuses the button and opens its popover. Waits for the next frame, because a sheet that closes restores the focus
 * first.
 */
export function openPopover(id: PopoverId): void {
  requestAnimationFrame(() => {
    const button = buttonOf(id)
    button?.focus()
    button?.click()
  })
}

import type { ReactNode } from 'react'
import styles from './Popover.module.css'

interface PopoverProps {
  /** Of the element, so that an action can open it. */
  readonly id: PopoverId
  readonly name: string
  /** What the button shows. */
  readonly face: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

export type PopoverId = 'story-filter' | 'playback' | 'library-columns' | `forks-${number}` | `map-joins-${number}`

/**
 * A button with choices that open under it: the browser's own popover, which Escape and a click elsewhere close, and
 * whose choices follow the button for the Tab key.
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

/** With the focus on its button; after the next frame, for a sheet that closes gives the focus back first. */
export function openPopover(id: PopoverId): void {
  requestAnimationFrame(() => {
    const button = buttonOf(id)
    button?.focus()
    button?.click()
  })
}

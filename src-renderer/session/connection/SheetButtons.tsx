import type { MouseEvent } from 'react'
import controls from '../../kit/controls.module.css'
import { HostButton } from './HostButton'
import styles from '../../kit/overlay/SheetForm.module.css'
import { kitStrings } from '../../kit/strings'

export interface SheetButtonsProps {
  /** What the form does, as a verb; or that it does it. */
  readonly submit: string
  /** Such a button still has the focus of whoever pressed it. */
  readonly isDisabled?: boolean
  /** False of what the window does by itself. */
  readonly asksHost?: boolean
  readonly onCancel: () => void
}

/** The end of a form in a sheet. */
export function SheetButtons({ submit, isDisabled = false, asksHost = true, onCancel }: SheetButtonsProps) {
  const Submit = asksHost ? HostButton : 'button'
  return (
    <div className={styles.buttons}>
      <button type="button" className={controls.button} onClick={onCancel}>
        {kitStrings.cancel}
      </button>
      <Submit
        type="submit"
        className={`${controls.button} ${controls.primary}`}
        {...(isDisabled && { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() })}
      >
        {submit}
      </Submit>
    </div>
  )
}

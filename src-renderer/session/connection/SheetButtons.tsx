import type { MouseEvent } from 'react'
import controls from '../../kit/controls.module.css'
import { HostButton } from './HostButton'
import styles from '../../kit/overlay/SheetForm.module.css'
import { kitStrings } from '../../kit/strings'

export interface SheetButtonsProps {
  /** Label of the submit button. */
  readonly submit: string
  /** `aria-disabled`: the button keeps the focus. */
  readonly isDisabled?: boolean
  /** False if the form needs no host. */
  readonly asksHost?: boolean
  readonly onCancel: () => void
}

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

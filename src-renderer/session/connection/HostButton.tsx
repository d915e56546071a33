import type { ComponentProps, MouseEvent } from 'react'
import { Button } from '../../kit/Button'
import { kitStrings } from '../../kit/strings'
import { useConnection, useHostAbsence } from './connection-store'
import styles from '../../kit/overlay/SheetForm.module.css'

/** Props of a disabled button that keeps its place in the Tab order and explains why it is disabled. */
export const disabledProps = (why: string) => ({
  'aria-disabled': true,
  'aria-description': why,
  title: why,
  onClick: (event: MouseEvent) => event.preventDefault(),
})

/** Props of a button that is disabled while the host is lost. A press tries to reconnect at once. */
export const disconnectedProps = (absence: string) => ({
  ...disabledProps(absence),
  onClick: (event: MouseEvent) => {
    event.preventDefault()
    useConnection.getState().tryNow()
  },
})

/** A button that needs the host. Enter in a form presses its submit button, so this covers the whole form. */
export function HostButton(props: ComponentProps<typeof Button>) {
  const absence = useHostAbsence()
  return <Button {...props} {...(absence !== null && disconnectedProps(absence))} />
}

export interface SheetButtonsProps {
  readonly submit: string
  /** `aria-disabled`: the button keeps the focus. */
  readonly isDisabled?: boolean
  /** False if the form does not need the host. */
  readonly asksHost?: boolean
  readonly onCancel: () => void
}

export function SheetButtons({ submit, isDisabled = false, asksHost = true, onCancel }: SheetButtonsProps) {
  const Submit = asksHost ? HostButton : Button
  return (
    <div className={styles.buttons}>
      <Button onClick={onCancel}>{kitStrings.cancel}</Button>
      <Submit
        type="submit"
        look="primary"
        {...(isDisabled && { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() })}
      >
        {submit}
      </Submit>
    </div>
  )
}

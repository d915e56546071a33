import type { ComponentProps, MouseEvent } from 'react'
import { useConnection, useHostAbsence } from './connection-store'

/** Props of a button that cannot be used now: it stays focusable, does nothing, and says why. */
export const disabledProps = (why: string) => ({
  'aria-disabled': true,
  'aria-description': why,
  title: why,
  onClick: (event: MouseEvent) => event.preventDefault(),
})

/** The same while the host is disconnected: a press tries to connect at once. */
export const disconnectedProps = (absence: string) => ({
  ...disabledProps(absence),
  onClick: (event: MouseEvent) => {
    event.preventDefault()
    useConnection.getState().tryNow()
  },
})

/** A button that needs the host. Enter in a form presses its submit button, so this covers the whole form. */
export function HostButton(props: ComponentProps<'button'>) {
  const absence = useHostAbsence()
  return <button type="button" {...props} {...(absence !== null && disconnectedProps(absence))} />
}

import type { ComponentProps, MouseEvent } from 'react'
import { useConnection, useHostAbsence } from './connection-store'

/** What a button is that cannot be used now: it keeps its place and the focus, does nothing, and says why. */
export const refused = (why: string) => ({
  'aria-disabled': true,
  'aria-description': why,
  title: why,
  onClick: (event: MouseEvent) => event.preventDefault(),
})

/**
 * The same while the host is away: a press tries to reach it at once, for it may be back long before the next attempt.
 */
export const refusedWithoutHost = (absence: string) => ({
  ...refused(absence),
  onClick: (event: MouseEvent) => {
    event.preventDefault()
    useConnection.getState().tryNow()
  },
})

/**
 * A button that asks something of the host: refused while that is away. Enter in a form presses its submit button, so
 * this holds for the whole form.
 */
export function HostButton(props: ComponentProps<'button'>) {
  const absence = useHostAbsence()
  return <button type="button" {...props} {...(absence !== null && refusedWithoutHost(absence))} />
}

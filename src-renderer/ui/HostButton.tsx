import type { ComponentProps, MouseEvent } from 'react'
import { useHostAbsence } from '../store/connection-store'

/** What a button is that cannot be used now: it keeps its place and the focus, does nothing, and says why. */
export const refused = (why: string) => ({ 'aria-disabled': true, 'aria-description': why, title: why, onClick: (event: MouseEvent) => event.preventDefault() })

/** A button that asks something of the host: refused while that is away. Enter in a form presses its submit button, so this holds for the whole form. */
export function HostButton(props: ComponentProps<'button'>) {
  const absence = useHostAbsence()
  return <button type="button" {...props} {...(absence !== null && refused(absence))} />
}

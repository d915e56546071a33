import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import controls from './controls.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'children'> {
  readonly icon: LucideIcon
  readonly label: string
  /** Without an edge until it is pointed at. */
  readonly isQuiet?: boolean
}

/** A button that is a sign alone. Its name is also what the pointer is told, unless `title` says more. */
export function IconButton({ icon: Icon, label, isQuiet = false, title = label, ...button }: IconButtonProps) {
  const className = `${controls.button} ${isQuiet ? controls.quiet : ''} ${controls.icon}`
  return (
    <button type="button" {...button} className={className} aria-label={label} title={title}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </button>
  )
}

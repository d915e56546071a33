import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import controls from './controls.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'children'> {
  readonly icon: LucideIcon
  readonly label: string
  readonly isQuiet?: boolean
  readonly isSmall?: boolean
}

/** A button with an icon only. Its name is also its tooltip, unless `title` is given. */
export function IconButton({
  icon: Icon,
  label,
  isQuiet = false,
  isSmall = false,
  title = label,
  ...button
}: IconButtonProps) {
  const className = `${controls.button} ${isQuiet ? controls.quiet : ''} ${controls.icon} ${isSmall ? controls.small : ''}`
  return (
    <button type="button" {...button} className={className} aria-label={label} title={title}>
      <Icon size={isSmall ? 14 : 16} strokeWidth={1.75} aria-hidden />
    </button>
  )
}

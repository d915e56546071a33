import type { LucideIcon } from 'lucide-react'
import { type ActionId, actions } from './actions'
import controls from './controls.module.css'
import { keyText } from './KeyName'

interface ActionButtonProps {
  readonly action: ActionId
  readonly icon: LucideIcon
  /** Show the word beside the icon; otherwise it is the name and the tooltip. */
  readonly withLabel?: boolean
  readonly kind?: 'primary' | 'quiet'
  readonly pressed?: boolean
  /** Still takes the focus: a button that is used up must not throw the keyboard back to the start of the page. */
  readonly disabled?: boolean
  /** Why it is disabled; in the tooltip, and said by screen readers. */
  readonly why?: string | undefined
  readonly className?: string | undefined
}

/** A button for a row of the table of actions. Its name is the action's label, always. */
export function ActionButton({ action, icon: Icon, withLabel = false, kind, pressed, disabled, why, className }: ActionButtonProps) {
  const { label, keys, run } = actions[action]
  const [key] = keys
  const classes = [controls.button, kind && controls[kind], !withLabel && controls.icon, className].filter(Boolean).join(' ')
  return (
    <button type="button" className={classes} aria-label={label} aria-pressed={pressed} aria-disabled={disabled} aria-description={why} title={why ?? (key ? `${label} (${keyText(key)})` : label)} onClick={disabled ? undefined : () => void run()}>
      <Icon size={15} strokeWidth={1.75} aria-hidden />
      {withLabel && <span>{label}</span>}
    </button>
  )
}

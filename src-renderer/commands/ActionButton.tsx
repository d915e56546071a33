import type { LucideIcon } from 'lucide-react'
import { useHostAbsence } from '../session/connection/connection-store'
import { type ActionId, actions, asksHost } from './actions'
import controls from '../kit/controls.module.css'
import { disabledProps, disconnectedProps } from '../session/connection/HostButton'
import { keyText } from '../kit/text/KeyName'
import { commandStrings } from './strings'

const hints: Readonly<Partial<Record<ActionId, string>>> = commandStrings.hint

interface ActionButtonProps {
  readonly action: ActionId
  readonly icon: LucideIcon
  /** Show the word beside the icon; otherwise it is the name and the tooltip. */
  readonly withLabel?: boolean
  /** A word of the label, to be shown in its place where that is long. */
  readonly word?: string
  /** The action's own label, where it is said more exactly here than in the table. */
  readonly label?: string
  /** What it does, in the tooltip, where the label has no room for it. */
  readonly hint?: string
  readonly kind?: 'primary' | 'quiet'
  readonly pressed?: boolean
  /** Still takes the focus: a button that is used up must not throw the keyboard back to the start of the page. */
  readonly disabled?: boolean
  /** Why it cannot be used now; in the tooltip, and said by screen readers. */
  readonly why?: string | undefined
  readonly className?: string | undefined
}

/**
 * A button for a row of the table of actions. Its name is what it shows, or would show. What asks the host is refused
 * while that is away.
 */
export function ActionButton({
  action,
  icon: Icon,
  withLabel = false,
  word,
  label = actions[action].label,
  hint = hints[action] ?? label,
  kind,
  pressed,
  disabled,
  why,
  className,
}: ActionButtonProps) {
  const { keys, run } = actions[action]
  const [key] = keys
  const absence = useHostAbsence()
  const refusal =
    absence !== null && asksHost(actions[action]) ? disconnectedProps(absence) : why !== undefined && disabledProps(why)
  const classes = [
    controls.button,
    kind && controls[kind],
    !withLabel && word === undefined && controls.icon,
    className,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <button
      type="button"
      className={classes}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={disabled}
      title={key ? `${hint} (${keyText(key)})` : hint}
      onClick={disabled ? undefined : () => void run()}
      {...refusal}
    >
      <Icon size={15} strokeWidth={1.75} aria-hidden />
      {(withLabel || word !== undefined) && <span>{word ?? label}</span>}
    </button>
  )
}

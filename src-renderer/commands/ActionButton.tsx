import type { LucideIcon } from 'lucide-react'
import { keyText } from '../kit/text/KeyName'
import { useHostAbsence } from '../session/connection/connection-store'
import { disabledProps, disconnectedProps } from '../session/connection/HostButton'
import { type ActionId, actions, needsLiveHost } from './actions'
import { commandStrings } from './strings'
import controls from '../kit/controls.module.css'

const hints: Readonly<Partial<Record<ActionId, string>>> = commandStrings.hint

interface ActionButtonProps {
  readonly action: ActionId
  readonly icon: LucideIcon
  /** Shows the label beside the icon. Otherwise the label is the button's name and tooltip only. */
  readonly withLabel?: boolean
  readonly word?: string
  readonly label?: string
  readonly hint?: string
  readonly kind?: 'primary' | 'quiet'
  readonly pressed?: boolean
  /** A disabled button keeps the focus, which would otherwise move to the start of the page. */
  readonly disabled?: boolean
  readonly why?: string | undefined
  readonly className?: string | undefined
}

/** A button for a command. If the command needs the host, the button is disabled while the host is lost. */
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
    absence !== null && needsLiveHost(actions[action])
      ? disconnectedProps(absence)
      : why !== undefined && disabledProps(why)
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

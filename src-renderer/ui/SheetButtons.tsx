import controls from './controls.module.css'
import { HostButton } from './HostButton'
import styles from './SheetForm.module.css'
import { strings } from './strings'

export interface SheetButtonsProps {
  /** What the form does, as a verb. */
  readonly submit: string
  readonly isDisabled?: boolean
  /** False of what the window does by itself. */
  readonly asksHost?: boolean
  readonly onCancel: () => void
}

/** The end of a form in a sheet. */
export function SheetButtons({ submit, isDisabled = false, asksHost = true, onCancel }: SheetButtonsProps) {
  const Submit = asksHost ? HostButton : 'button'
  return (
    <div className={styles.buttons}>
      <button type="button" className={controls.button} onClick={onCancel}>{strings.cancel}</button>
      <Submit type="submit" className={`${controls.button} ${controls.primary}`} disabled={isDisabled}>{submit}</Submit>
    </div>
  )
}

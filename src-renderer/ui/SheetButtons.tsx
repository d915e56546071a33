import controls from './controls.module.css'
import styles from './SheetForm.module.css'
import { strings } from './strings'

export interface SheetButtonsProps {
  /** What the form does, as a verb. */
  readonly submit: string
  readonly isDisabled?: boolean
  readonly onCancel: () => void
}

/** The end of a form in a sheet. */
export function SheetButtons({ submit, isDisabled = false, onCancel }: SheetButtonsProps) {
  return (
    <div className={styles.buttons}>
      <button type="button" className={controls.button} onClick={onCancel}>{strings.cancel}</button>
      <button type="submit" className={`${controls.button} ${controls.primary}`} disabled={isDisabled}>{submit}</button>
    </div>
  )
}

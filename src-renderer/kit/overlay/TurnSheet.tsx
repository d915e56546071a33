import type { FormEvent, ReactNode } from 'react'
import { Input } from '../form/fields'
import { Sheet } from './Sheet'
import styles from './SheetForm.module.css'

interface TurnSheetProps {
  readonly title: string
  readonly label: string
  /** The last turn that the user can enter; the first is turn 0, the opening. */
  readonly last: number
  readonly initial: number
  readonly onTurn: (turn: number) => void
  readonly onClose: () => void
  readonly children: ReactNode
}

export function TurnSheet({ title, label, last, initial, onTurn, onClose, children }: TurnSheetProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const turn = Number(new FormData(event.currentTarget).get('turn'))
    onClose()
    onTurn(turn)
  }
  return (
    <Sheet title={title} onClose={onClose}>
      <form className={styles.line} onSubmit={submit}>
        <Input
          label={label}
          name="turn"
          type="number"
          min={0}
          max={last}
          defaultValue={initial}
          required
          data-first-stop
          onFocus={({ target }) => target.select()}
        />
        {children}
      </form>
    </Sheet>
  )
}

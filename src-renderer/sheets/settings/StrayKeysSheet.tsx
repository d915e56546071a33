import type { StrayKeys } from '@shared/base/expected-error'
import { visibleLine } from '@shared/base/visible-text'
import { Button } from '../../kit/Button'
import { Sheet } from '../../kit/overlay/Sheet'
import { HostButton } from '../../session/connection/HostButton'
import { settingsStrings } from './strings'
import controls from '../../kit/controls.module.css'
import form from '../../kit/overlay/SheetForm.module.css'
import styles from './SettingsSheet.module.css'

const words = settingsStrings.stray

interface StrayKeysSheetProps {
  readonly stray: StrayKeys
  readonly onAnswer: (mayBeSent: boolean) => void
}

/** Asks before a key is sent to another address than it was entered for. */
export function StrayKeysSheet({ stray: { address, keys }, onAnswer }: StrayKeysSheetProps) {
  const cancel = () => onAnswer(false)
  return (
    <Sheet title={words.title(keys.length)} onClose={cancel}>
      <div className={form.body}>
        <p>{words.ask(keys.length)}</p>
        <dl className={styles.facts}>
          {keys.map(({ name, givenFor }) => (
            <div key={name} className={styles.fact}>
              <dt className={controls.label}>{visibleLine(name)}</dt>
              <dd>{givenFor.length === 0 ? words.givenForNothing : words.givenFor(givenFor)}</dd>
            </div>
          ))}
          <div className={styles.fact}>
            <dt className={controls.label}>{words.goesTo}</dt>
            <dd>
              <code>{visibleLine(address)}</code>
            </dd>
          </div>
        </dl>
        <p>{words.danger(keys.length)}</p>
        <div className={form.buttons}>
          <Button data-first-stop onClick={cancel}>
            {words.cancel}
          </Button>
          <HostButton onClick={() => onAnswer(true)}>{words.send(keys.length)}</HostButton>
        </div>
      </div>
    </Sheet>
  )
}

import { type Action, actionRows, exists } from './actions'
import { KeyName } from '../kit/KeyName'
import styles from './KeySheet.module.css'
import { Sheet } from '../kit/Sheet'
import { commandStrings } from './strings'

const GROUPS: readonly Action['group'][] = ['episode', 'move', 'comparison', 'marks', 'view', 'help']

/** Every key of the window, made from the table of actions. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet title={commandStrings.keys.title} size="wide" onClose={onClose}>
      <div className={styles.groups}>
        {GROUPS.filter((group) => rowsOf(group).length > 0).map((group) => (
          <section key={group} className={styles.group}>
            <h3 className={styles.title}>{commandStrings.keys.group[group]}</h3>
            <dl>
              {rowsOf(group).map(([id, { label, keys }]) => (
                <div key={id} className={styles.row}>
                  <dt>{label}</dt>
                  <dd className={styles.keys}>
                    {shortened(keys).map((key) => (
                      <KeyName key={key} name={key} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Sheet>
  )
}

const rowsOf = (group: Action['group']) =>
  actionRows.filter(([, action]) => action.group === group && action.keys.length > 0 && exists(action))

/** A run of keys shows its ends. */
const shortened = (keys: readonly string[]): readonly string[] =>
  keys.length > 4 ? [keys[0] ?? '', '…', keys.at(-1) ?? ''] : keys

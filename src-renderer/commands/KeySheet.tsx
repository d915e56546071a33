import { Sheet } from '../kit/overlay/Sheet'
import { KeyName } from '../kit/text/KeyName'
import { type Action, actionRows, actions, exists } from './actions'
import { commandStrings } from './strings'
import styles from './KeySheet.module.css'

const words = commandStrings.keys

const GROUPS: readonly Action['group'][] = ['episode', 'move', 'comparison', 'marks', 'view', 'help']

/** Keys of the episode list. They work while it has the focus and are not in the table of actions. */
const LIBRARY_KEYS: readonly (readonly [keyof typeof words.library, readonly string[]])[] = [
  ['choose', ['Space']],
  ['chooseUpTo', ['Shift+Space']],
  ['choosePassed', ['Shift+ArrowUp', 'Shift+ArrowDown']],
  ['chooseAll', ['Mod+A']],
  ['chooseNone', ['Escape']],
  ['menu', ['Shift+F10']],
]

export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet title={words.title} size="wide" onClose={onClose}>
      <div className={styles.groups}>
        {GROUPS.filter((group) => rowsOf(group).length > 0).map((group) => (
          <section key={group} className={styles.group}>
            <h3 className={styles.title}>{words.group[group]}</h3>
            <dl>
              {rowsOf(group).map(([id, { label, keys }]) => (
                <Row key={id} label={label} keys={keys} />
              ))}
            </dl>
          </section>
        ))}
        {exists(actions.rename) && (
          <section className={styles.group}>
            <h3 className={styles.title}>{words.group.library}</h3>
            <dl>
              {LIBRARY_KEYS.map(([does, keys]) => (
                <Row key={does} label={words.library[does]} keys={keys} />
              ))}
            </dl>
          </section>
        )}
      </div>
    </Sheet>
  )
}

function Row({ label, keys }: { readonly label: string; readonly keys: readonly string[] }) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd className={styles.keys}>
        {shortened(keys).map((key) => (
          <KeyName key={key} name={key} />
        ))}
      </dd>
    </div>
  )
}

const rowsOf = (group: Action['group']) =>
  actionRows.filter(([, action]) => action.group === group && action.keys.length > 0 && exists(action))

/** A range of keys shows its first and last one. */
const shortened = (keys: readonly string[]): readonly string[] =>
  keys.length > 4 ? [keys[0] ?? '', '…', keys.at(-1) ?? ''] : keys

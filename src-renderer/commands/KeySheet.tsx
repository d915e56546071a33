import { useState } from 'react'
import { SearchField } from '../kit/form/fields'
import { Sheet } from '../kit/overlay/Sheet'
import { KeyName, keyText } from '../kit/text/KeyName'
import { hasAll, wordsOf } from '../kit/text/query-words'
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
  const [filter, setFilter] = useState('')
  const groups = allGroups()
    .map(({ title, rows }) => ({ title, rows: rows.filter((row) => matches(row, filter)) }))
    .filter(({ rows }) => rows.length > 0)
  return (
    <Sheet title={words.title} size="wide" isSteady onClose={onClose}>
      <SearchField label={words.filter} value={filter} className={styles.filter} data-first-stop onSearch={setFilter} />
      {groups.length === 0 && <p className={styles.none}>{words.none}</p>}
      <div className={styles.groups}>
        {groups.map(({ title, rows }) => (
          <section key={title} className={styles.group}>
            <h3 className={styles.title}>{title}</h3>
            <dl>
              {rows.map((row) => (
                <Row key={row.label} {...row} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Sheet>
  )
}

interface KeyRow {
  readonly label: string
  readonly keys: readonly string[]
}

const allGroups = (): readonly { readonly title: string; readonly rows: readonly KeyRow[] }[] => [
  ...GROUPS.map((group) => ({ title: words.group[group], rows: rowsOf(group).map(([, action]) => action) })),
  ...(exists(actions.rename)
    ? [
        {
          title: words.group.library,
          rows: LIBRARY_KEYS.map(([does, keys]) => ({ label: words.library[does], keys })),
        },
      ]
    : []),
]

/** Whether each word of the filter is in the label or in a key. */
const matches = ({ label, keys }: KeyRow, filter: string): boolean =>
  hasAll([label, ...keys.map(keyText)].join(' '), wordsOf(filter))

function Row({ label, keys }: KeyRow) {
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

/** The first and the last key of a range; other lists unchanged. */
const shortened = (keys: readonly string[]): readonly string[] =>
  keys.length > 4 ? [keys[0] ?? '', '…', keys.at(-1) ?? ''] : keys

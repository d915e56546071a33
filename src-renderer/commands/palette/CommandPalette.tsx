import { type KeyboardEvent, useId, useState } from 'react'
import { type ActionId, actionRows, actions, isAvailable } from '../actions'
import styles from './CommandPalette.module.css'
import { KeyName } from '../../kit/KeyName'
import { Sheet } from '../../kit/Sheet'
import { commandStrings } from '../strings'
import { bestFirst } from './rank'

/** What makes no sense here: the palette itself, and what needs a digit. */
const HIDDEN: ReadonlySet<ActionId> = new Set(['palette', 'goToShare'])

/** Every action by name: typed letters narrow the list, arrows choose, Enter does it. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const offered = actionRows.filter(([id, action]) => !HIDDEN.has(id) && isAvailable(action))
  const found = bestFirst(text, offered, ([, action]) => action).map(({ item }) => item)
  const chosen = found[Math.min(at, found.length - 1)]

  const run = (id: ActionId) => {
    onClose()
    void actions[id].run()
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined) setAt((at + by + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter' && chosen) run(chosen[0])
    else return
    event.preventDefault()
  }
  return (
    <Sheet title={commandStrings.palette.title} bare onClose={onClose}>
      <input
        className={styles.input}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={chosen && `${listId}-${chosen[0]}`}
        aria-label={commandStrings.palette.title}
        placeholder={commandStrings.palette.placeholder}
        value={text}
        autoFocus
        onChange={({ target }) => {
          setText(target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <ul id={listId} role="listbox" aria-label={commandStrings.palette.title} className={styles.list}>
        {found.map(([id, { label, keys }]) => (
          <li
            key={id}
            id={`${listId}-${id}`}
            role="option"
            aria-selected={id === chosen?.[0]}
            className={styles.option}
            ref={id === chosen?.[0] ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
            onClick={() => run(id)}
          >
            <span className={styles.label}>{label}</span>
            {keys[0] && keys.length < 5 && <KeyName name={keys[0]} />}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={styles.none}>{commandStrings.palette.none}</p>}
    </Sheet>
  )
}

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { renameRow, type ServerForm, setRow, type TableField } from '@shared/mcp/mcp-document'
import controls from '../../kit/controls.module.css'
import { Strip } from '../../kit/layout/Strip'
import styles from '../../mcp/form/form.module.css'
import { configStrings } from '../../mcp/strings'
import { TableRow } from '../../mcp/form/TableRow'
import type { Config } from '../../mcp/draft/use-config'
import { useRowFocus } from './use-row-focus'
import type { SecretNames } from '../../mcp/form/use-secret-names'

interface RowTableProps {
  readonly secrets: SecretNames
  readonly config: Config
  readonly server: ServerForm
  readonly field: TableField
}

/** Variables or headers, a row each. */
export function RowTable({ secrets, config: { editor, draft }, server, field }: RowTableProps) {
  const words = configStrings.table[field]
  const [fresh, setFresh] = useState('')
  const entries = Object.entries(server[field])
  const { rows, goTo } = useRowFocus(entries.length)
  const edit = (row: string, value: string | undefined) =>
    editor.edit(setRow(editor.draft.getState().text, server.name, field, row, value))
  const isTaken = (name: string) => name in server[field]
  const faultOfName = (name: string) => {
    if (name.trim() === '') return configStrings.nameMissing
    return isTaken(name) ? configStrings.nameTaken : null
  }
  const add = () => {
    if (fresh.trim() === '' || isTaken(fresh.trim())) return
    edit(fresh.trim(), '')
    setFresh('')
  }
  return (
    <fieldset ref={rows} className={styles.rows}>
      <legend className={controls.label}>{words.title}</legend>
      {secrets.failure !== null && <Strip text={secrets.failure}>{null}</Strip>}
      <ol>
        {entries.map(([row, value], index) => (
          // By its place: to rename a row must not take it away, and the focus in it.
          <li key={`${entries.length} ${index}`}>
            <TableRow
              server={server.name}
              row={row}
              value={value}
              secrets={secrets}
              faultOf={faultOfName}
              onRename={(name) => editor.edit(renameRow(draft.text, server.name, field, row, name))}
              onChange={(next) => edit(row, next)}
              onRemove={() => {
                goTo(index)
                edit(row, undefined)
              }}
            />
          </li>
        ))}
      </ol>
      <div className={styles.row}>
        <input
          className={controls.input}
          aria-label={words.newName}
          placeholder={words.newName}
          value={fresh}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setFresh(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && add()}
        />
        <button
          type="button"
          className={controls.button}
          aria-disabled={fresh.trim() === '' || isTaken(fresh.trim())}
          onClick={add}
        >
          <Plus size={15} aria-hidden />
          {words.add}
        </button>
      </div>
    </fieldset>
  )
}

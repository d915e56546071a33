import { IconButton } from '../../kit/IconButton'
import { Plus, X } from 'lucide-react'
import controls from '../../kit/controls.module.css'
import styles from '../../mcp/form/form.module.css'
import { configStrings as words } from '../../mcp/strings'
import { useRowFocus } from './use-row-focus'

/** One argument a row: nothing is split at blanks, because there is no shell. */
export function ArgumentRows({
  args,
  onChange,
}: {
  readonly args: readonly string[]
  readonly onChange: (args: readonly string[]) => void
}) {
  const { rows, goTo } = useRowFocus(args.length)
  const add = () => {
    goTo(args.length)
    onChange([...args, ''])
  }
  const remove = (index: number) => {
    goTo(index)
    onChange(args.toSpliced(index, 1))
  }
  return (
    <fieldset ref={rows} className={styles.rows}>
      <legend className={controls.label}>{words.arguments}</legend>
      <ol>
        {args.map((arg, index) => (
          <li key={index} className={styles.row}>
            <input
              className={controls.input}
              aria-label={words.argument(index + 1)}
              value={arg}
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) => onChange(args.with(index, target.value))}
            />
            <IconButton icon={X} label={words.removeArgument(index + 1)} isQuiet onClick={() => remove(index)} />
          </li>
        ))}
      </ol>
      <button type="button" className={`${controls.button} ${styles.add}`} onClick={add}>
        <Plus size={15} aria-hidden />
        {words.addArgument}
      </button>
    </fieldset>
  )
}

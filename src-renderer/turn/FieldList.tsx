import { CodeText } from './CodeText'
import styles from './texts.module.css'
import { turnStrings } from './strings'

/** An object as names and values; anything else as its JSON. */
export function FieldList({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined) return <p className={styles.none}>{turnStrings.call.noArguments}</p>
  if (typeof value !== 'object' || Array.isArray(value))
    return <CodeText text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />
  const fields = Object.entries(value)
  if (fields.length === 0) return <p className={styles.none}>{turnStrings.call.noArguments}</p>
  return (
    <dl className={styles.fields}>
      {fields.map(([name, field]) => (
        <div key={name} className={styles.field}>
          <dt>{name}</dt>
          <dd>{typeof field === 'string' ? field : JSON.stringify(field)}</dd>
        </div>
      ))}
    </dl>
  )
}

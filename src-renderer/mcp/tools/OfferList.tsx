import { configStrings as words } from '../strings'
import controls from '../../kit/controls.module.css'
import styles from './tools.module.css'

interface OfferListProps {
  readonly title: string
  readonly items: readonly { readonly id: string; readonly name: string; readonly description: string }[]
  readonly attached: readonly string[]
  readonly onAttach: (ids: readonly string[]) => void
}

/** Resources or prompts of a server. Attached ones are added to every prompt of the agent. */
export function OfferList({ title, items, attached, onAttach }: OfferListProps) {
  if (items.length === 0) return null
  return (
    <section aria-label={title}>
      <h4 className={styles.offers}>{title}</h4>
      <ul>
        {items.map(({ id, name, description }) => (
          <li key={id} className={controls.check}>
            <input
              type="checkbox"
              aria-label={words.attach(name)}
              checked={attached.includes(id)}
              onChange={({ target }) =>
                onAttach(target.checked ? [...attached, id] : attached.filter((each) => each !== id))
              }
            />
            <span className={styles.offer}>
              <code>{name}</code>
              {id !== name && <span className={controls.hint}> {id}</span>}
              {description !== '' && <span className={styles.description}>{description}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

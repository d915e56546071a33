import { useState } from 'react'
import controls from '../../kit/controls.module.css'
import styles from './form.module.css'
import { configStrings as words } from '../strings'
import type { SecretNames } from './use-secret-names'

/** Whether a secret is stored, and a field to store it. What was stored is never shown again. */
export function SecretValue({
  name,
  secrets: { list, store },
}: {
  readonly name: string
  readonly secrets: SecretNames
}) {
  const [value, setValue] = useState('')
  const isStored = list?.names.includes(name) === true
  const keep = () => {
    if (value !== '') void store(name, value).then((kept) => kept && setValue(''))
  }
  return (
    <div className={styles.secret}>
      <span className={isStored ? styles.stored : styles.missing}>
        {isStored ? words.secretStored(name) : words.secretMissing(name)}
      </span>
      <input
        className={controls.input}
        type="password"
        autoComplete="off"
        aria-label={words.secretValue(name)}
        placeholder={isStored ? words.replaceSecret : words.enterSecret}
        value={value}
        onChange={({ target }) => setValue(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && keep()}
      />
      <button type="button" className={controls.button} aria-disabled={value === ''} onClick={keep}>
        {words.storeSecret}
      </button>
      {list && !list.backend.persistent && <span className={controls.hint}>{list.backend.sentence}</span>}
    </div>
  )
}

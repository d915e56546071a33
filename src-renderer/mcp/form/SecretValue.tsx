import { useState } from 'react'
import { Button } from '../../kit/Button'
import { typedKey } from '../../kit/form/typed-key'
import { configStrings as words } from '../strings'
import type { SecretNames } from './use-secret-names'
import controls from '../../kit/controls.module.css'
import styles from './form.module.css'

/** Shows whether a secret is stored, with a field to store it. A stored value is never shown. */
export function SecretValue({
  name,
  secrets: { list, store },
  hasFocus,
}: {
  readonly name: string
  readonly secrets: SecretNames
  readonly hasFocus: boolean
}) {
  const [value, setValue] = useState('')
  const isStored = list?.names.includes(name) === true
  const save = () => {
    if (value !== '') void store(name, value).then((wasStored) => wasStored && setValue(''))
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
        autoFocus={hasFocus}
        aria-label={words.secretValue(name)}
        placeholder={isStored ? words.replaceSecret : words.enterSecret}
        value={value}
        onChange={({ target }) => setValue(target.value)}
        onKeyDown={(event) => typedKey(event) === 'Enter' && save()}
      />
      <Button aria-disabled={value === ''} onClick={save}>
        {words.storeSecret}
      </Button>
      {list && !list.backend.persistent && (
        <span className={controls.hint}>{list.backend.sentence.replace(/(?<=SECRET_)NAME\b/, name)}</span>
      )}
    </div>
  )
}

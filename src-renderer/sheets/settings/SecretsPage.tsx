import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { SecretList } from '@shared/contract/secrets'
import { Input } from '../../kit/form/fields'
import { Refusal } from '../../kit/text/Refusal'
import { hostApi, reachHost, useHostAbsence, refusalOf } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import { settingsStrings } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './SettingsSheet.module.css'

const words = settingsStrings.secrets

/**
 * The names of the secrets, where they are stored, and a form that adds one. Values are sent to the host but never
 * read.
 */
export function SecretsPage() {
  const [list, setList] = useState<SecretList | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [savedNotice, setSavedNotice] = useState('')

  const run = async (ask: (api: HostApi) => Promise<unknown>): Promise<boolean> => {
    setSavedNotice('')
    try {
      const api = reachHost()
      await ask(api)
      setList(await api.listSecrets({}))
      setFailure(null)
      return true
    } catch (error) {
      setFailure(refusalOf(error))
      return false
    }
  }
  const isAway = useHostAbsence() !== null
  // A restarted host may have lost the secrets that it held in memory.
  useEffect(() => {
    if (!isAway)
      hostApi()
        ?.listSecrets({})
        .then(setList, (error: unknown) => setFailure(refusalOf(error)))
  }, [isAway])

  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const [name, value] = ['name', 'value'].map((field) => String(new FormData(form).get(field) as string)) as [
      string,
      string,
    ]
    if (!(await run((api) => api.setSecret({ name: name.trim(), value })))) return
    form.reset()
    setSavedNotice(words.kept(name.trim()))
  }

  const nameField = useRef<HTMLInputElement>(null)
  /** Deletes a secret and moves the focus, because the button disappears. */
  const remove = async (name: string) => {
    if (await run((api) => api.deleteSecret({ name }))) nameField.current?.focus()
  }

  return (
    <>
      <p>{words.explanation}</p>
      {list !== null && <p className={controls.hint}>{list.backend.sentence}</p>}
      {list?.names.length === 0 && <p className={controls.hint}>{words.none}</p>}
      {list !== null && list.names.length > 0 && (
        <ul className={styles.names}>
          {list.names.map((name) => (
            <li key={name}>
              <code>{`\${secret:${name}}`}</code>
              <HostButton look="quiet" onClick={() => void remove(name)}>
                {words.delete(name)}
              </HostButton>
            </li>
          ))}
        </ul>
      )}
      <form className={styles.form} onSubmit={(event) => void add(event)}>
        <Input label={words.name} ref={nameField} name="name" required autoComplete="off" spellCheck={false} />
        <Input label={words.value} name="value" type="password" required autoComplete="off" />
        <HostButton type="submit">{words.add}</HostButton>
      </form>
      <Refusal text={failure} />
      <p role="status" className={controls.hint}>
        {failure === null ? savedNotice : ''}
      </p>
    </>
  )
}

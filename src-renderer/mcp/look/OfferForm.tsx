import { useCallback, useEffect, useState } from 'react'
import { initialValues } from '@shared/base/form/form-field'
import { quoteVisibly } from '@shared/base/shell-word'
import type { HostApi } from '@shared/contract/contract'
import { addServer, freeName } from '@shared/mcp/mcp-document'
import type { Offer, OfferedEntry } from '@shared/mcp/registry/offer'
import { FormFaults } from '../../kit/form/FieldControl'
import { SchemaForm } from '../../kit/form/SchemaForm'
import { HostButton } from '../../session/connection/HostButton'
import { reasonOf } from '../draft/reason-of'
import type { Config } from '../draft/use-config'
import { configStrings } from '../strings'
import { Notes, Refused } from './Facts'
import { lookStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import launch from '../launch/launch.module.css'
import styles from './look.module.css'

interface OfferFormProps {
  readonly api: HostApi
  readonly config: Config
  readonly names: readonly string[]
  /** The name of the entry, if it is not taken. */
  readonly wish: string
  readonly offer: Offer
  /** Runs before the entry is added. */
  readonly prepare?: () => Promise<unknown>
  readonly onAdded: (name: string) => void
}

/** One way to use a server: what it would run or call with the entered values, and the button that adds it. */
export function OfferForm({ api, config: { editor }, names, wish, offer, prepare, onAdded }: OfferFormProps) {
  const { fields, notes, refused } = offer
  const [answers, setAnswers] = useState(() => initialValues(fields))
  const [name, setName] = useState(() => freeName(names, wish))
  const secretNames = useSecretNames(api)
  /** True after a press of the button while a value is missing; the form then shows faults. */
  const [finds, setFinds] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [faulty, setFaulty] = useState<readonly string[]>([])
  const mark = useCallback(
    (id: string, isFaulty: boolean) =>
      setFaulty((before) => [...before.filter((each) => each !== id), ...(isFaulty ? [id] : [])]),
    [],
  )
  if (refused !== null) return <Refused>{refused}</Refused>
  const written = offer.write(answers, name, secretNames)
  const missing = fields.filter((field) => field.isRequired && isEmpty(answers[field.name])).map((field) => field.name)
  const faultOfName = () => {
    if (name.trim() === '') return words.nameMissing
    return names.includes(name) ? words.nameTaken : null
  }
  const nameFault = faultOfName()
  const add = async () => {
    setFinds(true)
    if (missing.length > 0 || nameFault !== null || written.fault !== null || faulty.length > 0) return
    const { entry, secrets } = written
    try {
      await prepare?.()
      // The secrets are stored first, because an entry must not refer to a secret that could not be stored.
      await editor.storeSecrets(
        secrets.map((secret) => secret.name),
        async () => {
          for (const secret of secrets) await api.setSecret(secret)
        },
      )
    } catch (error) {
      return setFailure(words.notAdded(reasonOf(error)))
    }
    editor.edit(addServer(editor.draft.getState().text, name, entry))
    onAdded(name)
  }
  return (
    <form
      className={styles.offer}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <Notes notes={notes} />
      <EntryLine {...written} />
      {fields.length > 0 && (
        <fieldset className={styles.fields}>
          <legend className={controls.label}>{words.settings}</legend>
          <FormFaults value={mark}>
            <SchemaForm
              fields={fields}
              value={answers}
              secretHint={words.secret}
              faults={finds ? Object.fromEntries(missing.map((field) => [field, words.required])) : {}}
              onChange={setAnswers}
            />
          </FormFaults>
        </fieldset>
      )}
      <label className={controls.field}>
        <span className={controls.label}>{words.entryName}</span>
        <input
          className={controls.input}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          aria-invalid={nameFault !== null || undefined}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {nameFault !== null && (
          <span className={controls.error} role="alert">
            {nameFault}
          </span>
        )}
      </label>
      {finds && missing.length === 0 && written.fault !== null && (
        <p className={controls.error} role="alert">
          {written.fault}
        </p>
      )}
      {failure !== null && (
        <p className={controls.error} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.add}>
        <HostButton type="submit" look="primary">
          {words.add}
        </HostButton>
        <span className={controls.hint}>{words.addHint}</span>
      </div>
    </form>
  )
}

/** The command or the address of the entry, with references in place of secrets. */
function EntryLine({ entry }: OfferedEntry) {
  const isProgram = 'command' in entry
  const title = isProgram ? configStrings.executes : configStrings.reaches
  const rows = Object.entries((isProgram ? entry.env : entry.headers) ?? {})
  const separator = isProgram ? '=' : ': '
  return (
    <div className={launch.launch} role="group" aria-label={title}>
      <span className={controls.label}>{title}</span>
      <code className={launch.line}>
        {isProgram ? [entry.command, ...entry.args].map(quoteVisibly).join(' ') : entry.url}
      </code>
      {isProgram && entry.cwd !== undefined && (
        <span className={controls.hint}>{configStrings.inFolder(entry.cwd)}</span>
      )}
      {rows.length > 0 && (
        <div className={launch.variables}>
          <span className={controls.hint}>{isProgram ? configStrings.withVariables : configStrings.withHeaders}</span>
          <ul>
            {rows.map(([row, value]) => (
              <li key={row}>
                <code className={controls.hint}>
                  {row}
                  {separator}
                  {value}
                </code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

const isEmpty = (value: unknown) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Names of stored secrets, which the entry's secrets must not reuse; empty if the host cannot list them. */
function useSecretNames(api: HostApi): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    api.listSecrets({}).then(
      (list) => setNames(list.names),
      () => {},
    )
  }, [api])
  return names
}

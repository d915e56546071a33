import { useRef, useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { StartMemory, StartParams } from '@shared/contract/start'
import { saveFile } from '../../kit/browser/save-file'
import { Button } from '../../kit/Button'
import { FileInput } from '../../kit/form/fields'
import { HostButton } from '../../session/connection/HostButton'
import { NameField } from '../../session/connection/NameField'
import { useStart } from '../../session/episodes/start-store'
import { submit } from '../../session/host/run-command'
import { startStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './StartSheet.module.css'

interface PresetBarProps {
  readonly draft: StartParams | null
  readonly readRun: () => StartParams
  /** Applies a preset; null for the last used values. */
  readonly onApply: (params: StartParams | null) => void
}

type Preset = StartMemory['presets'][number]
const NO_PRESETS: readonly Preset[] = []
/** The option for changed values. No preset has this name, because names are not blank. */
const CHANGED = ' '
interface Note {
  readonly text: string
  readonly isFailure: boolean
  readonly deleted?: Preset
}

export function PresetBar({ draft, readRun, onApply }: PresetBarProps) {
  const presets = useStart(({ memory }) => memory?.presets ?? NO_PRESETS)
  // If the draft has changed since, the user edited the preset.
  const [chosen, setChosen] = useState<{ readonly name: string; readonly draft: StartParams | null } | null>(null)
  const [isNaming, setIsNaming] = useState(false)
  const [note, setNote] = useState<Note | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const preset = presets.find(({ name }) => name === chosen?.name)
  const isChanged = draft !== (preset && chosen ? chosen.draft : null)

  const attempt = async (act: (api: HostApi) => Promise<void>, sentence = (why: string) => why): Promise<boolean> => {
    const why = await submit(act)
    if (why !== null) setNote({ text: sentence(why), isFailure: true })
    return why === null
  }
  const ask = (command: (api: HostApi) => Promise<StartMemory>): Promise<boolean> =>
    attempt(async (api) => {
      useStart.setState({ memory: await command(api) })
      setNote(null)
    })
  const choose = (name: string) => {
    const params = presets.find((one) => one.name === name)?.params ?? null
    setChosen(params && { name, draft: params })
    onApply(params)
  }
  const save = async (name: string) => {
    if (!(await ask((api) => api.savePreset({ name, params: readRun() })))) return
    setChosen({ name: name.trim(), draft })
    setIsNaming(false)
  }
  const remove = async (deleted: Preset) => {
    if (await ask((api) => api.deletePreset({ name: deleted.name })))
      setNote({ text: words.deleted(deleted.name), isFailure: false, deleted })
  }
  const exportRun = () =>
    attempt(async (api) => saveFile('zorkgpt.toml', 'application/toml', await api.exportRun({ params: readRun() })))
  const importRun = (given: File) =>
    attempt(
      async (api) => {
        const read = await api.importRun({ text: await given.text() })
        setChosen(null)
        onApply(read.params)
        setNote({ text: words.imported(given.name, read.passedOver), isFailure: false })
      },
      (why) => words.cannotImport(given.name, why),
    )

  return (
    <div className={controls.field}>
      <label className={controls.label} htmlFor="preset">
        {words.presets}
      </label>
      <div className={styles.row}>
        <select
          id="preset"
          className={controls.input}
          value={isChanged ? CHANGED : (preset?.name ?? '')}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">{words.lastValues}</option>
          {isChanged && (
            <option value={CHANGED}>{preset ? words.changedPreset(preset.name) : words.changedValues}</option>
          )}
          {presets.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <Button onClick={() => setIsNaming(true)}>{words.save}</Button>
        {preset && <HostButton onClick={() => void remove(preset)}>{words.delete}</HostButton>}
      </div>
      {isNaming && (
        <NameField
          label={words.name}
          name={chosen?.name}
          submit={words.keep}
          className={styles.row}
          onSubmit={(name) => void save(name)}
          onCancel={() => setIsNaming(false)}
        />
      )}
      <div className={`${styles.row} ${styles.quiet}`}>
        <HostButton look="quiet" onClick={() => void exportRun()}>
          {words.export}
        </HostButton>
        <HostButton look="quiet" onClick={() => file.current?.click()}>
          {words.import}
        </HostButton>
        <FileInput ref={file} accept=".toml" label={words.import} onFile={(given) => void importRun(given)} />
      </div>
      {note && (
        <div className={styles.note} role={note.isFailure ? 'alert' : 'status'}>
          <p className={note.isFailure ? controls.error : controls.hint}>{note.text}</p>
          {note.deleted && (
            <HostButton autoFocus onClick={() => void ask((api) => api.savePreset(note.deleted as Preset))}>
              {words.undo}
            </HostButton>
          )}
        </div>
      )}
    </div>
  )
}

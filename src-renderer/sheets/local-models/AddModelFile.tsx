import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../kit/Button'
import { reachHost, refusalOf } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import { uploadModel, useDroppedModels } from '../../session/files/upload-model'
import { localModelStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './LocalModelsSheet.module.css'

interface Copying {
  readonly fileName: string
  readonly share: number
  readonly stop: AbortController
}

/** Adds a model by file, which is copied, or by path. */
export function AddModelFile() {
  const file = useRef<HTMLInputElement>(null)
  const [path, setPath] = useState('')
  const [copying, setCopying] = useState<Copying | null>(null)
  const [notice, setNotice] = useState<{ readonly text: string; readonly isFailure: boolean } | null>(null)
  const stop = copying?.stop
  useEffect(() => () => stop?.abort(), [stop])
  const add = async (ask: () => Promise<string>, signal?: AbortSignal) => {
    setNotice(null)
    try {
      const name = await ask()
      setNotice({ text: words.added(name), isFailure: false })
      setPath('')
    } catch (error) {
      if (!signal?.aborted) setNotice({ text: refusalOf(error), isFailure: true })
    }
  }
  const addPath = (event: FormEvent) => {
    event.preventDefault()
    if (path.trim() !== '') void add(async () => (await reachHost().addModelFile({ path: path.trim() })).name)
  }
  const copy = async (given: File) => {
    const begun = { fileName: given.name, share: 0, stop: new AbortController() }
    setCopying(begun)
    const { signal } = begun.stop
    await add(() => uploadModel(given, signal, (share) => setCopying({ ...begun, share })), signal)
    setCopying(null)
  }
  const [dropped] = useDroppedModels(({ files }) => files)
  useEffect(() => {
    if (copying !== null || dropped === undefined) return undefined
    const timer = setTimeout(() => {
      useDroppedModels.setState(({ files }) => ({ files: files.slice(1) }))
      void copy(dropped)
    })
    return () => clearTimeout(timer)
  })
  return (
    <section aria-label={words.add} className={styles.part}>
      <h3 className={styles.heading}>{words.add}</h3>
      <p id="add-model-hint" className={controls.hint}>
        {words.addHint}
      </p>
      {copying === null ? (
        <HostButton onClick={() => file.current?.click()}>{words.choose}</HostButton>
      ) : (
        <div className={styles.row}>
          <progress aria-label={words.copying(copying.fileName)} value={copying.share} max={1} />
          <Button onClick={() => copying.stop.abort()}>{words.cancel}</Button>
        </div>
      )}
      <input
        ref={file}
        type="file"
        hidden
        accept=".gguf"
        aria-label={words.choose}
        onChange={({ target }) => {
          const [given] = target.files ?? []
          target.value = ''
          if (given) void copy(given)
        }}
      />
      <form className={styles.row} onSubmit={addPath}>
        <input
          className={controls.input}
          aria-label={words.path}
          placeholder={words.path}
          aria-describedby="add-model-hint"
          value={path}
          spellCheck={false}
          onChange={({ target }) => setPath(target.value)}
        />
        <HostButton type="submit">{words.addPath}</HostButton>
      </form>
      {notice && (
        <p role={notice.isFailure ? 'alert' : 'status'} className={notice.isFailure ? controls.error : controls.hint}>
          {notice.text}
        </p>
      )}
    </section>
  )
}

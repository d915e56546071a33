import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { FileInput } from '../../kit/form/fields'
import { refusalOf } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import controls from '../../kit/controls.module.css'
import shelf from './shelf.module.css'

interface AddFileProps {
  readonly words: Readonly<Record<'add' | 'addHint' | 'choose' | 'path' | 'addPath', string>>
  readonly accept: string
  readonly adding: { readonly notice: Omit<Notice, 'at'> | null; readonly add: ReturnType<typeof useAdding>['add'] }
  readonly onFile: (file: File) => void
  /** Resolves to a sentence that names what was added; null if another part of the sheet names it. */
  readonly onPath: (path: string) => Promise<string | null>
  /** Replaces the button that opens the file dialog. */
  readonly progress?: ReactNode
}

interface Notice {
  readonly text: string
  readonly isFailure: boolean
  readonly at: unknown
}

/**
 * Runs `ask` and returns its sentence or the reason of its failure as `notice`; null if it resolves to null. The notice
 * disappears when `known` changes, for example after a drop.
 */
export function useAdding(known: unknown = null) {
  const [notice, setNotice] = useState<Notice | null>(null)
  const add = async (ask: () => Promise<string | null>) => {
    setNotice(null)
    try {
      const text = await ask()
      if (text !== null) setNotice({ text, isFailure: false, at: known })
    } catch (error) {
      setNotice({ text: refusalOf(error), isFailure: true, at: known })
    }
  }
  return { notice: notice !== null && notice.at !== known ? null : notice, add }
}

/** Adds a chosen file, or one by its path on the computer of the host. */
export function AddFile({ words, accept, adding: { notice, add }, onFile, onPath, progress }: AddFileProps) {
  const file = useRef<HTMLInputElement>(null)
  const [path, setPath] = useState('')
  const addPath = (event: FormEvent) => {
    event.preventDefault()
    if (path.trim() === '') return
    void add(async () => {
      const added = await onPath(path.trim())
      setPath('')
      return added
    })
  }
  return (
    <section aria-label={words.add} className={shelf.part}>
      <h3 className={shelf.heading}>{words.add}</h3>
      <p id="add-hint" className={controls.hint}>
        {words.addHint}
      </p>
      {progress ?? <HostButton onClick={() => file.current?.click()}>{words.choose}</HostButton>}
      <FileInput ref={file} accept={accept} label={words.choose} onFile={onFile} />
      <form className={shelf.path} onSubmit={addPath}>
        <input
          className={controls.input}
          aria-label={words.path}
          placeholder={words.path}
          aria-describedby="add-hint"
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

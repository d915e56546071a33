import { type FormEvent, useRef, useState } from 'react'
import type { Story } from '@shared/contract/stories'
import { reachHost, refusalOf } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import { addStoryFile } from '../../session/files/open-file'
import { storiesStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './StoriesSheet.module.css'

/** Adds a story by file or path. The window handles dropped files. */
export function AddStory() {
  const file = useRef<HTMLInputElement>(null)
  const [path, setPath] = useState('')
  const [notice, setNotice] = useState<{ readonly text: string; readonly isFailure: boolean } | null>(null)
  const add = async (ask: () => Promise<Story>) => {
    try {
      const story = await ask()
      setNotice({ text: words.added(story.title), isFailure: false })
      setPath('')
    } catch (error) {
      setNotice({ text: refusalOf(error), isFailure: true })
    }
  }
  const addPath = (event: FormEvent) => {
    event.preventDefault()
    if (path.trim() !== '') void add(async () => reachHost().openStory({ path: path.trim() }))
  }
  return (
    <section aria-label={words.add} className={styles.add}>
      <h3 className={styles.heading}>{words.add}</h3>
      <p id="add-story-hint" className={controls.hint}>
        {words.addHint}
      </p>
      <HostButton onClick={() => file.current?.click()}>{words.choose}</HostButton>
      <input
        ref={file}
        type="file"
        hidden
        accept=".z1,.z2,.z3,.z4,.z5,.z7,.z8,.zblorb,.zlb,.blb"
        aria-label={words.choose}
        onChange={({ target }) => {
          const [given] = target.files ?? []
          target.value = ''
          if (given) void add(() => addStoryFile(given))
        }}
      />
      <form className={styles.path} onSubmit={addPath}>
        <input
          className={controls.input}
          aria-label={words.path}
          placeholder={words.path}
          aria-describedby="add-story-hint"
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

import { type FormEvent, useRef, useState } from 'react'
import type { Story } from '@shared/contract/stories'
import { reachHost, refusalOf } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { addStoryFile } from '../../session/files/open-file'
import { setView } from '../../session/view/view-store'
import { storiesStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './StoriesSheet.module.css'

/** Adds a story by file or path. The window handles dropped files. */
export function AddStory() {
  const file = useRef<HTMLInputElement>(null)
  const [path, setPath] = useState('')
  const stories = useEpisodeList((library) => library.stories)
  const [added, setAdded] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ readonly text: string; readonly at: typeof stories } | null>(null)
  const add = async (ask: () => Promise<Story>) => {
    try {
      const story = await ask()
      setAdded(words.added(story.title))
      setFailure(null)
      setPath('')
      // The window reports dropped files itself.
      setView({ failure: null })
    } catch (error) {
      setAdded(null)
      setFailure({ text: refusalOf(error), at: stories })
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
      {added && (
        <p role="status" className={controls.hint}>
          {added}
        </p>
      )}
      {/* Over once a story was added in another way, as by a drop. */}
      {failure?.at === stories && (
        <p role="alert" className={controls.error}>
          {failure.text}
        </p>
      )}
    </section>
  )
}

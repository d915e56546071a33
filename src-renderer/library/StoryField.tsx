import type { Story } from '@shared/contract/contract'
import { type KeyboardEvent, useRef, useState } from 'react'
import { hostApi } from '../store/connection-store'
import { failureOf } from '../store/feeds'
import { useLibrary } from '../store/library-store'
import controls from '../ui/controls.module.css'
import { strings } from '../ui/strings'
import styles from './NewEpisodeSheet.module.css'

const words = strings.sheet

interface StoryFieldProps {
  readonly stories: readonly Story[]
  readonly selected: string
  readonly onSelect: (id: string) => void
}

/** A story of the library, or one opened by its path, which then is in the library of this run. */
export function StoryField({ stories, selected, onSelect }: StoryFieldProps) {
  const path = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const open = async () => {
    const typed = path.current?.value.trim()
    if (!typed) return path.current?.focus()
    try {
      const story = await hostApi()?.openStory({ path: typed })
      if (!story) return undefined
      useLibrary.getState().addStory(story)
      onSelect(story.id)
      setFailure(null)
    } catch (error) {
      setFailure(failureOf(error))
    }
    return undefined
  }
  const openOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void open()
  }
  return (
    <>
      <label className={controls.field}>
        <span className={controls.label}>{words.story}</span>
        <select className={controls.input} value={selected} onChange={({ target }) => onSelect(target.value)} data-first-stop>
          {stories.length === 0 && <option value="">{words.noStories}</option>}
          {stories.map(({ id, title, fileName, bundled }) => <option key={id} value={id}>{`${title} · ${bundled ? words.bundled : fileName}`}</option>)}
        </select>
      </label>
      <div className={controls.field}>
        <label className={controls.label} htmlFor="story-path">{words.storyPath}</label>
        <div className={styles.open}>
          <input ref={path} id="story-path" className={controls.input} aria-describedby="story-path-hint" spellCheck={false} onKeyDown={openOnEnter} />
          <button type="button" className={controls.button} onClick={() => void open()}>{words.openStory}</button>
        </div>
        {failure === null ? <p id="story-path-hint" className={controls.hint}>{words.storyPathHint}</p> : <p id="story-path-hint" role="alert" className={controls.error}>{failure}</p>}
      </div>
    </>
  )
}

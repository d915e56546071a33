import { type FormEvent, useRef, useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import { LONGEST_NOTE } from '@shared/episode/log/mind-state'
import { saveFile } from '../../kit/browser/save-file'
import { FileInput } from '../../kit/form/fields'
import { reachHost } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import { useEpisode } from '../../session/episode/episode-store'
import { useAdding } from '../shelf/AddFile'
import { knowledgeStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import shelf from '../shelf/shelf.module.css'

interface KnowledgeSideProps {
  readonly story: string | null
  /** The version to export. */
  readonly sha256: string | undefined
  /** Called with the story whose knowledge has changed. */
  readonly onChanged: (story: string | null) => void
}

/** Learn from the open episode, write an entry, import and export. */
export function KnowledgeSide({ story, sha256, onChanged }: KnowledgeSideProps) {
  const { id, isOver, storyOfEpisode } = useOpenEpisode()
  const [text, setText] = useState('')
  const file = useRef<HTMLInputElement>(null)
  const { notice, add } = useAdding()
  const change = (ask: (api: HostApi) => Promise<{ readonly said: string | null; readonly of: string | null }>) =>
    add(async () => {
      const { said, of } = await ask(reachHost())
      onChanged(of)
      return said
    })
  const learn = () =>
    change(async (api) => ({
      said: words.learned(await api.learnEpisode({ episodeId: id ?? '' })),
      of: storyOfEpisode ?? story,
    }))
  const write = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    void change(async (api) => {
      await api.addKnowledge({ story, text: text.trim() })
      setText('')
      return { said: null, of: story }
    })
  }
  const importFile = (chosen: File) =>
    change(async (api) => {
      const content = await chosen.text()
      const {
        added,
        refused,
        story: of,
      } = await api.importKnowledge({
        text: content,
        // A file of this app names its story.
        ...(content.trimStart().startsWith('{') ? {} : { story }),
      })
      return { said: words.imported(added, refused), of }
    })
  const exportFile = () =>
    add(async () => {
      const text = await reachHost().exportKnowledge({ story, ...(sha256 !== undefined && { sha256 }) })
      saveFile(`${story?.slice(0, 8) ?? 'general'}.knowledge.json`, 'application/json', text)
      return null
    })
  return (
    <div className={shelf.side}>
      <section className={shelf.part} aria-label={words.learn}>
        <h3 className={shelf.heading}>{words.learn}</h3>
        <p className={controls.hint}>{isOver ? words.learnHint : words.noEpisode}</p>
        <HostButton disabled={!isOver} onClick={() => void learn()}>
          {words.learn}
        </HostButton>
      </section>
      <section className={shelf.part} aria-label={words.write}>
        <h3 className={shelf.heading}>{words.write}</h3>
        <p id="write-hint" className={controls.hint}>
          {words.writeHint}
        </p>
        <form className={shelf.path} onSubmit={write}>
          <input
            className={controls.input}
            aria-label={words.words}
            aria-describedby="write-hint"
            maxLength={LONGEST_NOTE}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <HostButton type="submit">{words.add}</HostButton>
        </form>
      </section>
      <section className={shelf.part} aria-label={words.file}>
        <h3 className={shelf.heading}>{words.file}</h3>
        <p className={controls.hint}>{words.fileHint}</p>
        <div className={controls.chips}>
          <HostButton onClick={() => file.current?.click()}>{words.import}</HostButton>
          <HostButton onClick={() => void exportFile()}>{words.export}</HostButton>
        </div>
        <FileInput ref={file} accept=".json,.md" label={words.import} onFile={(chosen) => void importFile(chosen)} />
      </section>
      {notice && (
        <p role={notice.isFailure ? 'alert' : 'status'} className={notice.isFailure ? controls.error : controls.hint}>
          {notice.text}
        </p>
      )}
    </div>
  )
}

function useOpenEpisode() {
  const id = useEpisode((episode) => episode.id)
  const isOver = useEpisode(({ history }) => history.latest.ended !== null)
  const storyOfEpisode = useEpisode(({ history }) => history.latest.manifest?.game.sha256)
  return { id, isOver: id !== null && isOver, storyOfEpisode }
}

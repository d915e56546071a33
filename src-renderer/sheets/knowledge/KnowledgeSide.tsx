import { type FormEvent, type ReactNode, useRef, useState } from 'react'
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

/** Actions: learn from the open episode, write an entry, import and export. */
export const KnowledgeSide = ({ story, sha256, onChanged }: KnowledgeSideProps) => (
  <div className={shelf.side}>
    <Learn onChanged={onChanged} />
    <Write story={story} onChanged={onChanged} />
    <Files story={story} sha256={sha256} onChanged={onChanged} />
  </div>
)

interface PartProps {
  readonly title: string
  readonly hint: string
  readonly notice: ReturnType<typeof useAdding>['notice']
  readonly children: ReactNode
}

const Part = ({ title, hint, notice, children }: PartProps) => (
  <section className={shelf.part} aria-label={title}>
    <h3 className={shelf.heading}>{title}</h3>
    <p className={controls.hint}>{hint}</p>
    {children}
    {notice && (
      <p role={notice.isFailure ? 'alert' : 'status'} className={notice.isFailure ? controls.error : controls.hint}>
        {notice.text}
      </p>
    )}
  </section>
)

function Learn({ onChanged }: Pick<KnowledgeSideProps, 'onChanged'>) {
  const id = useEpisode((episode) => episode.id)
  const isOver = useEpisode(({ history }) => history.latest.ended !== null)
  const story = useEpisode(({ history }) => history.latest.manifest?.game.sha256)
  const { notice, add } = useAdding(id)
  const canLearn = id !== null && story !== undefined && isOver
  const learn = () =>
    add(async () => {
      const learned = await reachHost().learnEpisode({ episodeId: id ?? '' })
      onChanged(story ?? null)
      return words.learned(learned)
    })
  return (
    <Part title={words.learn} hint={canLearn ? words.learnHint : words.noEpisode} notice={notice}>
      <HostButton disabled={!canLearn} onClick={() => void learn()}>
        {words.learn}
      </HostButton>
    </Part>
  )
}

function Write({ story, onChanged }: Pick<KnowledgeSideProps, 'story' | 'onChanged'>) {
  const [text, setText] = useState('')
  const { notice, add } = useAdding()
  const write = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    void add(async () => {
      await reachHost().addKnowledge({ story, text: text.trim() })
      setText('')
      onChanged(story)
      return null
    })
  }
  return (
    <Part title={words.write} hint={words.writeHint} notice={notice}>
      <form className={shelf.path} onSubmit={write}>
        <input
          className={controls.input}
          aria-label={words.words}
          maxLength={LONGEST_NOTE}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <HostButton type="submit">{words.add}</HostButton>
      </form>
    </Part>
  )
}

function Files({ story, sha256, onChanged }: KnowledgeSideProps) {
  const file = useRef<HTMLInputElement>(null)
  const { notice, add } = useAdding()
  const importFile = (chosen: File) =>
    add(async () => {
      const text = await chosen.text()
      // A file written by this app names its story.
      const isOwn = text.trimStart().startsWith('{')
      const { added, refused, story: of } = await reachHost().importKnowledge({ text, ...(!isOwn && { story }) })
      onChanged(of)
      return words.imported(added, refused)
    })
  const exportFile = () =>
    add(async () => {
      const text = await reachHost().exportKnowledge({ story, ...(sha256 !== undefined && { sha256 }) })
      saveFile(`${story?.slice(0, 8) ?? 'general'}.knowledge.json`, 'application/json', text)
      return null
    })
  return (
    <Part title={words.file} hint={words.fileHint} notice={notice}>
      <div className={controls.chips}>
        <HostButton onClick={() => file.current?.click()}>{words.import}</HostButton>
        <HostButton onClick={() => void exportFile()}>{words.export}</HostButton>
      </div>
      <FileInput ref={file} accept=".json,.md" label={words.import} onFile={(chosen) => void importFile(chosen)} />
    </Part>
  )
}

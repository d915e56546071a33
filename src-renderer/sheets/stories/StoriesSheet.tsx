import { type FormEvent, useRef, useState, useCallback } from 'react'
import type { Story, StoryExamination } from '@shared/contract/stories'
import { Sheet } from '../../kit/overlay/Sheet'
import { reachHost, refusalOf, useHostQuery } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { openStartSheet } from '../../session/episodes/start-store'
import { addStoryFile } from '../../session/files/open-file'
import { HelpButton } from '../../session/help/Explain'
import { HELP } from '../../session/help/help-places'
import { restoreStory, removeStory } from '../../session/host/commands'
import { storiesStrings as words, factNames } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './StoriesSheet.module.css'

export function StoriesSheet({ onClose }: { readonly onClose: () => void }) {
  const { stories, removedStory } = useEpisodeList()
  return (
    <Sheet
      title={words.title}
      size="page"
      tools={<HelpButton about={words.title} at={HELP.stories} />}
      onClose={onClose}
    >
      <div className={styles.columns}>
        <div>
          <ul aria-label={words.title} className={styles.list}>
            {stories.map((story) => (
              <StoryRow key={story.sha256} story={story} />
            ))}
          </ul>
          {removedStory && (
            <div className={styles.removed} role="status">
              <p>{words.removed(removedStory.title)}</p>
              <HostButton key={removedStory.id} autoFocus onClick={() => void restoreStory()}>
                {words.undo}
              </HostButton>
            </div>
          )}
        </div>
        <div className={styles.side}>
          <AddStory />
        </div>
      </div>
    </Sheet>
  )
}

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
      <HostButton data-first-stop onClick={() => file.current?.click()}>
        {words.choose}
      </HostButton>
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

const FACTS = Object.entries(factNames) as readonly (readonly [keyof StoryExamination['support'], string])[]

export function StoryRow({ story }: { readonly story: Story }) {
  const { id, title, fileName, version, release, serial, sha256, bundled, licence, maxScore } = story
  // The host examines each story once, which takes a moment.
  const { answer: examination, failure } = useHostQuery(useCallback((api) => api.examineStory({ id }), [id]))
  const points = maxScore ?? examination?.maxScore ?? null
  return (
    <li className={styles.story}>
      <div className={styles.head}>
        <h3 className={styles.name}>{title}</h3>
        <HostButton look="primary" aria-label={words.playStory(title)} onClick={() => openStartSheet({ game: id })}>
          {words.play}
        </HostButton>
        {!bundled && (
          <HostButton
            look="quiet"
            aria-label={words.removeStory(title)}
            onClick={({ detail }) => {
              if (detail < 2) void removeStory(story)
            }}
          >
            {words.remove}
          </HostButton>
        )}
      </div>
      <p className={styles.facts}>
        {[words.facts(version, release, serial), ...(points === null ? [] : [words.points(points)])].join(' · ')}
      </p>
      <p className={styles.facts}>
        {[bundled ? words.bundled : fileName, licence === null ? words.licenceUnknown : words.licence(licence)].join(
          ' · ',
        )}
      </p>
      <p className={styles.hash}>
        <abbr title={sha256}>{words.hash}</abbr> {sha256}
      </p>
      {failure === null ? (
        <p className={styles.support}>{examination ? words.support(examination) : words.examining}</p>
      ) : (
        <p className={controls.error}>{failure}</p>
      )}
      {examination && <Certainties examination={examination} />}
    </li>
  )
}

function Certainties({ examination }: { readonly examination: StoryExamination }) {
  return (
    <details>
      <summary className={styles.more}>{words.details}</summary>
      <dl className={styles.certainties}>
        {FACTS.map(([fact, name]) => (
          <div key={fact}>
            <dt>{name}</dt>
            <dd>{words.certainty[examination.support[fact]]}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

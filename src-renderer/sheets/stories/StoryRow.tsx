import { BookOpen } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { Story, StoryExamination } from '@shared/contract/stories'
import { useHostQuery } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import { openStartSheet } from '../../session/episodes/start-store'
import { removeStory } from '../../session/host/library-commands'
import type { Played } from './arrange-stories'
import { factNames, storiesStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import shelf from '../shelf/shelf.module.css'
import styles from './StoriesSheet.module.css'

interface StoryRowProps {
  readonly story: Story
  readonly played: Played | undefined
  /**
   * True for a story that was added last, or was already there when it was added. The row is marked and scrolled into
   * view.
   */
  readonly isAdded: boolean
}

export function StoryRow({ story, played, isAdded }: StoryRowProps) {
  const { id, title, author, headline, published, maxScore, hasCover, bundled } = story
  const [isOpen, setIsOpen] = useState(false)
  const byline = words.byline({ author, headline, published })
  return (
    <li ref={isAdded ? showRow : undefined} className={styles.story} data-added={isAdded || undefined}>
      {hasCover ? <Cover id={id} /> : <NoCover />}
      <div className={styles.about}>
        <h3 className={styles.name} dir="auto">
          {title}
        </h3>
        {byline !== '' && (
          <p className={shelf.facts} dir="auto">
            {byline}
          </p>
        )}
        <p className={shelf.facts}>{words.played(played, maxScore)}</p>
        <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary className={styles.more}>{words.details}</summary>
          {isOpen && <StoryDetails story={story} />}
        </details>
      </div>
      <div className={shelf.buttons}>
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
    </li>
  )
}

const showRow = (row: HTMLElement | null) => row?.scrollIntoView?.({ block: 'nearest' })

/** An untrusted picture: the host has checked its type and size, and only the browser decodes it. */
function Cover({ id }: { readonly id: string }) {
  const { answer } = useHostQuery(useCallback((api) => api.readCover({ id }), [id]))
  const [isBroken, setIsBroken] = useState(false)
  if (answer === null || isBroken) return <NoCover />
  return <img className={styles.cover} src={answer.dataUrl} alt="" decoding="async" onError={() => setIsBroken(true)} />
}

const NoCover = () => (
  <span className={`${styles.cover} ${styles.blank}`} aria-hidden>
    <BookOpen size={20} strokeWidth={1.5} />
  </span>
)

/** Details of a story. The host examines each story once, which takes a moment. */
function StoryDetails({ story }: { readonly story: Story }) {
  const { id, description, genre, fileName, version, release, serial, sha256, bundled, licence } = story
  const { answer: examination, failure } = useHostQuery(useCallback((api) => api.examineStory({ id }), [id]))
  const facts = [
    ...(genre === null ? [] : [[words.genre, genre]]),
    [words.format, words.machine(version)],
    [words.edition, words.release(release, serial)],
    [words.file, bundled ? words.bundled : fileName],
    [words.licence, licence ?? words.licenceUnknown],
    [words.hash, sha256],
  ] as const
  return (
    <div className={styles.details}>
      {description !== null && <p dir="auto">{description}</p>}
      <dl className={styles.properties}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={name === words.hash ? styles.hash : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      {failure === null ? (
        <p>{examination ? words.support(examination) : words.examining}</p>
      ) : (
        <p className={controls.error}>{failure}</p>
      )}
      {examination && <Certainties examination={examination} />}
    </div>
  )
}

const FACTS = Object.entries(factNames) as readonly (readonly [keyof StoryExamination['support'], string])[]

function Certainties({ examination }: { readonly examination: StoryExamination }) {
  return (
    <dl className={styles.properties}>
      {FACTS.map(([fact, name]) => (
        <div key={fact}>
          <dt>{name}</dt>
          <dd>{words.certainty[examination.support[fact]]}</dd>
        </div>
      ))}
    </dl>
  )
}

import type { Story, StoryExamination } from '@shared/contract/stories'
import { useCallback } from 'react'
import { removeStory } from '../../session/host/commands'
import { openStartSheet } from '../../session/episodes/start-store'
import { useHostQuery } from '../../session/connection/connection-store'
import controls from '../../kit/controls.module.css'
import styles from './StoriesSheet.module.css'
import { factNames, storiesStrings as words } from './strings'
import { HostButton } from '../../session/connection/HostButton'

const FACTS = Object.entries(factNames) as readonly (readonly [keyof StoryExamination['support'], string])[]

/** One story: its file, its license, and which facts can be read from the game. */
export function StoryRow({ story }: { readonly story: Story }) {
  const { id, title, fileName, version, release, serial, sha256, bundled, licence, maxScore } = story
  // The host examines each story once, which takes a moment.
  const { answer: examination, failure } = useHostQuery(useCallback((api) => api.examineStory({ id }), [id]))
  const points = maxScore ?? examination?.maxScore ?? null
  return (
    <li className={styles.story}>
      <div className={styles.head}>
        <h3 className={styles.name}>{title}</h3>
        <HostButton
          className={`${controls.button} ${controls.primary}`}
          aria-label={words.playStory(title)}
          onClick={() => openStartSheet({ game: id })}
        >
          {words.play}
        </HostButton>
        {!bundled && (
          <HostButton
            className={`${controls.button} ${controls.quiet}`}
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

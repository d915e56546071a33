import { useCallback, useMemo, useState } from 'react'
import { type EntryChange, diffKnowledge } from '@shared/agent/knowledge/diff'
import { type KnowledgeEntry, statusOf } from '@shared/agent/knowledge/knowledge'
import type { HostApi } from '@shared/contract/contract'
import type { ShownKnowledge } from '@shared/contract/knowledge'
import { WordDiff } from '../../kit/diff/WordDiff'
import { Choice, ChoiceField, SearchField } from '../../kit/form/fields'
import { Sheet } from '../../kit/overlay/Sheet'
import { kitStrings } from '../../kit/strings'
import { Refusal } from '../../kit/text/Refusal'
import { reachHost, refusalOf, useHostQuery } from '../../session/connection/connection-store'
import { useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { HelpButton } from '../../session/help/Explain'
import { HELP } from '../../session/help/help-places'
import { type EntryEdit, EntryRow } from './EntryRow'
import { KnowledgeSide } from './KnowledgeSide'
import { knowledgeStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import shelf from '../shelf/shelf.module.css'
import styles from './KnowledgeSheet.module.css'

/** The hash of a version. Empty for the newest, or for no version to compare with. */
type Version = string

const GENERAL = 'general'
const storyOf = (choice: string): string | null => (choice === GENERAL ? null : choice)

/** The knowledge across episodes: entries by story and place with their evidence, versions and their differences. */
export function KnowledgeSheet({ onClose }: { readonly onClose: () => void }) {
  const open = useEpisode(({ history }) => history.latest.manifest?.game.sha256)
  const stories = useEpisodeList((library) => library.stories)
  const [chosen, setChosen] = useState<string | null>(null)
  // The open episode may still be loading.
  const choice = chosen ?? open ?? stories[0]?.sha256 ?? GENERAL
  const [version, setVersion] = useState<Version>('')
  const [other, setOther] = useState<Version>('')
  const [search, setSearch] = useState('')
  const [round, setRound] = useState(0)
  const [refusal, setRefusal] = useState<string | null>(null)
  const read = useCallback(
    async (api: HostApi) => {
      const story = storyOf(choice)
      const at = (sha256: Version) => api.readKnowledge({ story, ...(sha256 !== '' && { sha256 }) })
      const [listed, shown, compared] = [
        await api.listKnowledge({}),
        await at(version),
        other === '' ? null : await at(other),
      ]
      return { listed, shown, compared, round }
    },
    [choice, version, other, round],
  )
  const { answer, failure } = useHostQuery(read)
  const names = useMemo(() => {
    const known =
      answer?.listed.flatMap(({ story, title }) =>
        story === null ? [] : ([[story, title ?? story.slice(0, 12)]] as const),
      ) ?? []
    return new Map<string, string>([
      [GENERAL, words.everyStory],
      ...stories.map(({ sha256, title }) => [sha256, title] as const),
      ...known,
    ])
  }, [stories, answer])
  const choose = (story: string) => {
    setChosen(story)
    setVersion('')
    setOther('')
    setRefusal(null)
  }
  const change = async (entry: KnowledgeEntry, edit: EntryEdit) => {
    setRefusal(
      await reachHost()
        .changeKnowledge({ story: entry.story, id: entry.id, change: edit })
        .then(() => null, refusalOf),
    )
    setRound(round + 1)
  }
  const { shown = null, compared = null } = answer ?? {}
  return (
    <Sheet
      title={words.title}
      size="wide"
      isSteady
      tools={<HelpButton about={words.title} at={HELP.knowledge} />}
      onClose={onClose}
    >
      <div className={shelf.columns}>
        <div>
          <div className={styles.tools}>
            <Choice
              className={controls.choice}
              aria-label={words.story}
              value={choice}
              choices={[...names.keys()]}
              nameOf={(name) => names.get(name) ?? name}
              onChoose={choose}
            />
            <SearchField label={words.search} value={search} data-first-stop onSearch={setSearch} />
          </div>
          <Refusal text={failure ?? refusal} />
          {shown === null && failure === null && <p>{kitStrings.loading}</p>}
          {shown && compared && <Difference before={compared} after={shown} />}
          {shown && compared === null && (
            <Entries
              shown={shown}
              search={search}
              onChange={version === '' ? (entry, edit) => void change(entry, edit) : null}
              isVersion={version !== ''}
            />
          )}
        </div>
        <div className={styles.side}>
          {shown && shown.versions.length > 1 && (
            <section className={shelf.part} aria-label={words.version}>
              <VersionChoice
                label={words.version}
                none={words.newest}
                shown={shown}
                value={version}
                onChoose={setVersion}
              />
              <VersionChoice
                label={words.compareWith}
                none={words.notCompared}
                shown={shown}
                value={other}
                onChoose={setOther}
              />
              <p className={controls.hint}>
                {words.hash} <code className={styles.hash}>{shown.sha256}</code>
              </p>
            </section>
          )}
          <KnowledgeSide
            story={storyOf(choice)}
            sha256={version === '' ? undefined : version}
            onChanged={(story) => {
              if ((story ?? GENERAL) === choice) setRound(round + 1)
              else choose(story ?? GENERAL)
            }}
          />
        </div>
      </div>
    </Sheet>
  )
}

interface VersionChoiceProps {
  readonly label: string
  readonly none: string
  readonly shown: ShownKnowledge
  readonly value: Version
  readonly onChoose: (version: Version) => void
}

/** The versions, newest first. */
function VersionChoice({ label, none, shown, value, onChoose }: VersionChoiceProps) {
  const byHash = new Map(shown.versions.map((version) => [version.sha256, version]))
  return (
    <ChoiceField
      label={label}
      value={value}
      choices={['', ...[...byHash.keys()].toReversed()]}
      nameOf={(hash) => {
        const version = byHash.get(hash)
        return version ? words.versionName(version) : none
      }}
      onChoose={onChoose}
    />
  )
}

interface EntriesProps {
  readonly shown: ShownKnowledge
  readonly search: string
  readonly isVersion: boolean
  readonly onChange: ((entry: KnowledgeEntry, change: EntryEdit) => void) | null
}

/** The entries grouped by place, in the order of the best entry of each place; retired entries at the end. */
function Entries({ shown, search, isVersion, onChange }: EntriesProps) {
  const { entries, confirmed, candidates, episodes, story } = shown
  const found = entries.filter(({ text, place }) =>
    `${place?.name ?? ''} ${text}`.toLowerCase().includes(search.trim().toLowerCase()),
  )
  const isRetired = (entry: KnowledgeEntry) => statusOf(entry) === 'retired'
  const retired = found.filter(isRetired)
  const row = (entry: KnowledgeEntry) => (
    <EntryRow key={entry.id} entry={entry} onChange={onChange && ((change) => onChange(entry, change))} />
  )
  const empty = story === null ? words.emptyGeneral : words.empty
  if (entries.length === 0) return <p className={controls.hint}>{isVersion ? words.emptyVersion : empty}</p>
  return (
    <>
      <p className={controls.hint}>
        {words.summary(confirmed, candidates, episodes)}. {words.level}
      </p>
      {found.length === 0 && <p className={controls.hint}>{words.noMatch(search)}</p>}
      {byPlace(found.filter((entry) => !isRetired(entry))).map(([name, there]) => (
        <section key={name} className={styles.place} aria-label={name}>
          <h3 className={styles.heading} dir="auto">
            {name}
          </h3>
          <ul>{there.map(row)}</ul>
        </section>
      ))}
      {retired.length > 0 && (
        <details className={styles.place}>
          <summary>{words.retired(retired.length)}</summary>
          <ul>{retired.map(row)}</ul>
        </details>
      )}
    </>
  )
}

/** Groups entries by place. Rooms with the same name, as in a maze, are distinguished by their numbers. */
function byPlace(entries: readonly KnowledgeEntry[]): readonly (readonly [string, readonly KnowledgeEntry[]])[] {
  const groups = new Map<number | null, readonly KnowledgeEntry[]>()
  for (const entry of entries)
    groups.set(entry.place?.id ?? null, [...(groups.get(entry.place?.id ?? null) ?? []), entry])
  const names = [...groups.values()].map(([first]) => first?.place?.name)
  return [...groups].map(([id, there]) => {
    const name = there[0]?.place?.name ?? words.noPlace
    return [names.filter((each) => each === name).length > 1 ? `${name} #${id}` : name, there]
  })
}

function Difference({ before, after }: { readonly before: ShownKnowledge; readonly after: ShownKnowledge }) {
  const entriesOf = ({ entries }: ShownKnowledge) => new Map(entries.map((entry) => [entry.id, entry]))
  const isOlder = (one: ShownKnowledge, two: ShownKnowledge) => eventsIn(one) <= eventsIn(two)
  const [from, to] = isOlder(before, after) ? [before, after] : [after, before]
  const changes = diffKnowledge(entriesOf(from), entriesOf(to))
  return (
    <>
      <p className={controls.hint}>{words.changes(changes.length)}</p>
      <ul>
        {changes.map((change) => (
          <ChangeRow key={change.after.id} change={change} />
        ))}
      </ul>
    </>
  )
}

const eventsIn = ({ versions, sha256 }: ShownKnowledge): number =>
  versions.find((version) => version.sha256 === sha256)?.events ?? 0

const ChangeRow = ({ change: { kind, before, after } }: { readonly change: EntryChange }) => (
  <li className={styles.entry}>
    <p dir="auto">
      <span className={styles.change}>{words.change[kind]}</span> {after.place && `${after.place.name}: `}
      {kind === 'edited' && before ? <WordDiff before={before.text} after={after.text} /> : after.text}
    </p>
  </li>
)

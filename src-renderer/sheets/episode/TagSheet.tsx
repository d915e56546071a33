import { type FormEvent, useMemo, useState } from 'react'
import { isSameTag, tagsFrom } from '@shared/episode/log/annotate'
import { Button } from '../../kit/Button'
import { Sheet } from '../../kit/overlay/Sheet'
import { Refusal } from '../../kit/text/Refusal'
import { knownTags } from '../../panels/episodes/filter-entries'
import { episodesStrings } from '../../panels/episodes/strings'
import { SheetButtons } from '../../session/connection/HostButton'
import { namedEpisode } from '../../session/episodes/entry-title'
import { useEntriesOf, useEpisodeList } from '../../session/episodes/episodes-store'
import { tagEpisodes } from '../../session/host/library-commands'
import { useSubmit } from '../../session/view/use-submit'
import { NamedList } from './NamedList'
import controls from '../../kit/controls.module.css'
import styles from '../../kit/overlay/SheetForm.module.css'
import lists from './episode.module.css'

const words = episodesStrings.tagging

interface TagSheetProps {
  readonly episodeIds: readonly string[]
  readonly onClose: () => void
}

/** Adds and removes tags. A tag that only some of the episodes have stays that way until the user changes it. */
export function TagSheet({ episodeIds, onClose }: TagSheetProps) {
  const all = useEpisodeList(({ entries }) => entries)
  const entries = useEntriesOf(episodeIds)
  const inUse = useMemo(() => knownTags(all.values()), [all])
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [typed, setTyped] = useState('')
  const { refusal, isSubmitting, submit } = useSubmit(onClose)
  const tags = tagsFrom([...inUse, ...changes.keys()])
  const taggedWith = (tag: string) => {
    const isOn = changes.get(tag)
    if (isOn !== undefined) return isOn ? entries.length : 0
    return entries.filter(({ annotations }) => annotations.tags.some((one) => isSameTag(one, tag))).length
  }

  /** The changes, including the tags in the field, separated by commas, in their existing spelling. */
  const withTyped = (): ReadonlyMap<string, boolean> => {
    const added = tagsFrom(typed.split(',')).map((tag) => tags.find((one) => isSameTag(one, tag)) ?? tag)
    return new Map([...changes, ...added.map((tag) => [tag, true] as const)])
  }
  const add = () => {
    setChanges(withTyped())
    setTyped('')
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const changes = [...withTyped()]
    const change = {
      add: changes.filter(([, isOn]) => isOn).map(([tag]) => tag),
      remove: changes.filter(([, isOn]) => !isOn).map(([tag]) => tag),
    }
    if (entries.length > 1) {
      // The episode list shows the progress.
      onClose()
      void tagEpisodes(entries.map(namedEpisode), change)
    } else void submit(() => tagEpisodes(entries.map(namedEpisode), change))
  }
  return (
    <Sheet title={words.title(entries.length)} onClose={onClose}>
      <form className={styles.form} onSubmit={save}>
        <NamedList entries={entries} />
        <div className={lists.adding}>
          <label className={controls.field}>
            <span className={controls.label}>{words.add}</span>
            <input
              className={controls.input}
              dir="auto"
              value={typed}
              maxLength={40}
              data-first-stop
              spellCheck={false}
              onChange={({ target }) => setTyped(target.value)}
            />
          </label>
          <Button disabled={typed.trim() === ''} onClick={add}>
            {words.addNow}
          </Button>
        </div>
        <fieldset>
          <legend className={controls.label}>{words.known}</legend>
          {tags.length === 0 && <p className={controls.hint}>{words.none}</p>}
          <div className={lists.tags}>
            {tags.map((tag) => (
              <TagCheck
                key={tag}
                tag={tag}
                tagged={taggedWith(tag)}
                all={entries.length}
                onChange={(isOn) => setChanges(new Map(changes).set(tag, isOn))}
              />
            ))}
          </div>
        </fieldset>
        <p className={controls.hint}>{words.hint}</p>
        <Refusal text={refusal} />
        <SheetButtons submit={words.save} isDisabled={isSubmitting} onCancel={onClose} />
      </form>
    </Sheet>
  )
}

interface TagCheckProps {
  readonly tag: string
  /** Number of the episodes that have the tag, out of `all` episodes of the sheet. */
  readonly tagged: number
  readonly all: number
  readonly onChange: (isOn: boolean) => void
}

function TagCheck({ tag, tagged, all, onChange }: TagCheckProps) {
  const isMixed = tagged > 0 && tagged < all
  return (
    <label className={controls.check}>
      <input
        ref={(input) => {
          if (input) input.indeterminate = isMixed
        }}
        type="checkbox"
        checked={tagged === all}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className={lists.tag}>
        <bdi>{tag}</bdi>
        {isMixed && <span className={controls.hint}> {words.some(tagged, all)}</span>}
      </span>
    </label>
  )
}

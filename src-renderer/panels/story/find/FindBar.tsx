import { CaseSensitive, ChevronDown, ChevronUp, Search, WholeWord, X } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { FIND_FIELDS, type FindField, isByField, LONGEST_QUERY } from '@shared/episode/search/find'
import { ActionButton } from '../../../commands/ActionButton'
import { Button } from '../../../kit/Button'
import { Switch } from '../../../kit/form/fields'
import { typedKey } from '../../../kit/form/typed-key'
import { IconButton } from '../../../kit/IconButton'
import { VisuallyHidden } from '../../../kit/text/VisuallyHidden'
import { useLastVisibleTurn } from '../../../session/episode/use-last-visible-turn'
import {
  fieldsFoundIn,
  toggleField,
  useFind,
  useHitAtPlayhead,
  closeFind,
  stepOrOpenFind,
} from '../../../session/find/find-store'
import { useSearch } from '../../../session/find/search-episode'
import { hitsUntil, ordinalOf, totalOf } from '../../../session/find/turn-hits'
import { useView } from '../../../session/view/view-store'
import { storyStrings } from '../strings'
import controls from '../../../kit/controls.module.css'
import styles from './FindBar.module.css'

const words = storyStrings.find

/**
 * Finds text in the story: marks every hit; Enter and Shift+Enter move the playhead between hits. Hiding other turns is
 * optional.
 */
export function FindBar() {
  useSearch()
  const matchesCase = useFind((find) => find.matchesCase)
  const isWholeWord = useFind((find) => find.isWholeWord)
  const onlyHits = useFind((find) => find.onlyHits)
  const closeByKey = (event: KeyboardEvent) => {
    if (typedKey(event) !== 'Escape') return
    event.preventDefault()
    closeFind()
  }
  return (
    <div role="search" aria-label={words.name} data-find-bar className={styles.bar} onKeyDown={closeByKey}>
      <div className={styles.question}>
        <Field />
        <IconButton
          icon={CaseSensitive}
          label={words.matchesCase}
          isQuiet
          aria-pressed={matchesCase}
          onClick={() => useFind.setState({ matchesCase: !matchesCase })}
        />
        <IconButton
          icon={WholeWord}
          label={words.isWholeWord}
          isQuiet
          aria-pressed={isWholeWord}
          onClick={() => useFind.setState({ isWholeWord: !isWholeWord })}
        />
        <ActionButton action="previousHit" icon={ChevronUp} kind="quiet" />
        <ActionButton action="nextHit" icon={ChevronDown} kind="quiet" />
        <IconButton icon={X} label={words.close} isQuiet onClick={closeFind} />
      </div>
      <div className={styles.choices}>
        <FieldChoice />
        <Switch label={words.onlyHits} isOn={onlyHits} onSwitch={(isOn) => useFind.setState({ onlyHits: isOn })} />
      </div>
    </div>
  )
}

function Field() {
  const input = useRef<HTMLInputElement>(null)
  const text = useFind((find) => find.text)
  // A layout effect, so that keys typed right after Ctrl+F reach the field.
  useLayoutEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const stepByKey = (event: KeyboardEvent) => {
    if (typedKey(event) !== 'Enter') return
    event.preventDefault()
    stepOrOpenFind(event.shiftKey ? -1 : 1)
  }
  return (
    <label className={styles.field} title={words.hint}>
      <Search size={14} strokeWidth={1.75} aria-hidden />
      <input
        ref={input}
        data-find
        dir="auto"
        aria-label={words.name}
        placeholder={words.placeholder}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onKeyDown={stepByKey}
        onChange={({ target }) => useFind.setState({ text: target.value, pendingStep: null })}
      />
      <Count />
    </label>
  )
}

/** Position and number of hits, announced after a search or a step, but not for new turns. */
function Count() {
  const isAsked = useFind(({ finder }) => finder !== null)
  const isTooLong = useFind(({ text }) => text.trim().length > LONGEST_QUERY)
  const hits = useFind((find) => find.hits)
  const isComplete = useFind(({ searchedTo }) => searchedTo === null)
  const announced = useFind((find) => find.announced)
  const here = useHitAtPlayhead()
  const lastShown = useLastVisibleTurn()
  if (isTooLong)
    return (
      <span role="status" className={styles.count}>
        {words.tooLong(LONGEST_QUERY)}
      </span>
    )
  const known = hitsUntil(hits, lastShown)
  const total = totalOf(known)
  const shown = isComplete ? words.count(here && ordinalOf(known, here), total) : words.countSoFar(total)
  return (
    <>
      {isAsked && (
        <span className={styles.count} aria-hidden>
          {shown}
        </span>
      )}
      <VisuallyHidden>
        <span role="status">{announced && words.announced(announced.ordinal, announced.total)}</span>
      </VisuallyHidden>
    </>
  )
}

/** Selects the fields to search. Selecting a hidden field also shows it. */
function FieldChoice() {
  const byField = useFind(({ text }) => isByField(text))
  const chosen = useFind((find) => find.fields)
  const filter = useView(({ storyFilter }) => storyFilter)
  const fields = fieldsFoundIn(chosen, filter)
  if (byField) return <p className={controls.hint}>{words.byField}</p>
  const isHidden = (field: FindField) => fieldsFoundIn([field], filter).length === 0
  return (
    <div role="group" aria-label={words.lookIn} className={controls.chips}>
      {FIND_FIELDS.toReversed().map((field) => (
        <Button
          key={field}
          look="chip"
          aria-pressed={fields.includes(field)}
          title={isHidden(field) ? words.notShown(words.fields[field]) : undefined}
          onClick={() => toggleField(field)}
        >
          {words.fields[field]}
        </Button>
      ))}
    </div>
  )
}

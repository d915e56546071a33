import { BookmarkMinus, BookmarkPlus, Columns3, X } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { LibraryEntry } from '@shared/contract/library'
import type { SavedFilter, StartMemory } from '@shared/contract/start'
import { Check, Choice, SearchField } from '../../kit/form/fields'
import { IconButton } from '../../kit/IconButton'
import { Popover } from '../../kit/overlay/Popover'
import { reachHost, refusalOf, useHostAbsence } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import { NameField } from '../../session/connection/NameField'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { deselectAll, useSelection } from '../../session/episodes/selection-store'
import { useStart } from '../../session/episodes/start-store'
import { Explain } from '../../session/help/Explain'
import { HELP } from '../../session/help/help-places'
import { focusRegion } from '../../session/view/regions'
import {
  type LibraryShow,
  type LibrarySort,
  setView,
  SHOWS,
  SORTS,
  useView,
  LIBRARY_COLUMNS,
} from '../../session/view/view-store'
import { readSort } from './columns'
import { itemsForAll } from './EpisodeMenu'
import { filterOfTag, knownTags } from './filter-entries'
import { episodesStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './EpisodesPanel.module.css'

const NO_FILTERS: readonly SavedFilter[] = []
const SAVED = 'saved:'
const TAG = 'tag:'

/** Filter and order of the list. While episodes are selected, the actions for them. */
export function FilterBar({ found, isTable }: { readonly found: readonly LibraryEntry[]; readonly isTable: boolean }) {
  const text = useView(({ libraryFilter }) => libraryFilter)
  const sort = useView(({ librarySort }) => librarySort)
  const [isNaming, setIsNaming] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const show = useView(({ libraryShow }) => libraryShow)
  const count = useEpisodeList(({ entries }) => entries.size)
  const isComplete = useEpisodeList((library) => library.isComplete)
  const isFiltered = text.trim() !== '' || show !== 'all'
  const saved = useStart(({ memory }) => memory?.filters ?? NO_FILTERS)
  const current = saved.find((one) => one.text === text && one.show === show && one.sort === sort)
  const update = async (command: (api: HostApi) => Promise<StartMemory>) => {
    try {
      useStart.setState({ memory: await command(reachHost()) })
      setRefusal(null)
      setIsNaming(false)
    } catch (error) {
      setRefusal(refusalOf(error))
    }
  }
  const saving = current ? words.saved.remove(current.name) : words.saved.save
  const Icon = current ? BookmarkMinus : BookmarkPlus
  return (
    <div className={styles.filter} data-table={isTable || undefined}>
      <div className={styles.search}>
        <SearchField
          data-search
          label={words.filter}
          title={words.filterHint}
          maxLength={500}
          value={text}
          onSearch={(libraryFilter) => setView({ libraryFilter })}
        />
        {isFiltered && (
          <span className={`${controls.hint} ${styles.matches}`} aria-live="polite">
            {(isComplete ? words.matches : words.matchesYet)(found.length, count)}
          </span>
        )}
        {(current || isFiltered) && (
          <HostButton
            className={`${controls.button} ${controls.quiet} ${controls.icon}`}
            aria-label={saving}
            title={saving}
            aria-expanded={current ? undefined : isNaming}
            onClick={() =>
              current ? void update((api) => api.deleteFilter({ name: current.name })) : setIsNaming(!isNaming)
            }
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden />
          </HostButton>
        )}
      </div>
      {isNaming && !current && (
        <NameField
          label={words.saved.name}
          submit={words.save}
          className={styles.search}
          onSubmit={(name) => void update((api) => api.saveFilter({ name, text, show, sort }))}
          onCancel={() => setIsNaming(false)}
        />
      )}
      {refusal !== null && (
        <p role="alert" className={`${controls.error} ${styles.whole}`}>
          {refusal}
        </p>
      )}
      <SelectionBar entries={found} withWords={isTable}>
        <WhichEpisodes saved={saved} current={current} />
        <Choice
          className={`${controls.choice} ${styles.select}`}
          aria-label={words.sort}
          value={sort}
          choices={(SORTS as readonly LibrarySort[]).includes(sort) ? SORTS : [...SORTS, sort]}
          nameOf={nameOfSort}
          onChoose={(librarySort) => setView({ librarySort })}
        />
        {isTable && <ColumnChoice />}
      </SelectionBar>
    </div>
  )
}

interface WhichProps {
  readonly saved: readonly SavedFilter[]
  readonly current: SavedFilter | undefined
}

/** Chooses a state, a tag or a saved filter. */
function WhichEpisodes({ saved, current }: WhichProps) {
  const text = useView(({ libraryFilter }) => libraryFilter)
  const show = useView(({ libraryShow }) => libraryShow)
  const entries = useEpisodeList((library) => library.entries)
  const tags = useMemo(() => knownTags(entries.values()), [entries])
  const tag = show === 'all' ? tags.find((one) => filterOfTag(one) === text) : undefined
  const state = tag === undefined ? show : TAG + tag
  const value = current ? SAVED + current.name : state
  const choose = (chosen: string) => {
    const filter = chosen.startsWith(SAVED) && saved.find(({ name }) => name === chosen.slice(SAVED.length))
    if (filter)
      setView({ libraryFilter: filter.text, libraryShow: showOf(filter.show), librarySort: filter.sort as LibrarySort })
    else if (chosen.startsWith(TAG))
      setView({ libraryFilter: filterOfTag(chosen.slice(TAG.length)), libraryShow: 'all' })
    // Clears the text that the tag or the saved filter had set.
    else setView({ libraryShow: showOf(chosen), ...((current || tag !== undefined) && { libraryFilter: '' }) })
  }
  return (
    <select
      className={`${controls.choice} ${styles.select}`}
      aria-label={words.show}
      value={value}
      onChange={({ target }) => choose(target.value)}
    >
      {SHOWS.map((name) => (
        <option key={name} value={name}>
          {words.shows[name]}
        </option>
      ))}
      {saved.length > 0 && (
        <optgroup label={words.saved.group}>
          {saved.map(({ name }) => (
            <option key={name} value={SAVED + name}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
      {tags.length > 0 && (
        <optgroup label={words.saved.tags}>
          {tags.map((one) => (
            <option key={one} value={TAG + one}>
              {words.tag(one)}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  )
}

/** The state to show; 'all' for a value saved by another version. */
const showOf = (show: string): LibraryShow => SHOWS.find((one) => one === show) ?? 'all'

function nameOfSort(sort: LibrarySort): string {
  const named = SORTS.find((one) => one === sort)
  if (named !== undefined) return words.sorts[named]
  const { by, isReversed } = readSort(sort)
  return words.sortedBy(by === 'name' ? words.titleColumn : words.columns[by], isReversed)
}

function ColumnChoice() {
  const shown = useView(({ libraryColumns }) => libraryColumns)
  return (
    <Popover
      id="library-columns"
      name={words.columnChoice}
      className={`${controls.button} ${controls.quiet} ${styles.columns}`}
      face={
        <>
          <Columns3 size={14} strokeWidth={1.75} aria-hidden />
          {words.columnChoice}
        </>
      }
    >
      <div className={styles.columnList}>
        {LIBRARY_COLUMNS.map((column) => (
          <div key={column} className={styles.column}>
            <Check
              label={words.columns[column]}
              isOn={shown.includes(column)}
              onSwitch={(isOn) =>
                setView({
                  libraryColumns: LIBRARY_COLUMNS.filter((one) => (one === column ? isOn : shown.includes(one))),
                })
              }
            />
            <Explain
              question={words.whatIs(words.columns[column])}
              text={words.columnMeanings[column]}
              at={HELP.columns}
            />
          </div>
        ))}
      </div>
    </Popover>
  )
}

interface SelectionBarProps {
  readonly entries: readonly LibraryEntry[]
  readonly withWords: boolean
  /** Shown while nothing is selected, so that the list does not move under the pointer. */
  readonly children: ReactNode
}

/** The number of selected episodes, with the actions for them. */
function SelectionBar({ entries, withWords, children }: SelectionBarProps) {
  const selectedIds = useSelection((selection) => selection.selected)
  const absence = useHostAbsence()
  const selected = entries.filter(({ id }) => selectedIds.has(id))
  const clear = () => {
    deselectAll()
    focusRegion('library')
  }
  return (
    <>
      <p className={selected.length > 0 ? styles.selected : undefined} role="status">
        {selected.length > 0 && words.selected(selected.length)}
      </p>
      {selected.length === 0 ? (
        children
      ) : (
        <div className={styles.selection} role="group" aria-label={words.selected(selected.length)}>
          {itemsForAll(selected, absence).map(({ label, icon: Icon, why, run }) => (
            <button
              key={label}
              type="button"
              className={`${controls.button} ${controls.quiet} ${withWords ? '' : controls.icon}`}
              aria-label={label}
              title={why ?? label}
              {...(why && { 'aria-disabled': true, 'aria-description': why })}
              onClick={() => !why && void run()}
            >
              <Icon size={16} strokeWidth={1.75} aria-hidden />
              {withWords && <span>{label}</span>}
            </button>
          ))}
          <IconButton icon={X} label={words.deselectAll} isQuiet onClick={clear} />
        </div>
      )}
    </>
  )
}

import { FolderOpen, Plus, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useLibrary } from '../../session/library/library-store'
import { keepListed } from '../../session/library/selection-store'
import { setView, SHOWS, SORTS, useView } from '../../session/view/view-store'
import { ActionButton } from '../../commands/ActionButton'
import controls from '../../kit/controls.module.css'
import { Empty } from '../../kit/Empty'
import { Panel } from '../../kit/Panel'
import { sessionStrings } from '../../session/strings'
import { MarkList } from '../marks/MarkList'
import { arrangeEntries } from './arrange-entries'
import { EpisodeList } from './EpisodeList'
import { Choice } from '../../kit/fields'
import styles from './LibraryPanel.module.css'
import { Outline } from './Outline'
import { libraryStrings as words } from './strings'
import { SelectionBar } from './SelectionBar'
import { DeletedStrip, ManyStrip, SkippedStrip } from './Strips'

/** The episodes of the data folder, and below them the open one as a table of contents. */
export function LibraryPanel() {
  const { entries, isRead } = useLibrary()
  const [text, setText] = useState('')
  const sort = useView(({ librarySort }) => librarySort)
  const show = useView(({ libraryShow }) => libraryShow)
  const found = useMemo(() => arrangeEntries(entries.values(), { sort, show, text }), [entries, sort, show, text])
  useEffect(() => keepListed(found.map(({ id }) => id)), [found])
  const heading = (
    <>
      <h2 className={`${controls.caption} ${styles.name}`}>{sessionStrings.region.library}</h2>
      <div className={styles.tools}>
        <ActionButton action="newEpisode" icon={Plus} kind="quiet" withLabel className={styles.new} />
        <ActionButton action="openFile" icon={FolderOpen} kind="quiet" />
        <ActionButton action="trash" icon={Trash2} kind="quiet" />
      </div>
    </>
  )
  return (
    <Panel name={sessionStrings.region.library} region="library" heading={heading}>
      <div className={styles.body}>
        {entries.size > 0 && (
          <div className={styles.filter}>
            <input
              type="search"
              data-search
              className={controls.input}
              aria-label={words.filter}
              placeholder={words.filter}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <SelectionBar entries={found}>
              <Choice
                className={`${controls.choice} ${styles.select}`}
                aria-label={words.show}
                value={show}
                choices={SHOWS}
                nameOf={(name) => words.shows[name]}
                onChoose={(libraryShow) => setView({ libraryShow })}
              />
              <Choice
                className={`${controls.choice} ${styles.select}`}
                aria-label={words.sort}
                value={sort}
                choices={SORTS}
                nameOf={(name) => words.sorts[name]}
                onChoose={(librarySort) => setView({ librarySort })}
              />
            </SelectionBar>
          </div>
        )}
        {found.length > 0 ? (
          <EpisodeList entries={found} />
        ) : (
          <div className={styles.empty}>
            <Empty>{emptyText(isRead, entries.size, text)}</Empty>
          </div>
        )}
        <SkippedStrip />
        <ManyStrip />
        <DeletedStrip />
        <Outline />
        <MarkList />
      </div>
    </Panel>
  )
}

function emptyText(isRead: boolean, episodes: number, text: string): string {
  if (!isRead) return words.reading
  if (episodes === 0) return words.empty
  return text === '' ? words.noneShown : words.noMatch(text)
}

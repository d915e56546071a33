import { FolderOpen, Plus, Table2, Trash2 } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { ActionButton } from '../../commands/ActionButton'
import { Button } from '../../kit/Button'
import { Panel } from '../../kit/layout/Panel'
import { Empty } from '../../kit/text/Empty'
import { useHostAbsence } from '../../session/connection/connection-store'
import { useEpisode } from '../../session/episode/episode-store'
import { type EpisodeListState, useEpisodeList } from '../../session/episodes/episodes-store'
import { forkTree } from '../../session/episodes/fork-tree'
import { deselectUnlisted } from '../../session/episodes/selection-store'
import { openFindWith } from '../../session/find/find-store'
import { sessionStrings } from '../../session/strings'
import { type LibrarySort, setView, useView } from '../../session/view/view-store'
import { MarkList } from '../marks/TurnMarks'
import { arrangeEntries } from './arrange-entries'
import { EpisodeList } from './EpisodeList'
import { FIELDS, FIGURES, unknownField } from './filter-entries'
import { FilterBar } from './FilterBar'
import { Outline } from './Outline'
import { episodesStrings as words } from './strings'
import { DeletedStrip, BulkActionStrip, HiddenStrip, SkippedStrip } from './Strips'
import controls from '../../kit/controls.module.css'
import styles from './EpisodesPanel.module.css'

/** Sort orders that show forks as trees. A list sorted by a figure stays flat. */
const TREE_SORTS: ReadonlySet<LibrarySort> = new Set(['newest', 'oldest', 'name'])

/** The episodes of the data folder, and the outline of the open one. */
export function EpisodesPanel() {
  const { entries, isRead, isComplete } = useEpisodeList()
  const isAway = useHostAbsence() !== null
  const text = useView(({ libraryFilter }) => libraryFilter)
  const isTable = useView(({ libraryIsTable }) => libraryIsTable)
  const sort = useView(({ librarySort }) => librarySort)
  const show = useView(({ libraryShow }) => libraryShow)
  const ranked = useMemo(() => arrangeEntries(entries, { sort, show, text }), [entries, sort, show, text])
  const isTree = !isTable && TREE_SORTS.has(sort)
  const tree = useMemo(() => (isTree ? forkTree(ranked) : null), [isTree, ranked])
  const found = useMemo(() => tree?.map(({ entry }) => entry) ?? ranked, [tree, ranked])
  const depths = useMemo(() => new Map(tree?.map(({ entry, depth }) => [entry.id, depth])), [tree])
  useEffect(() => deselectUnlisted(found.map(({ id }) => id)), [found])
  const heading = (
    <>
      <h2 className={`${controls.caption} ${styles.name}`}>{sessionStrings.region.library}</h2>
      <div className={styles.tools}>
        <ActionButton action="newEpisode" icon={Plus} kind="quiet" withLabel className={styles.new} />
        <ActionButton action="libraryTable" icon={Table2} kind="quiet" label={words.asTable} pressed={isTable} />
        <ActionButton action="openFile" icon={FolderOpen} kind="quiet" />
        <ActionButton action="trash" icon={Trash2} kind="quiet" />
      </div>
    </>
  )
  return (
    <Panel name={sessionStrings.region.library} region="library" heading={heading}>
      <div className={styles.body}>
        {entries.size > 0 && <FilterBar found={found} isTable={isTable} />}
        {found.length > 0 ? (
          // List and table have separate scroll positions and focus.
          <EpisodeList key={String(isTable)} entries={found} depths={depths} isTable={isTable} />
        ) : (
          <div className={styles.empty}>
            <Empty>
              {emptyText({ isRead, isComplete, entries }, isAway, text)}
              {entries.size > 0 && text.trim() !== '' && <FindInStory text={text.trim()} />}
            </Empty>
          </div>
        )}
        <HiddenStrip found={found} />
        <SkippedStrip />
        <BulkActionStrip />
        <DeletedStrip />
        {!isTable && <Outline />}
        {!isTable && <MarkList />}
      </div>
    </Panel>
  )
}

/** Offers to search the story: the story's search key also opens this filter, which searches episodes only. */
function FindInStory({ text }: { readonly text: string }) {
  const isOpen = useEpisode(({ id }) => id !== null)
  if (!isOpen) return null
  const find = () => {
    setView({ libraryFilter: '' })
    openFindWith(text)
  }
  return <Button onClick={find}>{words.findInStory(text)}</Button>
}

function emptyText(
  { isRead, isComplete, entries }: Pick<EpisodeListState, 'isRead' | 'isComplete' | 'entries'>,
  isAway: boolean,
  text: string,
): string {
  if (!isRead) return isAway ? words.notConnected : words.reading
  if (entries.size === 0) return words.empty
  const unknown = unknownField(text)
  if (unknown !== null) return words.unknownField(unknown, FIELDS, FIGURES)
  if (!isComplete && !isAway) return words.noneYet(entries.size)
  return text === '' ? words.noneShown : words.noMatch(text)
}

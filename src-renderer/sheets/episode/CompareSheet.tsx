import { useState } from 'react'
import type { LibraryEntry } from '@shared/contract/library'
import { SearchField } from '../../kit/form/fields'
import { Sheet } from '../../kit/overlay/Sheet'
import { Empty } from '../../kit/text/Empty'
import { RowText, useTooltip } from '../../panels/episodes/EpisodeRow'
import { entryMatches, parseFilter } from '../../panels/episodes/filter-entries'
import { openComparison } from '../../session/comparison/comparison-store'
import { startKey, titleOf } from '../../session/episodes/entry-title'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { episodeSheetStrings } from './strings'
import form from '../../kit/overlay/SheetForm.module.css'
import styles from './episode.module.css'

const words = episodeSheetStrings.compare

export function CompareSheet({ episodeId, onClose }: { readonly episodeId: string; readonly onClose: () => void }) {
  const entries = useEpisodeList((library) => library.entries)
  const [text, setText] = useState('')
  const entry = entries.get(episodeId)
  const terms = parseFilter(text)
  const others = [...entries.values()]
    .filter((other) => other.id !== episodeId && entryMatches(terms, other, entries))
    .map((other) => ({ other, rank: rankOf(entry, other) }))
    .toSorted((a, b) => a.rank - b.rank || startKey(b.other).localeCompare(startKey(a.other)))
    .slice(0, MAX_ROWS)
  const choose = (other: string) => {
    onClose()
    openComparison({ a: episodeId, b: other })
  }
  return (
    <Sheet title={words.title(entry ? titleOf(entry) : episodeId)} onClose={onClose}>
      <form
        className={form.body}
        onSubmit={(event) => {
          event.preventDefault()
          if (others[0]) choose(others[0].other.id)
        }}
      >
        <SearchField data-first-stop label={words.find} value={text} onSearch={setText} />
        {others.length === 0 && <Empty>{text === '' ? words.none : words.noMatch(text)}</Empty>}
        <ul className={styles.others}>
          {others.map(({ other, rank }) => (
            <li key={other.id}>
              <Other entry={other} remark={REMARKS[rank]} onChoose={() => choose(other.id)} />
            </li>
          ))}
        </ul>
      </form>
    </Sheet>
  )
}

interface OtherProps {
  readonly entry: LibraryEntry
  readonly remark: string | null
  readonly onChoose: () => void
}

/** The row of the list of episodes. */
function Other({ entry, remark, onChoose }: OtherProps) {
  return (
    <button type="button" className={styles.other} title={useTooltip(entry)} onClick={onChoose}>
      <RowText entry={entry} remark={remark} />
    </button>
  )
}

/** Maximum number of rows. A search finds the others. */
const MAX_ROWS = 200
/** A remark on the rows of each rank. */
const REMARKS = { 0: words.related, 1: null, 2: words.otherGame } as const

function rankOf(entry: LibraryEntry | undefined, other: LibraryEntry): keyof typeof REMARKS {
  const isParent = entry?.summary?.forkedFrom?.episodeId === other.id
  const isFork = other.summary?.forkedFrom?.episodeId === entry?.id && entry !== undefined
  if (isParent || isFork) return 0
  return entry?.summary?.game.sha256 === other.summary?.game.sha256 ? 1 : 2
}

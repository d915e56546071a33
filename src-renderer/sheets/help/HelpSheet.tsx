import { ArrowLeft, List, X } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { Button } from '../../kit/Button'
import { typedKey } from '../../kit/form/typed-key'
import { IconButton } from '../../kit/IconButton'
import { Sheet } from '../../kit/overlay/Sheet'
import { wordsOf } from '../../kit/text/query-words'
import type { HelpPlace } from '../../session/help/help-places'
import { allSections } from './documents/documents'
import { placeOf } from './documents/read-document'
import { searchSections } from './documents/search-sections'
import { HelpContents } from './HelpContents'
import { HelpPageView } from './HelpPageView'
import { SearchedWords } from './Marked'
import { helpStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './HelpSheet.module.css'

interface HelpSheetProps {
  readonly place: HelpPlace
  /** True if the search field has the focus first, otherwise the place. */
  readonly startsInSearch: boolean
  readonly onClose: () => void
}

/** The user documentation, with contents and search. */
export function HelpSheet({ place: first, startsInSearch, onClose }: HelpSheetProps) {
  const [trail, setTrail] = useState<readonly HelpPlace[]>([first])
  const [query, setQuery] = useState('')
  const [hasContents, setHasContents] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const place = trail.at(-1) ?? first
  const searched = useMemo(() => wordsOf(query), [query])
  const found = useMemo(() => (searched.length === 0 ? null : searchSections(searched, allSections())), [searched])

  const goTo = (to: HelpPlace) => {
    setTrail([...trail, to])
    setHasContents(false)
  }
  const type = (text: string) => {
    setQuery(text)
    setHasContents(text !== '')
  }
  /** Moves the focus from the search field down to the results or the contents, from one to the next, and back up. */
  const walk = (event: KeyboardEvent, by: 1 | -1): boolean => {
    const stops = [search.current, ...event.currentTarget.querySelectorAll<HTMLElement>('nav button')]
    const at = stops.indexOf(event.target as HTMLInputElement)
    if (at === -1) return false
    stops[at + by]?.focus()
    return true
  }
  const press = (event: KeyboardEvent) => {
    const key = typedKey(event)
    const [first] = found ?? []
    if (key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey)) search.current?.select()
    else if (key === 'Enter' && event.target === search.current && first) goTo(placeOf(first.section))
    else if (!(key === 'ArrowDown' && walk(event, 1)) && !(key === 'ArrowUp' && walk(event, -1))) return
    event.preventDefault()
  }
  return (
    <Sheet title={words.title} bare size="wide" isSteady onClose={onClose}>
      <div className={styles.help} onKeyDown={press}>
        <header className={styles.header}>
          <h2 className={styles.title}>{words.title}</h2>
          <Button
            look="quiet"
            className={styles.contentsButton}
            aria-expanded={hasContents}
            onClick={() => setHasContents(!hasContents)}
          >
            <List size={15} strokeWidth={1.75} aria-hidden />
            {words.contents}
          </Button>
          <div className={styles.search}>
            <input
              ref={search}
              className={controls.input}
              aria-label={words.search}
              placeholder={words.search}
              value={query}
              spellCheck={false}
              maxLength={100}
              data-first-stop={startsInSearch || undefined}
              onChange={({ target }) => type(target.value)}
            />
            {query !== '' && <IconButton icon={X} label={words.clear} isQuiet onClick={() => type('')} />}
          </div>
          {trail.length > 1 && (
            <Button look="quiet" onClick={() => setTrail(trail.slice(0, -1))}>
              <ArrowLeft size={15} strokeWidth={1.75} aria-hidden />
              {words.back}
            </Button>
          )}
          <IconButton icon={X} label={words.close} isQuiet onClick={onClose} />
        </header>
        <SearchedWords value={searched}>
          <div className={styles.columns} data-contents={hasContents || undefined}>
            <HelpContents place={place} found={found} onFollow={goTo} onClose={onClose} />
            <HelpPageView
              place={place}
              visit={trail.length}
              takesFocus={trail.length > 1 || !startsInSearch}
              onFollow={goTo}
            />
          </div>
        </SearchedWords>
      </div>
    </Sheet>
  )
}

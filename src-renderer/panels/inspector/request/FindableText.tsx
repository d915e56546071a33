import { ChevronDown, ChevronUp } from 'lucide-react'
import { Fragment, type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { matchesIn, MAX_PLACES, patternOf } from '@shared/episode/search/find'
import { SearchField } from '../../../kit/form/fields'
import { typedKey } from '../../../kit/form/typed-key'
import { IconButton } from '../../../kit/IconButton'
import { Empty } from '../../../kit/text/Empty'
import { CodeText } from '../../../turn/text/CodeText'
import { inspectorStrings } from '../strings'
import texts from '../../../turn/text/texts.module.css'
import styles from './request.module.css'

const words = inspectorStrings.request

interface FindableTextProps {
  /** Identifies the text. A different text is collapsed at first. */
  readonly of: string
  readonly text: string | null
  readonly none: string
}

/** Preformatted text with a search field. The query is kept when the text changes. Without text, shows `none`. */
export function FindableText({ of, text, none }: FindableTextProps) {
  const [query, setQuery] = useState('')
  const [chosen, setCurrent] = useState(0)
  const deferredQuery = useDeferredValue(query)
  const matches = useMemo(() => findMatches(text ?? '', deferredQuery), [text, deferredQuery])
  // A new text may have fewer matches.
  const current = Math.max(0, Math.min(chosen, matches.length - 1))
  const step = (by: number) => matches.length > 0 && setCurrent((current + by + matches.length) % matches.length)
  const stepByKey = (event: KeyboardEvent) => {
    if (typedKey(event) !== 'Enter') return
    event.preventDefault()
    step(event.shiftKey ? -1 : 1)
  }
  return (
    <div className={styles.findable}>
      <div className={styles.findBar}>
        <SearchField
          data-search="text"
          label={words.find}
          spellCheck={false}
          value={query}
          onKeyDown={stepByKey}
          onSearch={(searched) => {
            setQuery(searched)
            setCurrent(0)
          }}
        />
        <span role="status" className={styles.count}>
          {deferredQuery !== '' &&
            text !== null &&
            (matches.length > 0 ? words.found(current + 1, matches.length, areAllMatches(matches)) : words.notFound)}
        </span>
        <IconButton
          icon={ChevronUp}
          label={words.previousMatch}
          disabled={matches.length === 0}
          onClick={() => step(-1)}
        />
        <IconButton
          icon={ChevronDown}
          label={words.nextMatch}
          disabled={matches.length === 0}
          onClick={() => step(1)}
        />
      </div>
      <Found of={of} text={text} none={none} matches={matches} current={current} />
    </div>
  )
}

type Matches = ReturnType<typeof findMatches>

interface FoundProps {
  readonly of: string
  readonly text: string | null
  readonly none: string
  readonly matches: Matches
  readonly current: number
}

function Found({ of, text, none, matches, current }: FoundProps) {
  if (text === null) return <Empty>{none}</Empty>
  if (matches.length === 0) return <CodeText key={of} text={text} />
  return <MarkedText text={text} matches={matches} current={current} />
}

interface MarkedTextProps {
  readonly text: string
  readonly matches: Matches
  readonly current: number
}

/** The searched text. It is never collapsed, because a match may be at the end. */
function MarkedText({ text, matches, current }: MarkedTextProps) {
  const mark = useRef<HTMLElement>(null)
  const place = matches[current]?.[0]
  // The effect depends on the match only, so that appended text does not scroll.
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'nearest' })
  }, [place])
  return (
    <pre className={texts.code} tabIndex={0}>
      {matches.map(([start, end], index) => (
        <Fragment key={start}>
          {text.slice(matches[index - 1]?.[1] ?? 0, start)}
          <mark
            ref={index === current ? mark : null}
            className={styles.mark}
            aria-current={index === current || undefined}
          >
            {text.slice(start, end)}
          </mark>
        </Fragment>
      ))}
      {text.slice(matches.at(-1)?.[1])}
    </pre>
  )
}

/** Offsets of the first 1,000 matches of `query` in `text`, ignoring case. */
export const findMatches = (text: string, query: string): readonly (readonly [start: number, end: number])[] =>
  query === '' ? [] : matchesIn(text, patternOf(query))

/** False if the limit was reached, so that there may be more matches. */
export const areAllMatches = (matches: readonly unknown[]) => matches.length < MAX_PLACES

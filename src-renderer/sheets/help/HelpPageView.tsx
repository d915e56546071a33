import { useEffect, useMemo, useRef } from 'react'
import { type HelpDocument, type HelpPlace, partsOf } from '../../session/help/help-places'
import { sessionStrings } from '../../session/strings'
import { sectionsOf } from './documents/documents'
import { type Section, targetOf } from './documents/read-document'
import { Legend } from './Legend'
import { Blocks, Inlines, LinksContext } from './Markdown'
import { Marked } from './Marked'
import styles from './HelpSheet.module.css'

const { pages } = sessionStrings.help

interface HelpPageViewProps {
  readonly place: HelpPlace
  /** A new number for each visit, even of the same place. */
  readonly visit: number
  readonly takesFocus: boolean
  readonly onFollow: (place: HelpPlace) => void
}

/** A document, scrolled to the place. */
export function HelpPageView({ place, visit, takesFocus, onFollow }: HelpPageViewProps) {
  const { page, anchor } = partsOf(place)
  const article = useRef<HTMLElement>(null)
  // An effect, because the sheet has no layout before it is shown as modal.
  useEffect(() => {
    const heading = article.current?.querySelector<HTMLElement>(anchor === null ? 'h3' : `[id="help-${anchor}"]`)
    heading?.scrollIntoView({ block: 'start' })
    if (takesFocus) heading?.focus({ preventScroll: true })
  }, [page, anchor, visit, takesFocus])
  return (
    <article ref={article} aria-label={pages[page]} className={styles.page}>
      {page === 'legend' ? <LegendPage /> : <Document document={page} onFollow={onFollow} />}
    </article>
  )
}

const LegendPage = () => (
  <>
    <h3 className={styles.legendTitle} tabIndex={-1}>
      <Marked text={pages.legend} />
    </h3>
    <Legend heading="h4" />
  </>
)

function Document({ document, onFollow }: { readonly document: HelpDocument } & Pick<HelpPageViewProps, 'onFollow'>) {
  const links = useMemo(
    () => ({ targetOf: (href: string) => targetOf(href, document), onFollow }),
    [document, onFollow],
  )
  return (
    <LinksContext value={links}>
      {sectionsOf(document).map((section) => (
        <SectionView key={section.anchor} section={section} />
      ))}
    </LinksContext>
  )
}

/** The levels below the `h2` of the sheet. */
const HEADINGS = ['h3', 'h4'] as const

function SectionView({ section: { anchor, depth, heading, blocks } }: { readonly section: Section }) {
  const Heading = HEADINGS[depth - 1] ?? 'h5'
  return (
    <section>
      <Heading id={`help-${anchor}`} tabIndex={-1}>
        <Inlines parts={heading} />
      </Heading>
      <Blocks blocks={blocks} />
    </section>
  )
}

import { type ActionId, actions, isAvailable } from '../../commands/actions'
import { HELP_DOCUMENTS, type HelpPlace, partsOf } from '../../session/help/help-places'
import { sessionStrings } from '../../session/strings'
import { sectionsOf } from './documents/documents'
import { placeOf } from './documents/read-document'
import type { FoundSection } from './documents/search-sections'
import { Marked } from './Marked'
import { helpStrings as words } from './strings'
import styles from './HelpSheet.module.css'

const { pages } = sessionStrings.help

interface HelpContentsProps {
  readonly place: HelpPlace
  /** The matching sections; null without a search. */
  readonly found: readonly FoundSection[] | null
  readonly onFollow: (place: HelpPlace) => void
  readonly onClose: () => void
}

/** The table of contents, or during a search the matching sections. */
export function HelpContents({ place, found, onFollow, onClose }: HelpContentsProps) {
  return (
    <nav aria-label={words.contents} className={styles.contents}>
      {found === null ? (
        <Contents place={place} onFollow={onFollow} onClose={onClose} />
      ) : (
        <Found found={found} onFollow={onFollow} />
      )}
    </nav>
  )
}

function Contents({ place, onFollow, onClose }: Omit<HelpContentsProps, 'found'>) {
  const { page, anchor } = partsOf(place)
  const run = (action: ActionId) => {
    if (action !== 'about') onClose()
    void actions[action].run()
  }
  return (
    <>
      <ul>
        {HELP_DOCUMENTS.map((document) => (
          <li key={document}>
            <Entry isHere={page === document && anchor === null} onChoose={() => onFollow(document)}>
              {pages[document]}
            </Entry>
            {page === document && (
              <ul className={styles.sections}>
                {sectionsOf(document)
                  .filter(({ depth }) => depth === 2)
                  .map((section) => (
                    <li key={section.anchor}>
                      <Entry isHere={section.anchor === anchor} onChoose={() => onFollow(placeOf(section))}>
                        {section.title}
                      </Entry>
                    </li>
                  ))}
              </ul>
            )}
          </li>
        ))}
        <li>
          <Entry isHere={page === 'legend'} onChoose={() => onFollow('legend')}>
            {pages.legend}
          </Entry>
        </li>
      </ul>
      <ul className={styles.more}>
        {MORE.filter((action) => isAvailable(actions[action])).map((action) => (
          <li key={action}>
            <Entry isHere={false} onChoose={() => run(action)}>
              {actions[action].label}
            </Entry>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Commands that also help, listed below the contents. */
const MORE = ['tour', 'keys', 'about'] as const satisfies readonly ActionId[]

interface EntryProps {
  readonly isHere: boolean
  readonly onChoose: () => void
  readonly children: string
}

const Entry = ({ isHere, onChoose, children }: EntryProps) => (
  <button type="button" className={styles.entry} aria-current={isHere || undefined} onClick={onChoose}>
    {children}
  </button>
)

interface FoundProps {
  readonly found: readonly FoundSection[]
  readonly onFollow: (place: HelpPlace) => void
}

function Found({ found, onFollow }: FoundProps) {
  return (
    <>
      <p role="status" className={styles.count}>
        {found[0] ? (found[0].isPartial ? words.foundPartly : words.found)(found.length) : words.none}
      </p>
      <ul>
        {found.map(({ section, excerpt }) => (
          <li key={`${section.page}#${section.anchor}`}>
            <button type="button" className={styles.found} onClick={() => onFollow(placeOf(section))}>
              <span className={styles.where}>{pages[section.page]}</span>
              <strong>
                <Marked text={section.title} />
              </strong>
              <span>
                <Marked text={excerpt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

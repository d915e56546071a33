import type { Iteration } from '@shared/episode/state/episode'
import { CHARS_PER_TOKEN } from '@shared/agent/view'
import { formatNumber, formatShare } from '../../../kit/text/format'
import styles from './shares.module.css'
import { inspectorStrings } from '../strings'

const words = inspectorStrings.request.context
type Section = keyof typeof words.sections

interface ContextSharesProps {
  readonly sections: NonNullable<NonNullable<Iteration['request']>['sections']>
  readonly usage: NonNullable<Iteration['response']>['usage'] | undefined
}

/**
 * The sections of a request with their sizes, what was omitted, and the share that the endpoint had cached. Tokens are
 * known for the whole request only; those of a section are proportional to its characters.
 */
export function ContextShares({ sections, usage }: ContextSharesProps) {
  const total = sections.reduce((sum, { chars }) => sum + chars, 0)
  if (total === 0) return null
  const tokens = usage?.input ?? total / CHARS_PER_TOKEN
  const cached = usage?.cached != null && usage.input ? Math.min(1, usage.cached / usage.input) : null
  const hasCut = sections.some(({ cut }) => cut > 0)
  return (
    <figure className={styles.shares}>
      <figcaption className={styles.caption}>{words.title}</figcaption>
      <div aria-hidden>
        <div className={styles.bar}>
          {sections.map(({ name, chars }) => (
            <span key={name} data-part={partOf(name)} style={{ flexGrow: chars }} />
          ))}
        </div>
        {cached !== null && <div className={styles.cached} style={{ width: `${cached * 100}%` }} />}
      </div>
      {cached !== null && <p className={styles.caption}>{words.cached(formatShare(cached))}</p>}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words.section}</th>
            <th scope="col">{words.tokens}</th>
            <th scope="col">{words.share}</th>
            {hasCut && <th scope="col">{words.cut}</th>}
          </tr>
        </thead>
        <tbody>
          {sections.map(({ name, chars, cut }) => (
            <tr key={name}>
              <th scope="row">
                <span className={styles.key} data-part={partOf(name)} aria-hidden />
                {isSection(name) ? words.sections[name] : name}
              </th>
              <td>{words.about(formatNumber((tokens * chars) / total))}</td>
              <td>{formatShare(chars / total)}</td>
              {hasCut && <td data-cut={cut > 0 || undefined}>{cut > 0 ? words.characters(cut) : '–'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

const isSection = (name: string): name is Section => Object.hasOwn(words.sections, name)

/** Color group of a section. */
function partOf(name: string): string {
  return PARTS[name] ?? 'notes'
}
const PARTS: Readonly<Record<string, string>> = {
  system: 'system',
  servers: 'system',
  tools: 'definitions',
  story: 'story',
  turns: 'history',
  'this turn': 'tools',
}

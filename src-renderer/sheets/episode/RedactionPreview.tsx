import { type Finding, type Included, SECRET_KINDS } from '@shared/episode/log/redact'
import type { ReactNode } from 'react'
import controls from '../../kit/controls.module.css'
import { formatShare } from '../../kit/text/format'
import styles from './lists.module.css'
import { episodesStrings } from '../../panels/episodes/strings'
import type { Scan } from '../../panels/episodes/use-findings'

const words = episodesStrings.export

interface RedactionPreviewProps {
  readonly scan: Scan
  readonly kept: Included
  readonly onChange: (kept: Included) => void
  /** Further checkboxes. */
  readonly children: ReactNode
}

/** What is left out of the file unless it is selected, with every finding. */
export function RedactionPreview({ scan: { findings, share }, kept, onChange, children }: RedactionPreviewProps) {
  const timesOf = (kind: Finding['kind']) =>
    findings.reduce((sum, finding) => sum + (finding.kind === kind ? finding.times : 0), 0)
  const isDone = share >= 1
  return (
    <fieldset>
      <legend className={controls.label}>{words.leftOut}</legend>
      <label className={controls.check}>
        <input
          type="checkbox"
          checked={kept.settings}
          onChange={({ target }) => onChange({ ...kept, settings: target.checked })}
        />
        <span>{words.settings}</span>
      </label>
      {SECRET_KINDS.filter((kind) => timesOf(kind) > 0).map((kind) => (
        <label key={kind} className={controls.check}>
          <input
            type="checkbox"
            checked={kept[kind]}
            onChange={({ target }) => onChange({ ...kept, [kind]: target.checked })}
          />
          <span>{words.secrets[kind](timesOf(kind))}</span>
        </label>
      ))}
      {children}
      {!isDone && <p className={controls.hint}>{words.looking(formatShare(share))}</p>}
      {isDone && findings.length === 0 && <p className={controls.hint}>{words.nothingFound}</p>}
      {isDone && findings.length > 0 && (
        <details className={styles.found}>
          <summary>{words.showFound}</summary>
          <ul className={styles.findings} tabIndex={0} aria-label={words.showFound}>
            {findings.map(({ kind, text, times }) => (
              <li key={text} data-kept={kept[kind] || undefined}>
                <code>{text}</code> {words.times(times)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </fieldset>
  )
}

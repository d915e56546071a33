import type { ImportedServer } from '@shared/mcp/mcp-import'
import { configStrings as words } from '../strings'
import controls from '../../kit/controls.module.css'
import styles from '../mcp.module.css'

/** A server to import. `path` is the file of another client, which contains the secrets; null for a pasted server. */
export interface Candidate {
  readonly id: string
  readonly path: string | null
  readonly source: string
  readonly server: ImportedServer
}

interface ImportPreviewProps {
  readonly candidates: readonly Candidate[]
  readonly isPicked: (candidate: Candidate) => boolean
  /** Whether the draft already has a server with this name. */
  readonly isInDraft: (candidate: Candidate) => boolean
  readonly onPick: (candidate: Candidate, on: boolean) => void
}

/** Each server with the exact entry that would be written, so that the user sees what it runs before selecting it. */
export function ImportPreview({ candidates, isPicked, isInDraft, onPick }: ImportPreviewProps) {
  if (candidates.length === 0) return null
  return (
    <ul aria-label={words.found}>
      {candidates.map((candidate) => {
        const { id, source, path, server } = candidate
        return (
          <li key={id} className={`${styles.item} ${styles.listed}`}>
            <label className={controls.check}>
              <input
                type="checkbox"
                aria-label={words.importServer(server.name, source)}
                checked={isPicked(candidate)}
                onChange={({ target }) => onPick(candidate, target.checked)}
              />
              <span>
                <strong>{server.name}</strong>{' '}
                <span className={controls.hint} title={path ?? undefined}>
                  {source}
                </span>
              </span>
            </label>
            <pre className={styles.entry} tabIndex={0} role="region" aria-label={words.entryOf(server.name)}>
              {JSON.stringify(server.entry, null, 2)}
            </pre>
            {isInDraft(candidate) && <p className={controls.hint}>{words.getsOtherName(server.name)}</p>}
            {server.secrets.map(({ name, value }) => (
              <p key={name} className={controls.hint}>
                {value === null && path === null ? words.secretToEnter(name) : words.secretWillBeKept(name)}
              </p>
            ))}
            {server.notes.map((note) => (
              <p key={note} className={controls.hint}>
                {note}
              </p>
            ))}
          </li>
        )
      })}
    </ul>
  )
}

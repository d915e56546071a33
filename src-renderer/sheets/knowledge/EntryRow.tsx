import { type FormEvent, useState } from 'react'
import { sureness } from '@shared/agent/knowledge/entry-words'
import { type KnowledgeEntry, statusOf } from '@shared/agent/knowledge/knowledge'
import type { Evidence } from '@shared/agent/knowledge/knowledge-event'
import type { KnowledgeApi } from '@shared/contract/knowledge'
import { LONGEST_NOTE } from '@shared/episode/log/mind-state'
import { Button } from '../../kit/Button'
import { HostButton } from '../../session/connection/HostButton'
import { useEpisode } from '../../session/episode/episode-store'
import { titleOf } from '../../session/episodes/entry-title'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { closeDialog } from '../../session/view/view-store'
import { knowledgeStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './KnowledgeSheet.module.css'

export type EntryEdit = Parameters<KnowledgeApi['changeKnowledge']>[0]['change']

interface EntryRowProps {
  readonly entry: KnowledgeEntry
  /** Null for an earlier version, which cannot be changed. */
  readonly onChange: ((change: EntryEdit) => void) | null
}

/** An entry with its evidence. A press on a turn of the evidence opens it. */
export function EntryRow({ entry, onChange }: EntryRowProps) {
  const { text, evidence, against } = entry
  const [draft, setDraft] = useState<string | null>(null)
  const isRetired = statusOf(entry) === 'retired'
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (draft !== null && draft.trim() !== '' && draft.trim() !== text) onChange?.({ kind: 'edit', text: draft.trim() })
    setDraft(null)
  }
  return (
    <li className={styles.entry}>
      {draft === null ? (
        <p className={isRetired ? styles.retired : undefined} dir="auto">
          {text} <span className={styles.sureness}>{sureness(entry)}</span>
        </p>
      ) : (
        <form className={styles.form} onSubmit={save}>
          <input
            autoFocus
            className={controls.input}
            aria-label={words.words}
            maxLength={LONGEST_NOTE}
            value={draft}
            onChange={({ target }) => setDraft(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              // Escape leaves the field without closing the sheet.
              event.preventDefault()
              event.stopPropagation()
              setDraft(null)
            }}
          />
          <HostButton type="submit" look="primary">
            {words.save}
          </HostButton>
          <Button look="quiet" onClick={() => setDraft(null)}>
            {words.cancel}
          </Button>
        </form>
      )}
      {onChange && draft === null && (
        <div className={styles.actions}>
          {!isRetired && (
            <HostButton look="quiet" aria-label={words.editEntry(text)} onClick={() => setDraft(text)}>
              {words.edit}
            </HostButton>
          )}
          <HostButton
            look="quiet"
            aria-label={isRetired ? words.restoreEntry(text) : words.retireEntry(text)}
            onClick={() => onChange({ kind: isRetired ? 'restore' : 'retire' })}
          >
            {isRetired ? words.restore : words.retire}
          </HostButton>
        </div>
      )}
      <ul className={styles.evidence}>
        {evidence.map((seen) => (
          <TurnLink key={seen.episode} seen={seen} />
        ))}
        {against.map((seen) => (
          <TurnLink key={`against ${seen.episode}`} seen={seen} isAgainst />
        ))}
      </ul>
    </li>
  )
}

function TurnLink({ seen: { episode, turn, quote }, isAgainst = false }: TurnLinkProps) {
  const entry = useEpisodeList(({ entries }) => entries.get(episode))
  const name = entry ? titleOf(entry) : episode
  const open = () => {
    closeDialog()
    useEpisode.getState().open(episode, { turn, event: null })
  }
  return (
    <li>
      {isAgainst && `${words.against} `}
      {entry ? (
        <button type="button" className={controls.link} title={words.openTurn(name, turn)} onClick={open}>
          {words.evidence(name, turn)}
        </button>
      ) : (
        <span title={words.isGone}>{words.evidence(name, turn)}</span>
      )}{' '}
      <span dir="auto">{words.quote(quote)}</span>
    </li>
  )
}

interface TurnLinkProps {
  readonly seen: Evidence
  readonly isAgainst?: boolean
}
